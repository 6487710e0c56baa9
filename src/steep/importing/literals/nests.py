"""Reads a text in any language as nests of literals, each with its place.

It knows numbers, strings, names, brackets, and the signs between them: commas, semicolons, colons, equals signs. It
knows no language: anything else becomes `CODE`, with the literals inside. So it never fails on code that it doesn't
understand. It refuses only text that is too large or too deep, and brackets or strings that are never closed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import PurePosixPath

from steep.core.input_errors import InputError

MAX_TOKENS = 200_000
"""Tokens of one file."""

MAX_DEPTH = 100
"""Brackets within each other."""

MAX_DIGITS = 15
"""No number of a game is longer."""

NUMBER, STRING, NAME, GROUP, CALL, CODE, SIGN = "number", "string", "name", "group", "call", "code", "sign"


@dataclass(slots=True, eq=False)
class Term:
    """A literal, or what stands in its place."""

    kind: str
    start: int
    """Its place in the text, in characters."""
    end: int
    text: str = ""
    """A string's contents, a name, the name of what is called, the opening bracket of a group, a sign."""
    number: Fraction = Fraction(0)
    items: list[Item] = field(default_factory=list)
    """Of a group, or the arguments of a call."""
    terms: list[Term] = field(default_factory=list)
    """Of code, in order."""
    file: str = ""
    """The file that a number, a text or a group stands in; empty if it stands nowhere."""

    @property
    def name(self) -> str:
        """What it says as a key: the last part of a name, a string, a whole number."""
        if self.kind == NUMBER and self.number.denominator == 1:
            return str(self.number)
        return self.text.rpartition(".")[2] if self.kind == NAME else self.text if self.kind == STRING else ""


@dataclass(slots=True, eq=False)
class Item:
    """What stands between two separators: a value, a key with its value, or a statement."""

    key: Term | None
    value: Term
    terms: list[Term]

    @property
    def start(self) -> int:
        """The place of its first character."""
        return self.terms[0].start

    @property
    def end(self) -> int:
        """The place after its last character."""
        return self.terms[-1].end


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a language writes comments and long strings."""

    comments: tuple[str, ...]
    """What they begin with; `/*` ends with `*/`, `--[[` with `]]`, all others with their line."""
    long_brackets: bool = False
    """Whether `[[…]]` is a string."""
    headers: bool = False
    """Whether a line of only `[…]` begins a section."""
    regexes: bool = False
    """Whether `/…/` is a pattern."""


SLASHES = Syntax(("//", "/*"), regexes=True)
HASH = Syntax(("#",))
SYNTAXES = {
    **dict.fromkeys((".ts", ".tsx", ".js", ".mjs", ".cjs", ".jsx"), SLASHES),
    **dict.fromkeys((".json", ".jsonc", ".json5"), Syntax(("//", "/*"))),
    ".cs": Syntax(("//", "/*", "#")),
    ".gd": HASH,
    ".py": HASH,
    ".lua": Syntax(("--[[", "--"), long_brackets=True),
    **dict.fromkeys((".tres", ".tscn", ".cfg", ".ini"), Syntax((";",), headers=True)),
    ".toml": Syntax(("#",), headers=True),
}
"""By how a file's name ends."""

NAMES = r"[^\W\d][\w$]*|\$[\w$]*"
TOKEN = re.compile(
    rf"""(?P<space>[ \t\f\v\ufeff]+)|(?P<line>\r\n|\r|\n)
    |(?P<number>0[xX][\da-fA-F_]+|(?:\d[\d_]*(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?[fFmMdDlLuUnN]{{0,2}}(?![\w]))
    |(?P<name>@?(?:{NAMES})(?:(?:\.|::|\?\.)(?:{NAMES}))*)
    |(?P<open>[(\[{{])|(?P<close>[)\]}}])|(?P<separator>[,;])
    |(?P<sign>===|!==|<=>|=>|==|!=|<=|>=|:=|->|\.\.\.|\*\*|&&|\|\||\?\?|\+\+|--|[-+*/%&|^]=|.)""",
    re.VERBOSE | re.DOTALL,
)
GENERIC = re.compile(r"<[\w\s,.\[\]()|?<>'\"]{1,200}>")
"""Types in angle brackets, after a name."""
PERCENT = re.compile(r"""["'](\d+(?:\.\d+)?)\s?%["']""")
"""A text that is a number in percent."""
STRING_START = re.compile(r"""[&^@$bfruBFRU]{0,2}("{3}|'{3}|["'`])""")
REGEX = re.compile(r"/(?![*/])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
LONG = re.compile(r"\[(=*)\[")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}
PAIRS = {")": "(", "]": "[", "}": "{"}


