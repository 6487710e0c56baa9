// The light theme: each colour keeps its hue and trades its lightness for the opposite.

const known = new Map<number, number>();

/** A colour (0xRRGGBB) of the dark theme in the light one. */
export function lightened(color: number): number {
  let light = known.get(color);
  if (light === undefined) {
    light = invert(color);
    known.set(color, light);
  }
  return light;
}

function invert(color: number): number {
  const parts = [(color >> 16) & 255, (color >> 8) & 255, color & 255];
  // Adding the same to all three keeps the hue: the darkest part becomes what the lightest lacks.
  const shift = 255 - Math.max(...parts) - Math.min(...parts);
  const [red, green, blue] = parts.map((part) => Math.max(0, Math.min(255, Math.round((part + shift) * 0.94))));
  return (red! << 16) | (green! << 8) | blue!;
}
