from steep.lab.ablation import blame as blame
from steep.lab.checks import assert_bands as assert_bands
from steep.lab.checks import check as check
from steep.lab.checks import make_baseline as make_baseline
from steep.lab.comparison import compare as compare
from steep.lab.fights import arena as arena
from steep.lab.game_checks import check_game as check_game
from steep.lab.game_measurement import measure_game as measure_game
from steep.lab.measurement import measure as measure
from steep.lab.progress import Progress as Progress
from steep.lab.progress import Stopped as Stopped
from steep.lab.reports import Report as Report
from steep.lab.reports import report as report
from steep.lab.results.result import Result as Result
from steep.lab.storage.baseline_file import Baseline as Baseline
from steep.lab.tables_of_games.games import Games as Games
from steep.lab.tables_of_games.games import read_games as read_games
from steep.lab.tuned_ruleset import tune as tune

EXPORTS: dict[str, str]
__all__: list[str]