def tokens_of(text: str, syntax: Syntax, file: str) -> Iterator[tuple[str, int, int]]:
    """The tokens of a text as (kind, start, end), without comments and spaces."""
    at, before, count = 0, "line", 0
    while at < len(text):
        begins = text.startswith(syntax.comments, at)
        comment = next((mark for mark in syntax.comments if text.startswith(mark, at)), "") if begins else ""
        quoted = STRING_START.match(text, at) if text[at] in "\"'`&^@$bfruBFRU" and before != "word" else None
        long = LONG.match(text, at) if syntax.long_brackets and text[at] == "[" else None
        if comment and not (comment == "#" and before == "word"):
            at = end_of_comment(text, at, comment)
            continue
        if quoted:
            kind, end = STRING, end_of_string(text, quoted, file)
        elif long:
            found = text.find(f"]{long[1]}]", long.end())
            if found < 0:
                raise unclosed(text, at, file, "a string")
            kind, end = STRING, found + len(long[0])
        elif (
            syntax.regexes
            and text[at] == "/"
            and before in ("line", "open", "sign", "separator")
            and (pattern := REGEX.match(text, at))
        ):
            kind, end = CODE, pattern.end()
        elif text[at] == "<" and before == "word" and (end := end_of_generic(text, at)):
            at = end
            continue
        else:
            match = TOKEN.match(text, at)
            assert match is not None
            kind, end = str(match.lastgroup), match.end()
        if kind != "space":
            count += 1
            if count > MAX_TOKENS:
                raise InputError(f"{file}: has more than {MAX_TOKENS:_} numbers, names and signs; give a part of it")
            yield kind, at, end
        before = (
            "word" if kind in (NAME, NUMBER) else kind if kind != "space" else "space" if before == "word" else before
        )
        at = end


def end_of_generic(text: str, at: int) -> int:
    """The place after types in angle brackets, nested ones included; 0 if there are none."""
    found = GENERIC.match(text, at)
    depth = 0
    for place, sign in enumerate(found[0] if found else "", at):
        depth += (sign == "<") - (sign == ">")
        if not depth:
            return place + 1 if text[place + 1 : place + 2] in "\r\n\t >[({,)=;?:|" else 0
    return 0


def end_of_comment(text: str, at: int, mark: str) -> int:
    """The place after a comment."""
    if mark in ("/*", "--[["):
        end = text.find("*/" if mark == "/*" else "]]", at + len(mark))
        return len(text) if end < 0 else end + 2
    line = re.compile(r"[\r\n]").search(text, at)
    return line.start() if line else len(text)


def end_of_string(text: str, start: re.Match[str], file: str) -> int:
    """The place after a string. Raises `InputError` if it never ends."""
    quote, at = start[1], start.end()
    if quote == "`":
        return end_of_template(text, start.start(), at, file)
    verbatim = "@" in start[0]
    while at < len(text):
        if text.startswith(quote, at):
            return at + len(quote)
        if text[at] == "\\" and not verbatim:
            at += 1
        elif text[at] in "\r\n" and len(quote) == 1 and not verbatim:
            break
        at += 1
    if len(quote) == 1 and quote == "'":
        # A lone apostrophe in prose, such as markup.
        return start.end()
    raise unclosed(text, start.start(), file, "a string")


def end_of_template(text: str, start: int, at: int, file: str) -> int:
    """The place after a string in backticks, which may have code in `${…}` with such strings of its own."""
    inside = ["`"]
    while at < len(text) and inside:
        if text[at] == "\\":
            at += 1
        elif text[at] == inside[-1]:
            inside.pop()
        elif text.startswith("${", at) and inside[-1] == "`":
            inside.append("}")
            at += 1
        elif text[at] in "{`" and inside[-1] == "}":
            inside.append("}" if text[at] == "{" else "`")
        at += 1
    if inside:
        raise unclosed(text, start, file, "a string")
    return at


