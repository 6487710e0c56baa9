"""Terminal input sequences are decoded into keys and mouse events."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from steep.ui.displays.terminal_input import decode
from steep.ui.screen import Event, Key, Mouse, is_key_name


def events(*pieces: str) -> list[Event]:
    """The events decoded from the given pieces of input, with nothing after them."""
    decoded: list[Event] = []
    text = ""
    for piece, complete in [*((piece, False) for piece in pieces), ("", True)]:
        text += piece
        while text:
            event, length = decode(text, complete)
            if not length:
                break
            text = text[length:]
            decoded += [event] if event else []
    assert text == ""
    return decoded


@pytest.mark.parametrize(
    ("sent", "name"),
    [
        *[
            ("a", "a"),
            ("K", "K"),
            ("?", "?"),
            ("é", "é"),
            (" ", "space"),
            ("\r", "enter"),
            ("\n", "enter"),
            ("\t", "tab"),
        ],
        *[("\x7f", "backspace"), ("\x08", "backspace"), ("\x10", "ctrl+p"), ("\0", "ctrl+space"), ("\x1c", "ctrl+\\")],
        *[("\x1b[A", "up"), ("\x1bOB", "down"), ("\x1b[H", "home"), ("\x1b[4~", "end"), ("\x1b[5~", "page_up")],
        *[("\x1b[1;2A", "shift+up"), ("\x1b[1;5D", "ctrl+left"), ("\x1b[1;6C", "ctrl+shift+right")],
        *[("\x1b[6;2~", "shift+page_down"), ("\x1b[1;8H", "ctrl+alt+shift+home"), ("\x1b[Z", "shift+tab")],
        *[("\x1bOP", "f1"), ("\x1b[15~", "f5"), ("\x1b[24~", "f12"), ("\x1b[[A", "f1"), ("\x1b[1;2P", "shift+f1")],
        *[("\x1bOx", "kp_8"), ("\x1bOp", "kp_0"), ("\x1b[E", "kp_5"), ("\x1bOM", "kp_enter"), ("\x1bOk", "+")],
        *[("\x1b[a", "shift+up"), ("\x1b[7$", "shift+home"), ("\x1b[8^", "ctrl+end")],
        *[("\x1bx", "alt+x"), ("\x1bX", "alt+X"), ("\x1b\x10", "ctrl+alt+p"), ("\x1b\r", "alt+enter")],
        *[("\x1b", "escape"), ("\x1b[", "alt+["), ("\x1bO", "alt+O")],
    ],
)
def test_sequences_decode_to_key_names(sent: str, name: str) -> None:
    assert events(sent) == [Key(name)]


def test_escape_pressed_just_before_an_arrow_is_its_own_key() -> None:
    assert events("\x1b\x1b[A") == [Key("escape"), Key("up")]


@pytest.mark.parametrize(
    ("sent", "event"),
    [
        ("\x1b[<35;10;5M", Mouse(9, 4, "move")),
        ("\x1b[<32;10;5M", Mouse(9, 4, "move")),
        ("\x1b[<0;1;1M", Mouse(0, 0, "left")),
        ("\x1b[<2;300;200M", Mouse(299, 199, "right")),
        ("\x1b[<16;7;8M", Mouse(6, 7, "left")),
        ("\x1b[<64;7;8M", Mouse(6, 7, "wheel_up")),
        ("\x1b[<65;7;8M", Mouse(6, 7, "wheel_down")),
    ],
)
def test_mouse_reports_decode_to_cells_counted_from_0(sent: str, event: Mouse) -> None:
    assert events(sent) == [event]


@pytest.mark.parametrize(
    "sent",
    [
        *["\x1b[<0;1;1m", "\x1b[<1;1;1M", "\x1b[<66;1;1M", "\x1b[M !!", "\x1b[<;;M"],
        *["\x1b[1;1R", "\x1b[24;80R", "\x1b[?62;4c", "\x1b[?2026;2$y", "\x1b[I", "\x1b[200~", "\x1b[99~"],
        *["\x1bP1+r524742=38\x1b\\", "\x1bP>|xterm(388)\x1b\\", "\x1b]11;rgb:0000/0000/0000\x07"],
    ],
)
def test_other_sequences_type_nothing(sent: str) -> None:
    assert events(sent, "a") == [Key("a")]


def test_an_unfinished_sequence_types_nothing() -> None:
    assert events("\x1b[12;") == []


def test_keys_sent_together_are_all_decoded() -> None:
    assert events("o\x1b[A\x1b[Bq") == [Key("o"), Key("up"), Key("down"), Key("q")]


@given(
    st.lists(st.sampled_from(["a", "\x1b[A", "\x1b[1;2D", "\x1b[<35;10;5M", "\x1bOx", "\x1bP1+r41\x1b\\"])), st.data()
)
def test_the_pieces_in_which_input_arrives_do_not_matter(sent: list[str], data: st.DataObject) -> None:
    text = "".join(sent)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)))))
    pieces = [text[start:end] for start, end in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert events(*pieces) == events(text)


@given(st.text(st.sampled_from("\x1b[O<;0159MmRA~$^@P\\]\x07 a\r\x10é\x80"), max_size=20))
def test_any_input_is_consumed_and_decodes_to_valid_key_names(text: str) -> None:
    for event in events(text):
        assert isinstance(event, Mouse) or (isinstance(event, Key) and is_key_name(event.name))
