"""The colours of charts and pages, and the style of a chart's SVG."""

from __future__ import annotations

COLOURS = {
    "ink": ("#1d1b18", "#ebe7de"),
    "soft": ("#6d685f", "#a19c92"),
    "rule": ("#e3ded4", "#32343c"),
    "paper": ("#faf8f4", "#15161a"),
    "b0": ("#0a6fb0", "#56aee6"),
    "b1": ("#c9501c", "#f08a4f"),
    "b2": ("#00836a", "#3dc79f"),
    "b3": ("#a4508b", "#dd92c6"),
    "b4": ("#a97400", "#e4b343"),
    "b5": ("#3f8fc4", "#9bd0f2"),
    "k0": ("#2a7fba", "#3f8fca"),
    "k1": ("#e5a323", "#d99a22"),
    "k2": ("#14916f", "#23a07d"),
    "k3": ("#c67fae", "#c07aa9"),
    "k4": ("#7cc0e8", "#77b9e0"),
    "k5": ("#cf5b22", "#d2662f"),
    "k6": ("#d9cc3c", "#c9bd3c"),
    "others": ("#b5b0a6", "#6c6a66"),
    "hp": ("#2a7fba", "#3f8fca"),
    "healing": ("#9ccbea", "#2b5677"),
    "cost": ("#c9501c", "#f08a4f"),
    "first": ("#c08a6e", "#b98a70"),
    "lost": ("#1d1b18", "#f5f2ea"),
    "shield": ("#00836a", "#3dc79f"),
    "levels": ("#c67fae", "#c07aa9"),
    "died": ("#b3301c", "#e2694c"),
    "stopped": ("#b5b0a6", "#6c6a66"),
    "won": ("#00836a", "#3dc79f"),
}
"""On a light and on a dark background. Text, less prominent text, grid lines and the background; bots; kinds of
monsters and items; the hero's HP and healing, what fights cost the hero who comes and the starting hero, HP lost,
defense and levels; ends of games. They stay apart for every kind of colour vision (after Okabe and Ito, 2002)."""

BOT_COLOURS = tuple(name for name in COLOURS if name[0] == "b" and name[1:].isdigit())
KIND_COLOURS = tuple(name for name in COLOURS if name[0] == "k" and name[1:].isdigit())

SHAPES = """\
.steep text{font-family:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",
"DejaVu Sans",sans-serif;font-size:12px;fill:currentColor}
.steep .right{text-anchor:end}.steep .middle{text-anchor:middle}
.steep .small{font-size:11px}.steep .smaller{font-size:9px;font-weight:400}.steep .bold{font-weight:600}
.steep .title{font-size:22px;font-weight:600;font-family:"Iowan Old Style",Palatino,Georgia,"DejaVu Serif",serif}
.steep .caption{font-size:14px;font-weight:600}
.steep .grid,.steep .steps,.steep .treads,.steep .dashed,.steep .ghost,.steep .lead{fill:none;stroke:currentColor}
.steep .grid{stroke-width:1}.steep .steps,.steep .treads,.steep .dashed{stroke-width:2.25}
.steep .dashed{stroke-dasharray:5 4}.steep .ghost{stroke-width:1.5;opacity:.45}.steep .lead{stroke-width:1.6}
.steep .band{fill:currentColor;opacity:.2}.steep .area{fill:currentColor;stroke-width:1}
.steep .halo{paint-order:stroke;stroke-width:3px;stroke-linejoin:round}
.steep .spot{fill:none;pointer-events:all}.steep .spot:hover{fill:#808080;fill-opacity:.14}
"""


def style() -> str:
    """The style of charts: light, and dark where that is preferred. Every program that shows SVG knows what it has."""
    return f"{SHAPES}{shades(0)}\n@media (prefers-color-scheme:dark){{{shades(1)}}}"


def shades(dark: int) -> str:
    """The rules with colours; `dark` is 0 or 1."""
    paper = COLOURS["paper"][dark]
    colours = "".join(f".steep .{name}{{color:{pair[dark]}}}" for name, pair in COLOURS.items())
    return f"{colours}.steep .halo,.steep .area{{stroke:{paper}}}.steep .back{{fill:{paper}}}"
