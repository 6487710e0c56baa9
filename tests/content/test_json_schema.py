"""The JSON Schemas of rulesets and targets accept all bundled files and refuse what reading refuses."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from steep.content.reading.find_and_read_ruleset_files import BUNDLED, RulesetSource
from steep.content.reading.merge_rulesets import merge_files
from steep.content.ruleset_errors import Location, Mistake
from steep.content.schema_and_tables import ruleset_schema
from steep.core.read_untrusted_files import parse_toml
from steep.lab.storage.target_file import target_of, target_schema

UNSAID = (
    "rising order",
    "both mean the first floor",
    "at least from",
    "one column wide",
    "spaces included",
    "[min, max]",
    "[first, last]",
    "at most 2 decimals",
    "at most 100 of them",
)
"""What no schema can say: orders and sums, widths of characters, shapes of maps, and `nan`, which JSON lacks."""


@cache
def validator(schema: Callable[[], dict[str, Any]]) -> Any:
    """What checks by a schema. For it 30.0 is no whole number, as in TOML."""
    from jsonschema import Draft7Validator, validators  # it takes seconds to import

    whole = Draft7Validator.TYPE_CHECKER.redefine("integer", lambda _, found: type(found) is int)
    return validators.extend(Draft7Validator, type_checker=whole)(schema())


def contents() -> list[str]:
    """The files of `mistakes.txt`."""
    cases = (Path(__file__).parent / "mistakes.txt").read_text("utf-8").split("\n\n")
    lines = [case.strip().splitlines() for case in cases if not case.startswith("==")]
    return ["\n".join(line for line in case if not line.startswith("> ")) for case in lines]


def mistakes_of_reading(table: dict[str, Any]) -> list[Mistake]:
    """What is wrong with a ruleset's file before its values are compared with each other."""
    mistakes: list[Mistake] = []
    merge_files([RulesetSource(Path("my.toml"), "my.toml", table, 0)], mistakes)
    return mistakes


@pytest.mark.parametrize("path", sorted(BUNDLED.rglob("*.toml")), ids=lambda path: path.name)
def test_all_bundled_files_are_accepted(path: Path) -> None:
    schema = validator(target_schema if path.name.endswith(".target.toml") else ruleset_schema)
    assert [error.message for error in schema.iter_errors(tomllib.loads(path.read_text("utf-8")))] == []


def test_every_structural_mistake_is_refused_and_what_only_validation_knows_is_not() -> None:
    refused = 0
    for content in contents():
        table = parse_toml(content)
        mistakes = mistakes_of_reading(table)
        valid = validator(ruleset_schema).is_valid(table)
        assert valid or mistakes, content
        if valid:
            assert all(any(unsaid in mistake.allowed for unsaid in UNSAID) for mistake in mistakes), content
        refused += not valid
    assert refused > 130


@pytest.mark.parametrize(
    "content",
    [
        "games = 2000",
        "[bands.diver]\nsurvival = {}",
        "[bands.diver]\nsurvival = { 1 = [85, 101] }",
        "[bands.diver]\nsurvival = { one = [85, 100] }",
        "[bands.diver]\nwins = 5",
        "[bands.diver]\nwinz = [5, 6]",
        "games = 0\n[bands.diver]\nwins = [5, 6]",
        "[bands.diver]\nwins = [5, 6]\n[[move]]\nbetween = [1, 2]",
        "[bands.diver]\nwins = [5, 6]\n[[move]]\npath = []\nbetween = [1, 2]",
        "[bands.diver]\nwins = [5, 6]\n[tune]\nbudget = 1.5",
    ],
)
def test_structural_mistakes_of_targets_are_refused(content: str) -> None:
    table, mistakes = parse_toml(content), list[Mistake]()
    target_of(table, Location(mistakes, "my.target.toml"))
    assert mistakes
    assert not validator(target_schema).is_valid(table)


SERVER = shutil.which("tombi") or shutil.which("tombi", path=str(Path(sys.executable).parent))

MINE = """\
#:schema ./ruleset.schema.json
extends = "tcod-2020"

[hero]
hp = 30.0
powr = 3

[attack]
hit_ch = 90
"""


class Client:
    """An editor that speaks to a language server."""

    def __init__(self, server: subprocess.Popen[bytes]) -> None:
        self.server = server
        self.asked = 0

    def send(self, **message: Any) -> None:
        """Send a message."""
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.server.stdin
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        """The answer to a request. What the server asks meanwhile gets no answer but null."""
        self.asked += 1
        self.send(id=self.asked, method=method, params=params)
        assert self.server.stdout
        while True:
            size = 0
            while head := self.server.stdout.readline().strip():
                if head.lower().startswith(b"content-length"):
                    size = int(head.partition(b":")[2])
            message = json.loads(self.server.stdout.read(size))
            if "method" not in message and message["id"] == self.asked:
                return message["result"]
            if "method" in message and "id" in message:
                self.send(id=message["id"], result=None)

    def diagnostics(self, document: dict[str, str]) -> list[dict[str, Any]]:
        """What is wrong in a document. As editors do, it asks again until the server has read the schema."""
        until = monotonic() + 60
        while True:
            found: list[dict[str, Any]] = self.ask("textDocument/diagnostic", {"textDocument": document})["items"]
            if found or monotonic() > until:
                return found
            sleep(0.1)


@contextmanager
def editor(folder: Path) -> Iterator[Client]:
    """An editor with a language server for TOML."""
    assert SERVER
    server = subprocess.Popen(
        [SERVER, "lsp", "--offline"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    try:
        client = Client(server)
        client.ask("initialize", {"processId": None, "rootUri": folder.as_uri(), "capabilities": {}})
        client.send(method="initialized", params={})
        yield client
    finally:
        server.kill()
        server.communicate()


@pytest.mark.skipif(SERVER is None, reason="the language server is not installed")
def test_an_editor_completes_keys_and_names_mistakes_by_a_comment_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "ruleset.schema.json").write_text(json.dumps(ruleset_schema()), encoding="utf-8")
    document = {"uri": (tmp_path / "mine.toml").as_uri()}
    with editor(tmp_path) as client:
        text = {**document, "languageId": "toml", "version": 1, "text": MINE}
        client.send(method="textDocument/didOpen", params={"textDocument": text})
        found = client.diagnostics(document)
        told = {(each["range"]["start"]["line"], each["message"]) for each in found}
        assert told == {
            (4, "expected a value of type Integer, but found Float"),
            (5, '"powr" is not allowed'),
            (8, '"hit_ch" is not allowed'),
        }
        where = {"textDocument": document, "position": {"line": 8, "character": len("hit_ch")}}
        offered = client.ask("textDocument/completion", where)
        assert "hit_chance" in {each["label"] for each in offered}
        assert "percent of attacks that hit" in str(offered)
