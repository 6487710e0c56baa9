from steep.lab.comparison import RulesetComparison as RulesetComparison
from steep.lab.comparison import compare as compare
from steep.lab.fights import Fights as Fights
from steep.lab.fights import arena as arena
from steep.lab.floor_blame import FloorBlame as FloorBlame
from steep.lab.floor_blame import blame as blame
from steep.lab.measurement import Measurement as Measurement
from steep.lab.measurement import measure as measure
from steep.lab.progress import Progress as Progress

EXPORTS: dict[str, str]
__all__: list[str]
