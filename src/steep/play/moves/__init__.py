"""Multi-turn moves: explore, travel, descend, run, rest, fight, and letting a bot play.

A move plans from what the hero knows and avoids visible monsters. While an enemy is in view, exploring and resting are
refused, and walking takes one step at a time.
"""

from __future__ import annotations

from steep.play.moves.auto_fight import Fight, FightOn
from steep.play.moves.explore import Descend, Explore
from steep.play.moves.move_base_class import BotMove, Move
from steep.play.moves.travel_run_and_rest import Rest, Run, Travel
from steep.play.moves.what_interrupts_moves import Interrupts

__all__ = ["BotMove", "Descend", "Explore", "Fight", "FightOn", "Interrupts", "Move", "Rest", "Run", "Travel"]
