// What a page can do beyond being read: tooltips by mouse, finger and keyboard; tables sorted, and saved as CSV; bots
// shown and hidden. The page says the same without it.
"use strict";
{
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (tag, name, ...inside) => {
    const element = document.createElement(tag);
    if (name) element.className = name;
    element.append(...inside);
    return element;
  };
  const hidden = new Set(); // the names of bots

  // Tooltips: a column has the texts of its lines in its title, and their colours in data-c.
  const tip = make("div", "tip");
  tip.role = "status";
  tip.hidden = true;
  document.body.append(tip);
  for (const spot of all(".spot")) {
    spot.dataset.tip = spot.textContent;
    spot.replaceChildren();
  }
  let shown = null;
  let byKey = false;

  function show(spot, key = false) {
    byKey = key;
    if (spot === shown) return;
    shown?.classList.remove("at");
    shown = spot;
    tip.hidden = !spot;
    if (!spot) return;
    spot.classList.add("at");
    const [heading, ...lines] = spot.dataset.tip.split("\n");
    const colours = spot.dataset.c.split(" ");
    const rows = lines.map((line, at) => {
      const cut = line.lastIndexOf(": ");
      const [name, value] = cut < 0 ? [line, ""] : [line.slice(0, cut), line.slice(cut + 2)];
      const row = make("p", "", make("i", colours[at].replace("-", "")), make("span", "", name), make("em", "", value));
      row.hidden = hidden.has(name);
      return row;
    });
    tip.replaceChildren(make("b", "", heading), ...rows);
    const box = spot.getBoundingClientRect();
    const whole = spot.ownerSVGElement.getBoundingClientRect();
    const late = box.left + box.width / 2 > whole.left + whole.width / 2;
    const left = late ? box.left - tip.offsetWidth - 8 : box.right + 8;
    tip.style.left = `${Math.max(4, Math.min(left, innerWidth - tip.offsetWidth - 4)) + scrollX}px`;
    tip.style.top = `${box.top + scrollY + 6}px`;
  }

  const under = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".spot") ?? null;
  addEventListener("pointerdown", (event) => show(under(event)));
  addEventListener("pointermove", (event) => {
    const spot = under(event);
    if (spot || !byKey) show(event.pointerType === "mouse" ? spot : (spot ?? shown));
  });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") show(null);
    if (event.ctrlKey || event.altKey || event.metaKey || !event.target.matches(".plot > svg")) return;
    const spots = all(".spot", event.target);
    const at = spots.indexOf(shown);
    const last = spots.length - 1;
    const to = {
      ArrowRight: Math.min(at + 1, last),
      ArrowLeft: at < 0 ? last : Math.max(at - 1, 0),
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    show(spots[to], true);
  });
  for (const chart of all(".plot > svg")) {
    chart.tabIndex = 0;
    chart.setAttribute("aria-description", "Arrow keys go from column to column.");
    chart.addEventListener("blur", () => show(null));
  }

  // Tables: a heading sorts, the other way at the second click, and back at the third.
  const text = (cell) => cell.dataset.csv ?? cell.textContent.trim();
  const number = (words) => parseFloat(words.replace(/^[<>]|,/g, ""));
  for (const table of all("table")) {
    const headings = all("thead th", table);
    const rows = [...table.tBodies[0].rows];
    if (!table.matches(".map")) {
      headings.forEach((heading, column) => {
        if (!heading.textContent.trim()) return;
        const button = make("button", "", ...heading.childNodes);
        button.type = "button";
        heading.append(button);
        button.addEventListener("click", () => {
          const next = { none: "ascending", ascending: "descending", descending: "none" };
          const way = next[heading.ariaSort ?? "none"];
          for (const each of headings) each.removeAttribute("aria-sort");
          if (way !== "none") heading.ariaSort = way;
          table.tBodies[0].append(...sorted(rows, column, way));
        });
      });
    }
    const save = make("button", "csv", "CSV");
    save.type = "button";
    const name = nameOf(table);
    save.setAttribute("aria-label", `Save as CSV: ${name}`);
    save.addEventListener("click", () => download(table, name));
    table.createCaption().append(" ", save);
  }

  function sorted(rows, column, way) {
    if (way === "none") return rows;
    const sign = way === "ascending" ? 1 : -1;
    const key = (row) => text(row.cells[column]);
    const compare = (a, b) => {
      const [one, two] = [number(a), number(b)];
      if (isNaN(one) !== isNaN(two)) return isNaN(one) ? 1 : -1; // what is not known stays below
      return sign * (isNaN(one) ? a.localeCompare(b) : one - two);
    };
    return rows.toSorted((a, b) => compare(key(a), key(b)));
  }

  // CSV: a cell with an interval has its numbers in data-csv, and its heading their names.
  function nameOf(table) {
    const near = table.caption ?? table.closest("figure, section")?.querySelector("figcaption, h2");
    return (near?.textContent ?? document.title).replace(/\s+/g, " ").trim();
  }

  function download(table, name) {
    const lines = [];
    for (const row of table.rows) {
      const cells = [...row.cells].flatMap((cell) => cell.dataset.csv?.split(" ") ?? [cell.textContent.trim()]);
      lines.push(cells.map(quoted).join(","));
    }
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([lines.join("\r\n") + "\r\n"], { type: "text/csv" }));
    link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 60)}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  const quoted = (words) => {
    const plain = words.replace(/^(\d{1,3}(,\d{3})+)(\.\d+)?$/, (found) => found.replaceAll(",", ""));
    const harmless = /^[=+@\t]|^-\D/.test(plain) ? `'${plain}` : plain; // a spreadsheet would run it
    return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
  };

  // Bots: everything that is one's says so in data-of.
  const colours = new Map(all(".strip").map((strip) => [strip.dataset.of, strip.dataset.c]));
  if (colours.size > 1) {
    const group = make("div", "page bots");
    group.role = "group";
    group.ariaLabel = "Bots shown";
    for (const [name, colour] of colours) {
      const button = make("button", "", make("i", colour), name);
      button.type = "button";
      button.ariaPressed = "true";
      button.addEventListener("click", () => {
        if (!hidden.delete(name)) hidden.add(name);
        button.ariaPressed = String(!hidden.has(name));
        for (const each of all("[data-of]")) each.toggleAttribute("hidden", hidden.has(each.dataset.of));
        for (const plot of all(".striped")) {
          const strips = all(".strip:not([hidden])", plot);
          strips.forEach((strip, at) => strip.style.setProperty("--i", at));
          plot.style.setProperty("--strips", strips.length);
        }
      });
      group.append(button);
    }
    (document.querySelector("nav") ?? document.querySelector("header")).append(group);
  }
}
