"""Reads rulesets, also at a git revision: `my.toml@HEAD~3` is the file as it was at that revision."""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from steep.content import Rulebook, load_ruleset
from steep.content.reading.find_and_read_ruleset_files import MAX_LAYERS, is_path
from steep.content.ruleset_errors import MAX_BYTES
from steep.core.input_errors import InputError, shortened
from steep.core.read_untrusted_files import parse_toml
from steep.play.files.user_file_paths_and_settings import Dirs
from steep.play.files.user_files import reason_of

HISTORIC = re.compile(r"(?P<path>.+?\.toml)(?P<mode>:[\w-]+)?@(?P<revision>.+)", re.DOTALL)


RulesetSource = str | Path | Rulebook
"""A ruleset: the name of a bundled one or of the user's own, or a path to a TOML file, either with a mode as in
"steep:hard"; a file at a git revision, as in "my.toml@HEAD~3"; or a loaded one."""


def rulebook_of(ruleset: RulesetSource) -> Rulebook:
    """Load a ruleset, if it is not loaded. Raises `InputError`."""
    return ruleset if isinstance(ruleset, Rulebook) else read_rulebook_at(str(ruleset))


def source_name(ruleset: RulesetSource) -> str:
    """What a ruleset was called by the caller."""
    return ruleset.found_at or ruleset.name if isinstance(ruleset, Rulebook) else str(ruleset)


def read_rulebook(name_or_path: str) -> Rulebook:
    """A bundled ruleset, the user's own, or a file. Raises `RulesetError` listing everything wrong with it."""
    return load_ruleset(name_or_path, (Dirs().rulesets,))


def read_rulebook_at(argument: str) -> Rulebook:
    """A ruleset as `read_rulebook` finds it, or a file at a revision together with the files it extends."""
    try:
        return read_at(argument)
    except OSError as error:
        raise InputError(f"{shortened(argument)}: cannot be read: {reason_of(error)}") from None


def read_at(argument: str) -> Rulebook:
    """The same; raises `OSError` too."""
    historic = HISTORIC.fullmatch(argument)
    exists = os.path.exists(argument)  # noqa: PTH110  # what is too long for a path does not exist; `Path` would raise
    if historic is None or exists:
        if "@" in argument and not exists:
            raise InputError(f'found "{argument}"; allowed before an @ and a revision: a path to a .toml file')
        return read_rulebook(argument)
    past = Past.of(Path(historic["path"]), historic["revision"], argument)
    with tempfile.TemporaryDirectory(prefix="steep-") as folder:
        copy = past.copy_into(Path(folder).resolve())
        try:
            return read_rulebook(f"{copy}{historic['mode'] or ''}")
        except InputError as problem:
            there = f"{Path(folder).resolve()}/"
            raise InputError(re.sub(rf"{re.escape(there)}(.+?\.toml)", rf"\1@{past.revision}", str(problem))) from None


@dataclass(frozen=True, slots=True)
class Past:
    """A file of a repository at a revision."""

    top: Path
    """The repository's folder."""
    name: str
    """The file's path in the repository, with slashes."""
    revision: str
    """As the user wrote it."""
    commit: str

    @classmethod
    def of(cls, path: Path, revision: str, argument: str) -> Past:
        """Find it. Raises `InputError` when there is no git, no repository or no such revision."""
        whole = path.absolute()
        near = next(parent for parent in whole.parents if parent.is_dir())
        # Only the folder is resolved: at that revision the file itself may not have been a link.
        place = near.resolve() / whole.relative_to(near)
        try:
            top = Path(git(near, "rev-parse", "--show-toplevel").decode().strip()).resolve()
        except GitError as error:
            raise InputError(f"{argument}: {near} is in no git repository ({error})") from error
        try:
            # A revision that starts with a dash must not become an option.
            wanted = "" if revision.startswith("-") else f"{revision}^{{commit}}"
            commit = git(top, "rev-parse", "--verify", "--quiet", wanted).decode().strip()
        except GitError as error:
            raise InputError(f'{argument}: found no revision "{revision}" in {top}') from error
        return cls(top, place.relative_to(top).as_posix(), revision, commit)

    def copy_into(self, folder: Path) -> Path:
        """Write the file as it was, and the files it extends by path, with the same relative paths."""
        name, written = self.name, set[str]()
        while name not in written:
            try:
                size = int(git(self.top, "cat-file", "-s", f"{self.commit}:{name}"))
                if size > MAX_BYTES or len(written) > MAX_LAYERS:
                    # Too large or too many: loading the copy reports which.
                    content = b"#" * (MAX_BYTES + 1)
                else:
                    content = git(self.top, "cat-file", "blob", f"{self.commit}:{name}")
            except GitError as error:
                if written:
                    break
                raise InputError(f'found no file {name} in revision "{self.revision}" of {self.top}') from error
            written.add(name)
            copy = folder / name
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)
            extends = extended_by(content)
            if not is_path(extends) or Path(extends).is_absolute():
                break
            following = posixpath.normpath(posixpath.join(posixpath.dirname(name), extends.replace("\\", "/")))
            if following.startswith("../"):
                raise InputError(f"{name}@{self.revision}: extends: found {extends}, which is not in the repository")
            name = following
        return folder / self.name


def extended_by(content: bytes) -> str:
    """What a file extends; empty when it extends nothing or is not TOML, which loading reports."""
    try:
        extends = parse_toml(content.decode("utf-8-sig")).get("extends", "")
    except (ValueError, RecursionError):
        return ""
    return extends if isinstance(extends, str) else ""


NOTHING_FETCHED = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
"""Environment of git. Where a file's content is missing, git would fetch it, by a command that a repository's
configuration may name. Older versions of git know only the second variable."""


class GitError(Exception):
    """A git command failed. The message is git's."""


def git(folder: Path, *words: str) -> bytes:
    """The output of a git command. Raises `GitError` when it fails, and `InputError` when git is not installed."""
    try:
        ran = subprocess.run(  # noqa: S603
            ["git", "-C", str(folder), *words],  # noqa: S607
            capture_output=True,
            check=False,
            env=os.environ | NOTHING_FETCHED,
        )
    except FileNotFoundError as missing:
        raise InputError("reading a file at a revision needs git, which is not installed") from missing
    if ran.returncode:
        raise GitError(ran.stderr.decode(errors="replace").strip().partition("\n")[0])
    return ran.stdout
