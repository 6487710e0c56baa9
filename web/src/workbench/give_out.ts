// What the workbench gives out: files, pictures of its strips, and a report that needs nothing but itself.

/** Pixels between strips, of a title, and of the picture for each of its own. */
const GAP = 12;
const TITLE = 22;
const SHARPNESS = 2;
const NAMESPACE = "http://www.w3.org/2000/svg";
const FONT = "12px system-ui, sans-serif";

/** Give a file to the browser to save. */
export function save(name: string, content: BlobPart, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // The browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** All strips, one below the other, as one SVG that looks the same anywhere. */
export function pictureOf(): SVGSVGElement {
  const strips = [...document.querySelectorAll<HTMLElement>(".strip")].filter((strip) => strip.querySelector("svg.chart"));
  const width = Math.max(...strips.map((strip) => strip.querySelector("svg.chart")!.clientWidth));
  const picture = elementOf("svg", { xmlns: NAMESPACE, width });
  const style = picture.appendChild(elementOf("style"));
  // Chromium and Firefox split sheets into the same rules; those of charts know no element outside the picture.
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => /^\.chart [^{]/.test(rule.cssText));
  style.textContent = `text { font: ${FONT}; } ${rules.map((rule) => rule.cssText.replaceAll(".chart ", "")).join(" ")}`;
  picture.append(elementOf("rect", { width: "100%", height: "100%", fill: "var(--paper)" }));
  let below = GAP;
  for (const strip of strips) {
    const title = picture.appendChild(elementOf("text", { x: GAP, y: below + 14, class: "title" }));
    const values = [...strip.querySelectorAll(".legend li, span.legend")].map((each) => each.textContent?.trim());
    title.textContent = [strip.querySelector("svg.chart")!.getAttribute("aria-label") + (strip.querySelector(".of-earlier")?.textContent ?? ""), ...values].join(" · ");
    const copy = strip.querySelector("svg.chart")!.cloneNode(true) as SVGSVGElement;
    for (const each of copy.querySelectorAll(".tip, .crosshair")) each.remove(); // nothing is pointed at in a file
    for (const dot of copy.querySelectorAll(".handle")) dot.removeAttribute("tabindex");
    copy.setAttribute("y", String(below + TITLE));
    picture.append(copy);
    below += TITLE + Number(copy.getAttribute("height")) + GAP;
  }
  picture.setAttribute("height", String(below));
  picture.setAttribute("viewBox", `0 0 ${width} ${below}`);
  return inColours(picture);
}

/** The same picture with the colours of the page instead of their names. */
function inColours(picture: SVGSVGElement): SVGSVGElement {
  const styles = getComputedStyle(document.documentElement);
  const named = (text: string): string => text.replace(/var\(--([\w-]+)\)/g, (_, name: string) => styles.getPropertyValue(`--${name}`).trim());
  for (const each of picture.querySelectorAll("*")) {
    for (const key of ["fill", "stroke"]) if (each.hasAttribute(key)) each.setAttribute(key, named(each.getAttribute(key)!));
  }
  const style = picture.querySelector("style")!;
  style.textContent = named(style.textContent ?? "");
  return picture;
}

function elementOf<K extends keyof SVGElementTagNameMap>(name: K, attributes: Record<string, string | number> = {}): SVGElementTagNameMap[K] {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** A picture as the text of an SVG file. */
export function svgText(picture: SVGSVGElement): string {
  return new XMLSerializer().serializeToString(picture);
}

/** A picture as a PNG file. */
export async function pngOf(picture: SVGSVGElement): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgText(picture)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(Number(picture.getAttribute("width")) * SHARPNESS, Number(picture.getAttribute("height")) * SHARPNESS);
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await canvas.convertToBlob({ type: "image/png" });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A part of a report: a heading, and paragraphs, tables or pictures. */
export type Part = readonly [heading: string, ...content: readonly (Element | string)[]];

/** A page of its own, which asks for nothing and runs nothing. */
export function reportOf(title: string, parts: readonly Part[]): string {
  const report = document.implementation.createHTMLDocument(title);
  const policy = report.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "default-src 'none'; style-src 'unsafe-inline'";
  const charset = report.createElement("meta");
  charset.setAttribute("charset", "utf-8");
  const style = report.createElement("style");
  style.textContent = "body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 system-ui, sans-serif; } td, th { padding: 2px 12px 2px 0; text-align: left; } pre { overflow-x: auto; } svg { max-width: 100%; }";
  report.head.prepend(charset, policy, style);
  report.documentElement.lang = "en";
  report.body.appendChild(report.createElement("h1")).textContent = title;
  for (const [heading, ...content] of parts) {
    report.body.appendChild(report.createElement("h2")).textContent = heading;
    for (const each of content) {
      if (typeof each === "string") report.body.appendChild(report.createElement("pre")).textContent = each;
      else report.body.append(report.importNode(each, true));
    }
  }
  return `<!doctype html>\n${report.documentElement.outerHTML}\n`;
}
