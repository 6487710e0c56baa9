"""A result as commands of GitHub Actions, which show the findings beside the lines that they are about.

The escapes are those of `@actions/core` (packages/core/src/command.ts).
"""

from __future__ import annotations

from pathlib import Path

from steep.core.input_errors import printable
from steep.lab.results.result import Finding, Result

ESCAPES = (("%", "%25"), ("\r", "%0D"), ("\n", "%0A"))
OF_PROPERTIES = ((":", "%3A"), (",", "%2C"))


def as_github(result: Result) -> str:
    """A line for each finding and each caution, and a notice with the verdict."""
    verdict = result.verdict.word if result.verdict else ""
    cautions = [Finding("warning", result.title, caution) for caution in result.cautions]
    said = "\n".join(result.sentences) or verdict or result.title
    summary = Finding("notice", f"{result.title}: {verdict}" if verdict else result.title, said)
    return "".join(f"{annotation(each)}\n" for each in (*result.findings, *cautions, summary))


def annotation(finding: Finding) -> str:
    """``::error file=mine.toml,line=3,title=broken::diver: too few survive floor 2``."""
    file = Path(finding.file)
    if file.is_relative_to(Path.cwd()):
        file = file.relative_to(Path.cwd())
    places = {"file": file.as_posix() if finding.file else "", "line": str(finding.line or ""), "title": finding.title}
    properties = ",".join(f"{name}={escaped(text, *ESCAPES, *OF_PROPERTIES)}" for name, text in places.items() if text)
    return f"::{finding.level} {properties}::{escaped(finding.message, *ESCAPES)}"


def escaped(text: str, *escapes: tuple[str, str]) -> str:
    """A text that cannot end a command or a property."""
    text = printable(text, keep="\r\n")
    for char, escape in escapes:
        text = text.replace(char, escape)
    return text
