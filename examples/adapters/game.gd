# Lets Steep play a game in GDScript (Godot 4.4 or newer). Copy this file, and put your game in the place of Corridor.
# Try it as it is: steep game-test "godot --headless --script game.gd". docs/game-protocol.md has all that a view says.
# No test of Steep's runs it, as they have no Godot. In an exported game, set application/run/flush_stdout_on_print.
# Your game's own prints belong on standard error: printerr() instead of print().
extends SceneTree


class Corridor:
	var chance: int
	var depth: int
	var x: int
	var hp: int
	var turn: int
	var won: bool

	func start(number: int) -> void:
		chance = number % 65537 + 1 # all chance follows from the seed
		depth = 1
		x = 1
		hp = 3
		turn = 0
		won = false

	func act(verb: String, rest: Array) -> void:
		if verb == "own": # a bot of the game's own
			verb = "descend" if x == 6 else "move"
			rest = [1, 0]
		if verb == "move" and int(rest[1]) == 0 and x + int(rest[0]) >= 1 and x + int(rest[0]) <= 6:
			x += int(rest[0])
		elif verb == "descend" and x == 6 and depth == 3:
			won = true
		elif verb == "descend" and x == 6:
			depth += 1
			x = 1
		turn += 1
		chance = (chance * 75 + 74) % 65537
		hp -= 1 if chance % 8 == 0 else 0

	func view() -> Dictionary:
		var over = {"end": "won"} if won else null
		if hp <= 0:
			over = {"end": "died", "killer": "rat"}
		return {
			"floor": depth, "can": ["move", "wait", "descend", "own"], "hero": [x, 1], "stairs": [6, 1],
			"cells": ["########", "#......#", "########"], "hp": hp, "max_hp": 3, "turn": turn, "over": over,
		}


func _initialize() -> void:
	var game := Corridor.new()
	while true:
		var line := OS.read_string_from_stdin(4096)
		if line.is_empty():
			return quit()
		var asked: Dictionary = JSON.parse_string(line)
		if asked["do"] == "start":
			game.start(int(asked["seed"]))
		else:
			game.act(asked["action"][0], asked["action"].slice(1))
		print(JSON.stringify(game.view()))
