"""Whose attacks, abilities and statuses take HP, and who is blamed for a death by them."""

from __future__ import annotations

from generated_floors import rulebook_from
from scenes import HERO_HP, Scene, SceneAbility, a_ruleset, add_status, give_abilities, kind_of, set_hp
from steep.core.ruleset import DAMAGE, GIVE_STATUS, ON_HIT, TARGET, Ruleset
from steep.core.world import DEAD, HERO, HERO_ROW, PLAYING
from steep.lab.figures.figures_with_intervals import measured_figures
from steep.lab.figures.game_figures import ATTACK_KEY, cause_keys
from steep.lab.simulate.floor_visit import ATTACK, OWN_FIRE, DamageRow, FloorVisit
from steep.lab.simulate.play_in_one_thread import PlainSimulator
from steep.lab.simulate.played_games import MeasuredGames
from steep.lab.simulate.simulation import SimulationState, begin_visit, count_events, end_visit
from steep.lab.simulate.simulation_task import Task
from steep.lab.storage.manifest import Manifest
from steep.rules.abilities.statuses import give_status

RAT = kind_of("r")
BITE = 3
"""HP that a rat's bite takes besides its hit of 2."""
VENOM = 1
"""HP that its poison takes each turn."""


def venomous_rats() -> tuple[Ruleset, int, int]:
    """A ruleset whose rats bite and poison when they hit; the causes of the bite and of the poison."""
    ruleset = a_ruleset()
    poison = add_status(ruleset, hp=-VENOM)
    give_abilities(
        ruleset,
        "r",
        SceneAbility(ON_HIT, TARGET, DAMAGE, amount=BITE),
        SceneAbility(ON_HIT, TARGET, GIVE_STATUS, status=poison, turns=9),
    )
    return ruleset, 1 + ruleset.monsters[RAT].first_ability, 1 + ruleset.ability_count + poison


def measured(scene: Scene, turns: int, end: int = PLAYING) -> tuple[FloorVisit, list[tuple[int, int, int, int]]]:
    """What the lab records of some turns that the hero waits: the visit, and kind, cause, damage and hits by wound."""
    state = SimulationState()
    state.world = scene.world
    begin_visit(state, scene.ruleset)
    state.event_cursor = scene.hero.event_count
    for _ in range(turns):
        scene.wait()
        count_events(state, scene.ruleset)
    visits, wounds = [FloorVisit()], [DamageRow() for _ in range(200)]
    end_visit(state, scene.ruleset, visits, wounds, end)
    return visits[0], [(row.kind, row.cause, row.damage, row.hits) for row in wounds[: state.wound_count]]


def remove(scene: Scene, sign: str) -> None:
    """Take a monster off the map."""
    actor = scene.enemy(sign)
    actor.hp = 0
    scene.world.occupant[actor.cell] = 0


def test_hp_lost_to_attacks_abilities_and_statuses_are_counted_apart() -> None:
    ruleset, bite, poison = venomous_rats()
    scene = Scene("#####\n#@r.#\n#####", ruleset)
    visit, wounds = measured(scene, 2)
    assert wounds == [(RAT, ATTACK, 4, 2), (RAT, bite, 2 * BITE, 2), (RAT, poison, 2 * VENOM, 2)]
    assert visit.damage == HERO_HP - scene.hero.hp == 4 + 2 * BITE + 2 * VENOM


def test_poison_is_counted_for_who_gave_it_after_it_is_gone() -> None:
    ruleset, _, poison = venomous_rats()
    scene = Scene("#####\n#@r.#\n#####", ruleset)
    scene.wait()
    remove(scene, "r")
    _, wounds = measured(scene, 3)
    assert wounds == [(RAT, poison, 3 * VENOM, 3)]


def test_what_the_hero_does_to_itself_is_its_own_fire() -> None:
    ruleset = a_ruleset()
    poison = add_status(ruleset, hp=-2)
    scene = Scene("#####\n#@..#\n#####", ruleset)
    give_status(scene.world, ruleset, HERO_ROW, poison, 5, HERO)
    _, wounds = measured(scene, 2)
    assert wounds == [(OWN_FIRE, 1 + ruleset.ability_count + poison, 4, 2)]


def test_a_death_by_poison_is_blamed_on_who_gave_it() -> None:
    ruleset, _, _ = venomous_rats()
    scene = Scene("#####\n#@r.#\n#####", ruleset)
    scene.wait()
    remove(scene, "r")
    set_hp(scene.world, 2)
    visit, _ = measured(scene, 2, DEAD)
    assert scene.world.outcome == DEAD
    assert visit.killer == RAT


VIPERS = """
extends = "tcod-2020"
[abilities.fangs]
trigger = "hit"
shape = "touch"
effects = [{ status = "poisoned", turns = 3 }, { damage = 1 }]
[abilities.zap]
shape = "target"
effects = [{ damage = 4 }]
[monsters.orc]
abilities = ["fangs"]
[monsters.troll]
abilities = ["fangs"]
[items.wand]
glyph = "/"
abilities = ["zap"]
"""


def test_figures_name_the_abilities_and_statuses_that_took_hp() -> None:
    book = rulebook_from(VIPERS)
    assert len(cause_keys(book)) == 1 + book.compiled.ability_count + book.compiled.status_count
    task = Task("brawler", 0, 4, last_floor=3)
    batch = PlainSimulator(book.compiled).play(task, 0, 4, lambda _games, _turns: True)
    games = MeasuredGames(task, len(book.monsters))
    games.add(batch)
    figures = measured_figures(games, Manifest.of(book, [games.task]))
    assert {(harm.monster, harm.by) for harm in figures.harms} >= {
        ("orc", ATTACK_KEY),
        ("orc", "fangs"),
        ("orc", "poisoned"),
    }
    assert sum(harm.damage for harm in figures.harms) == batch.visits["damage"].sum() / 4
    assert abs(sum(harm.share for harm in figures.harms) - 1) < 1e-9
    fangs = batch.wounds["cause"] == cause_keys(book).index("fangs")
    assert (batch.wounds["damage"][fangs] == batch.wounds["hits"][fangs]).all()


def test_abilities_are_named_right_where_items_have_an_appearance() -> None:
    book = rulebook_from(
        VIPERS
        + """
appearance = "stick"
[appearances.stick]
names = ["short stick", "long stick"]
glyph = "/"
shape = "target"
"""
    )
    causes = cause_keys(book)
    assert len(causes) == 1 + book.compiled.ability_count + book.compiled.status_count
    for kind, row in zip(book.terrain, book.compiled.terrain, strict=False):
        if kind.abilities:
            assert causes[1 + row.first_ability] == kind.abilities[0]
