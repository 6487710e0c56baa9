"""`steep show --plot` writes a chart. How it looks is not tested."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
import resvg_py

from command_fixture_types import Run
from steep.core.input_errors import InputError
from steep.lab.charts import pictures

SAMPLES = ("--samples", 100)


@pytest.mark.parametrize(("name", "begins"), [("odds.png", b"\x89PNG"), ("odds.svg", b"<svg")])
def test_a_picture_is_written_beside_the_table(name: str, begins: bytes, steep: Run, tmp_path: Path) -> None:
    answer = steep("show", "tcod-2020", "--floors", "2-3", *SAMPLES, "--plot", tmp_path / name)
    assert answer.code == 0
    assert [line[:8] for line in answer.out.splitlines() if line.startswith("floor ")] == ["floor 2:", "floor 3:"]
    assert (tmp_path / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("name", "complaint"),
    [("odds.pdf", "a file that ends in .png or .svg"), ("file/odds.svg", "cannot be written: File exists")],
)
def test_an_unwritable_picture_is_reported_in_one_line(name: str, complaint: str, steep: Run, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    answer = steep("show", "tcod-2020", "--floors", 1, *SAMPLES, "--plot", tmp_path / name)
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert complaint in answer.err


def test_a_png_needs_a_library_and_an_svg_does_not(steep: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "resvg_py" else find(name))
    answer = steep("show", "tcod-2020", "--plot", "odds.png")
    says = 'steep: --plot: odds.png needs resvg_py: pip install "steep[lab]"; a file that ends in .svg does not\n'
    assert (answer.code, answer.err) == (2, says)
    assert steep("show", "tcod-2020", "--floors", 1, *SAMPLES, "--plot", tmp_path / "odds.svg").code == 0


def test_a_png_without_a_font_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = resvg_py.svg_to_bytes
    monkeypatch.setattr(resvg_py, "svg_to_bytes", lambda **given: draw(skip_system_fonts=True, **given))
    with pytest.raises(InputError, match="a PNG needs a font"):
        pictures.png_of("<svg/>")