def unclosed(text: str, at: int, file: str, what: str) -> InputError:
    """The error for what is opened and never closed."""
    return InputError(f"{file}:{line_at(text, at)}: {what} begins here and is never closed")


def line_at(text: str, at: int) -> int:
    """The number of the line of a place."""
    return len(re.findall(r"\r\n|\r|\n", text[:at])) + 1


def unescaped(quoted: str) -> str:
    """The contents of a string, as it stands between its quotes."""

    def plain(escape: re.Match[str]) -> str:
        code = escape[1] or escape[2]
        return chr(int(code, 16)) if code else ESCAPES.get(escape[3], escape[3])

    start = STRING_START.match(quoted)
    if start is None:
        mark = LONG.match(quoted)
        return quoted[mark.end() : -len(mark[0])] if mark else quoted
    inner = quoted[start.end() : -len(start[1])] if len(quoted) > start.end() else ""
    return ESCAPE.sub(plain, inner) if "@" not in start[0] else inner


def read_nests(text: str, file: str) -> list[Item]:
    """The items of a text. Raises `InputError` for what is too large, too deep or never closed."""
    syntax = SYNTAXES.get(PurePosixPath(file).suffix.lower(), SLASHES)
    top = Term(GROUP, 0, len(text))
    open_groups: list[tuple[Term, list[Term]]] = [(top, [])]
    broken = False
    for kind, start, end in tokens_of(text, syntax, file):
        group, terms = open_groups[-1]
        statements = group.text in ("", "{")
        if kind == "line":
            broken = True
            continue
        if broken and statements and terms and ends_line(terms, text[start]):
            finish(group, terms)
        if kind == "open":
            if len(open_groups) > MAX_DEPTH:
                raise InputError(f"{file}:{line_at(text, start)}: brackets are nested more than {MAX_DEPTH} deep")
            made = Term(GROUP, start, end, text[start], file=file)
            terms.append(made)
            open_groups.append((made, []))
        elif kind == "close":
            close(open_groups, text[start], end)
        elif kind == "separator":
            finish(group, terms)
        else:
            terms.append(leaf(kind, text[start:end], start, end, file))
        broken = False
    if len(open_groups) > 1:
        raise unclosed(text, open_groups[-1][0].start, file, f'"{open_groups[-1][0].text}"')
    finish(top, open_groups[0][1])
    return top.items


def close(open_groups: list[tuple[Term, list[Term]]], bracket: str, end: int) -> None:
    """Close the innermost group with such a bracket, and those in it; a bracket that closes nothing is skipped."""
    if PAIRS[bracket] not in [group.text for group, _ in open_groups]:
        return
    while True:
        group, terms = open_groups.pop()
        finish(group, terms)
        group.end = end
        if group.text == PAIRS[bracket]:
            return


def leaf(kind: str, text: str, start: int, end: int, file: str) -> Term:
    """The term of a token."""
    if kind == NUMBER:
        number = number_of(text)
        return Term(CODE if number is None else NUMBER, start, end, text, number or Fraction(0), file=file)
    if kind == STRING:
        percent = PERCENT.fullmatch(text)
        if percent is not None:
            return Term(NUMBER, start + 1, start + percent.end(1), percent[1], Fraction(percent[1]), file=file)
        return Term(STRING, start, end, unescaped(text), file=file)
    return Term(kind, start, end, text.replace("::", ".").replace("?.", "."), file=file)


def number_of(text: str) -> Fraction | None:
    """A number as languages write it; None if it is too long."""
    plain = text.replace("_", "")
    if len(plain) > MAX_DIGITS:
        return None
    if plain[:2] in ("0x", "0X"):
        return Fraction(int(plain, 16))
    found = re.match(r"[\d.]+(?:[eE][+-]?\d{1,2}(?!\d))?", plain)
    rest = plain[found.end() :] if found else "?"
    return Fraction(found[0]) if found and not re.search(r"[\d.]", rest) else None


def ends_line(terms: list[Term], following: str) -> bool:
    """Whether a statement ends with its line. It goes on after a sign, and before one."""
    if terms[-1].kind == SIGN:
        return terms[-1].text == ":" and any(term.kind == NAME and term.text in STATEMENTS for term in terms)
    return following not in ".?:=+*/%&|<>{)]}"


