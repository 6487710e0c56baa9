"""Charts by floor: plain data, and what draws them as SVG, in a page or in a file of their own."""
