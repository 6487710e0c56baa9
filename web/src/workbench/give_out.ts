// What the workbench gives out: files, pictures of its charts, and a report that needs nothing but itself.

import { HEIGHT, svgOf, WIDTH } from "./charts";
import { ofEarlier } from "./parts";

const TITLE = 22;
const ROW = 16;
/** Pixels of a picture for each of the charts' own. */
const SHARPNESS = 2;
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

/** All charts under an element, with their titles and legends, as one SVG that looks the same anywhere. */
export function pictureOf(root: ParentNode): SVGSVGElement {
  const styles = getComputedStyle(document.documentElement);
  const color = (name: string): string => styles.getPropertyValue(`--${name}`).trim();
  const picture = svgOf("svg", { xmlns: "http://www.w3.org/2000/svg", width: WIDTH });
  const style = picture.appendChild(svgOf("style"));
  style.textContent = `text { fill: ${color("text")}; font: ${FONT}; } .grid { stroke: ${color("panel")}; } .zero { stroke: ${color("dim")}; } .band { opacity: 0.3; }`;
  picture.append(svgOf("rect", { width: "100%", height: "100%", fill: color("background") }));
  let below = 0;
  for (const chart of root.querySelectorAll<SVGSVGElement>("svg[aria-label]")) {
    const title = picture.appendChild(svgOf("text", { x: 6, y: below + 15 }));
    title.textContent = `${chart.getAttribute("aria-label")}${ofEarlier(chart)}`;
    const copy = chart.cloneNode(true) as SVGSVGElement;
    copy.removeAttribute("aria-description"); // nothing can be dragged in a file
    for (const dot of copy.querySelectorAll(".handle")) dot.removeAttribute("tabindex");
    for (const [key, value] of Object.entries({ x: 0, y: below + TITLE, width: WIDTH, height: HEIGHT })) copy.setAttribute(key, String(value));
    picture.append(copy);
    below = addLegend(picture, chart.nextElementSibling, below + TITLE + HEIGHT) + 8;
  }
  picture.setAttribute("height", String(below));
  picture.setAttribute("viewBox", `0 0 ${WIDTH} ${below}`);
  return picture;
}

/** Add a chart's legend, in rows. Returns where it ends. */
function addLegend(picture: SVGSVGElement, legend: Element | null, top: number): number {
  if (!legend?.classList.contains("legend")) return top;
  let [x, y] = [6, top];
  for (const entry of legend.children) {
    const name = entry.textContent ?? "";
    const width = 24 + name.length * 7;
    if (x + width > WIDTH) [x, y] = [6, y + ROW];
    const fill = entry.querySelector("rect")?.getAttribute("fill") ?? "none";
    picture.append(svgOf("rect", { x, y: y + 2, width: 10, height: 10, fill }));
    const text = picture.appendChild(svgOf("text", { x: x + 14, y: y + 11 }));
    text.textContent = name;
    x += width;
  }
  return y + ROW;
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
    const canvas = new OffscreenCanvas(WIDTH * SHARPNESS, Number(picture.getAttribute("height")) * SHARPNESS);
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