def finish(group: Term, terms: list[Term]) -> None:
    """Make an item of the terms since the last separator."""
    if terms:
        group.items.append(item_of([*terms]))
        terms.clear()


# What a key is, and what a value.

TYPED = ("as", "satisfies")
STATEMENTS = ("class", "record", "struct", "func", "function", "def", "if", "elif", "for", "while", "case", "match")
"""Words after which a colon follows no key."""
CONTAINERS = ("Array", "Dictionary")
BEFORE_VALUES = ("new", "await", "return", "yield", "preload", "const", "static")


def item_of(terms: list[Term]) -> Item:
    """An item: its key, if it has one, and its value."""
    signs = [term.text if term.kind == SIGN else "" for term in terms]
    assigned = next((at for at, sign in enumerate(signs) if sign in ("=", ":=", "=>")), 0)
    colon = next((at for at, sign in enumerate(signs) if sign == ":"), 0)
    if assigned and not (0 < colon < assigned and signs[assigned] == "=>"):
        at = colon if 0 < colon < assigned else assigned
        return Item(key_of(terms[:at]), value_of(terms[assigned + 1 :], terms[assigned].end), terms)
    opens = any(term.kind == NAME and term.text in STATEMENTS for term in terms[:colon])
    if colon and "?" not in signs[:colon] and (colon == 1 or not opens):
        key = key_of(terms[:colon])
        if key is not None:
            return Item(key, value_of(terms[colon + 1 :], terms[colon].end), terms)
    return Item(None, value_of(terms, terms[0].start), terms)


def key_of(terms: Sequence[Term]) -> Term | None:
    """The key before a colon or an equals sign: a name, a string or a number, also as in `["orc"]`."""
    last = terms[-1] if terms[-1].text != "?" or len(terms) < 2 else terms[-2]
    if last.kind == GROUP and last.text == "[" and len(last.items) == 1 and len(terms) == 1:
        return last.items[0].value
    return last if last.kind in (NAME, STRING, NUMBER) else None


def value_of(terms: Sequence[Term], start: int) -> Term:
    """The value that terms make."""
    first = next((at for at, term in enumerate(terms) if term.text not in BEFORE_VALUES or term.kind != NAME), 0)
    kept = list(terms[first:])
    for at, term in enumerate(kept):
        if at and term.kind == NAME and term.text in TYPED:
            del kept[at:]
            break
    if not kept:
        return Term(CODE, start, start)
    head = kept[0]
    if len(kept) == 1:
        return head
    if head.kind == SIGN and head.text in "-+" and len(kept) == 2 and kept[1].kind == NUMBER:
        number = kept[1].number
        return Term(NUMBER, head.start, kept[1].end, "", -number if head.text == "-" else number, file=head.file)
    if all(term.kind == GROUP for term in kept[1:]) and len(kept) <= 4:
        groups = kept[1:]
        if head.kind == NAME and groups[0].text in "({" and (first or len(groups) == 1):
            items = [item for group in groups for item in group.items]
            return Term(CALL, head.start, kept[-1].end, head.text, items=items, file=head.file)
        # A typed container of GDScript: `Array[int]([1, 2])`.
        if head.text in CONTAINERS and [group.text for group in groups] == ["[", "("] and len(groups[1].items) == 1:
            return groups[1].items[0].value
        # An array of C# has its type before its entries, with empty brackets.
        empty = all(group.text in "[(" and not group.items for group in kept[:-1] if group.kind == GROUP)
        if kept[-1].text == "{" and empty:
            return kept[-1]
    return Term(CODE, kept[0].start, kept[-1].end, terms=[*with_calls(terms)], file=head.file)


def with_calls(terms: Sequence[Term]) -> Iterator[Term]:
    """The terms of code, each name with the arguments after it as a call."""
    following = [*terms[1:], None]
    called = False
    for term, after in zip(terms, following, strict=True):
        if called:
            called = False
        elif term.kind == NAME and after is not None and after.kind == GROUP and after.text == "(":
            called = True
            yield Term(CALL, term.start, after.end, term.text, items=after.items, file=term.file)
        else:
            yield term
