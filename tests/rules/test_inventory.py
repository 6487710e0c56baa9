"""The inventory: picking up, dropping, equipping and unequipping."""

from __future__ import annotations

from scenes import HERO_DEFENSE, HERO_POWER, ITEMS, E, Scene, W, a_ruleset, drawn, kind_of
from steep.core.ruleset import DEFENSE, POWER
from steep.core.world import HERO, MAX_ITEMS
from steep.mapgen.put_on_free_cell import add_item
from steep.rules import action_codes
from steep.rules.action_codes import action
from steep.rules.perceived_events import DROPPED, EQUIPPED, HIT, PICKED_UP, UNEQUIPPED

ALONE = "#@..#"


def test_stepping_on_an_item_does_not_pick_it_up() -> None:
    scene = Scene("#@!.#")
    scene.move(E)
    assert scene.inventory() == "....."
    assert scene.pick_up() == action_codes.DONE
    assert scene.inventory() == "!...."
    assert scene.hero.inventory_count == 1
    scene.move(E)
    assert scene.picture() == drawn("#..@#")


def test_picking_up_emits_the_item_and_its_slot() -> None:
    scene = Scene(ALONE)
    scene.give("%", "%")
    scene.put("!", scene.hero.cell)
    scene.pick_up()
    assert [(event.who, event.whom, event.amount) for event in scene.events(PICKED_UP)] == [(HERO, kind_of("!"), 2)]


def test_items_on_one_cell_are_picked_up_one_at_a_time() -> None:
    scene = Scene(ALONE)
    for sign in "!~!":
        scene.put(sign, scene.hero.cell)
    scene.pick_up()
    assert scene.inventory() == "!...."
    scene.pick_up()
    assert scene.inventory() == "!~..."
    scene.pick_up()
    assert scene.refuse(action(action_codes.PICK_UP)) == action_codes.NOTHING_HERE


def test_an_item_on_an_adjacent_cell_cannot_be_picked_up() -> None:
    scene = Scene("#@!.#")
    assert scene.refuse(action(action_codes.PICK_UP)) == action_codes.NOTHING_HERE


def test_a_full_inventory_takes_no_more_and_the_item_stays() -> None:
    scene = Scene(ALONE)
    scene.give("%", "%", "%", "%", "%")
    scene.put("!", scene.hero.cell)
    assert scene.refuse(action(action_codes.PICK_UP)) == action_codes.INVENTORY_FULL
    assert scene.hero.seen_items[0].cell == scene.hero.cell


def test_items_keep_their_slots_and_a_new_one_takes_the_first_free_slot() -> None:
    scene = Scene(ALONE)
    scene.give("!", "~", "?")
    scene.drop(1)
    assert scene.inventory() == "!.?.."
    scene.drop(0)
    scene.move(E)
    scene.put("*", scene.hero.cell)
    scene.pick_up()
    assert scene.inventory() == "*.?.."


def test_a_dropped_item_lies_on_the_heros_cell_and_can_be_picked_up_again() -> None:
    scene = Scene(ALONE)
    scene.give("!")
    assert scene.drop(0) == action_codes.DONE
    scene.move(E)
    assert scene.picture() == drawn("#!@.#")
    scene.move(W)
    scene.pick_up()
    assert scene.inventory() == "!...."


def test_dropping_emits_the_item() -> None:
    scene = Scene(ALONE)
    scene.give("!")
    scene.drop(0)
    assert [(event.who, event.whom) for event in scene.events(DROPPED)] == [(HERO, kind_of("!"))]


def test_an_empty_slot_can_be_neither_used_nor_dropped() -> None:
    scene = Scene(ALONE)
    scene.give("!")
    for slot in (1, 4, 5, 25, 26, 63):
        assert scene.refuse(action(action_codes.USE, slot)) == action_codes.EMPTY_SLOT
        assert scene.refuse(action(action_codes.DROP, slot)) == action_codes.EMPTY_SLOT


def test_nothing_can_be_dropped_on_a_floor_with_no_room_left() -> None:
    scene = Scene(ALONE)
    scene.give("!")
    scene.equip("/")
    for _ in range(MAX_ITEMS):
        assert add_item(scene.world, kind_of("%"), scene.at(3, 1))
    assert scene.refuse(action(action_codes.DROP, 0)) == action_codes.NO_ROOM_ON_FLOOR
    assert scene.refuse(action(action_codes.DROP, 1)) == action_codes.NO_ROOM_ON_FLOOR


def test_picking_up_an_item_makes_room_on_a_full_floor() -> None:
    scene = Scene(ALONE)
    scene.give("!")
    for _ in range(MAX_ITEMS):
        assert add_item(scene.world, kind_of("%"), scene.hero.cell)
    scene.pick_up()
    assert scene.drop(0) == action_codes.DONE
    assert scene.world.dropped_items == 0


class TestGear:
    def test_stays_in_its_slot_when_equipped_and_unequipped(self) -> None:
        scene = Scene(ALONE)
        scene.give("/")
        scene.use(0)
        assert (scene.inventory(), scene.equipped()) == ("/....", "/")
        scene.use(0)
        assert (scene.inventory(), scene.equipped()) == ("/....", "")
        assert (scene.hero.stats[POWER], scene.hero.stats[DEFENSE]) == (HERO_POWER, HERO_DEFENSE)

    def test_in_the_same_equipment_slot_is_unequipped_first(self) -> None:
        scene = Scene(ALONE)
        scene.give("/", "|", "[")
        scene.use(0)
        scene.use(2)
        scene.use(1)
        assert scene.equipped() == "|["
        assert (scene.hero.stats[POWER], scene.hero.stats[DEFENSE]) == (HERO_POWER + 5, HERO_DEFENSE + 3)
        swap = [(event.what, event.whom) for event in (*scene.events(UNEQUIPPED), *scene.events(EQUIPPED)[2:])]
        assert swap == [(UNEQUIPPED, kind_of("/")), (EQUIPPED, kind_of("|"))]

    def test_of_the_same_kind_is_swapped(self) -> None:
        scene = Scene(ALONE)
        scene.give("/", "/")
        scene.use(0)
        scene.use(1)
        assert [carried.equipped for carried in scene.carried()] == [0, 1, 0, 0, 0]
        assert scene.hero.stats[POWER] == HERO_POWER + ITEMS["/"].power

    def test_is_unequipped_before_it_is_dropped(self) -> None:
        scene = Scene(ALONE)
        scene.equip("[")
        scene.drop(0)
        assert scene.hero.stats[DEFENSE] == HERO_DEFENSE
        assert (scene.inventory(), scene.equipped()) == (".....", "")
        assert [event.what for event in scene.hero.events[: scene.hero.event_count]] == [UNEQUIPPED, DROPPED]

    def test_takes_a_turn_to_equip(self) -> None:
        scene = Scene("#@o.#")
        scene.give("[")
        scene.use(0)
        assert [hit.amount for hit in scene.events(HIT)] == [2]

    def test_the_hero_starts_with_is_equipped_if_the_ruleset_says_so(self) -> None:
        ruleset = a_ruleset()
        for start, (sign, equipped) in zip(ruleset.start, (("/", 1), ("[", 0), ("!", 0)), strict=False):
            start.kind = kind_of(sign)
            start.equipped = equipped
        ruleset.start_count = 3
        scene = Scene(ALONE, ruleset)
        assert (scene.inventory(), scene.equipped(), scene.hero.inventory_count) == ("/[!..", "/", 3)
        assert (scene.hero.stats[POWER], scene.hero.stats[DEFENSE]) == (HERO_POWER + 2, HERO_DEFENSE)
        assert scene.hero.event_count == 0
