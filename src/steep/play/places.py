"""Where files live on this platform. It knows names of folders and files, not what is in them.

Nothing is created here: a folder comes to be when something is first written into it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

APP = "steep"


@dataclass(frozen=True)
class Places:
    """The folders of a user.

    `data_dir` takes the place of the platform's folder for data (`--data-dir`);
    the folder for configuration stays where the platform keeps it.
    """

    data_dir: Path | None = None
    data: Path = field(init=False)
    """Saves, replays, morgue files and scores."""
    config: Path = field(init=False)
    """The user's keymap and rulesets."""

    def __post_init__(self) -> None:
        import platformdirs

        data = platformdirs.user_data_path(APP, appauthor=False) if self.data_dir is None else self.data_dir
        object.__setattr__(self, "data", data.expanduser().absolute())
        object.__setattr__(self, "config", platformdirs.user_config_path(APP, appauthor=False))

    @property
    def save(self) -> Path:
        """The one save."""
        return self.data / "save.steep"

    @property
    def morgue(self) -> Path:
        """The folder of morgue files."""
        return self.data / "morgue"

    @property
    def replays(self) -> Path:
        """The folder of recorded runs."""
        return self.data / "replays"

    @property
    def scores(self) -> Path:
        """The file of high scores."""
        return self.data / "scores.json"

    @property
    def keymap(self) -> Path:
        """The user's keymap, which need not exist."""
        return self.config / "keymap.toml"

    @property
    def rulesets(self) -> Path:
        """The folder of the user's rulesets, which need not exist."""
        return self.config / "rulesets"
