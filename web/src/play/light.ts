// The light theme: each colour keeps its hue and trades its lightness for the opposite.

const known = new Map<number, number>();
const legible = new Map<number, number>();

/** The contrast that text needs against the panels of the light theme, by WCAG 2. */
const TEXT_CONTRAST = 4.5;
/** The contrast that glyphs of a map need against their cell. */
export const GLYPH_CONTRAST = 3;
/** Where text stands darkest in the light theme: `--selected` of style.css. */
const PANEL = 0xe3dccb;

/** Red, green and blue of what white becomes: the ground of all screens becomes `--background` of style.css. */
const PAPER = [1.026, 1.004, 0.946] as const;

/** A colour (0xRRGGBB) of the dark theme in the light one. */
export function lightened(color: number): number {
  let light = known.get(color);
  if (light === undefined) {
    light = invert(color);
    known.set(color, light);
  }
  return light;
}

/** A text's colour of the dark theme in the light one, dark enough to be read on a panel. */
export function readable(color: number): number {
  let found = legible.get(color);
  if (found === undefined) legible.set(color, (found = darkened(lightened(color), PANEL, TEXT_CONTRAST)));
  return found;
}

/** A colour, made darker until it has some contrast against what is behind it. */
export function darkened(color: number, behind: number, contrast: number): number {
  let dark = color;
  for (let step = 0; step < 20 && contrastOf(dark, behind) < contrast; step += 1) {
    dark = parts(dark).reduce((sum, part) => (sum << 8) | Math.floor(part * 0.9), 0);
  }
  return dark;
}

/** The contrast of two colours, 1 to 21: https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: number, other: number): number {
  const [less, more] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (more! + 0.05) / (less! + 0.05);
}

function luminance(color: number): number {
  const [red, green, blue] = parts(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function parts(color: number): number[] {
  return [(color >> 16) & 255, (color >> 8) & 255, color & 255];
}

function invert(color: number): number {
  const of = parts(color);
  // Adding the same to all three keeps the hue: the darkest part becomes what the lightest lacks.
  const shift = 255 - Math.max(...of) - Math.min(...of);
  const [red, green, blue] = of.map((part, at) => Math.max(0, Math.min(255, Math.round((part + shift) * PAPER[at]!))));
  return (red! << 16) | (green! << 8) | blue!;
}
