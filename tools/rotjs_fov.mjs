// Computes fields of view with rot.js. Run `npm install rot-js` in a folder, and this script from there.
//
// Reads one case per line: {"rows": ["#..#", ...], "x": 1, "y": 1, "radius": 8}. Writes the cells that are
// wholly in view, one case per line: [[x, y], ...]. tools/record_reference_fov.py runs it.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const { FOV } = createRequire(process.cwd() + "/")("rot-js");

for await (const line of createInterface({ input: process.stdin })) {
	const { rows, x, y, radius } = JSON.parse(line);
	const cells = [];
	const fov = new FOV.PreciseShadowcasting((cx, cy) => rows[cy]?.[cx] === ".");
	fov.compute(x, y, radius, (cx, cy, _ring, visibility) => {
		if (visibility === 1) {
			cells.push([cx, cy]);
		}
	});
	console.log(JSON.stringify(cells));
}
