from steep.balance.rolled_floors import RolledFloor as RolledFloor
from steep.content import Rulebook as Rulebook
from steep.play.session import Session as Session
from steep.scripting import FloorOdds as FloorOdds
from steep.scripting import bot_player as bot_player
from steep.scripting import load_ruleset as load_ruleset
from steep.scripting import odds as odds
from steep.scripting import play_run as play_run
from steep.scripting import roll_floor as roll_floor
from steep.scripting import start_run as start_run

__version__: str
OWN_RULESET: str
DEFAULT_RULESET: str
EXPORTS: dict[str, str]
__all__: list[str]
