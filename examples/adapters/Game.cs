// Lets Steep play a game in C# (.NET 8 or newer). Copy this file, and put your game in the place of Corridor.
// Try it as it is: dotnet new console; dotnet build; steep game-test "dotnet run --no-build". docs/game-protocol.md has
// all that a view may say. No test of Steep's runs it, as they have no .NET.
using System.Text.Json;

Console.SetOut(Console.Error); // what the game prints goes to standard error, as standard output is for answers
using var output = new StreamWriter(Console.OpenStandardOutput()) { AutoFlush = true };
var game = new Corridor();
while (Console.ReadLine() is { } line)
{
    using var asked = JsonDocument.Parse(line);
    if (asked.RootElement.TryGetProperty("seed", out var seed)) game.Start(seed.GetInt64());
    else game.Act(asked.RootElement.GetProperty("action").EnumerateArray().ToArray());
    output.WriteLine(JsonSerializer.Serialize(game.View()));
}

class Corridor
{
    long random;
    int floor, x, hp, turn;
    bool won;

    public void Start(long seed)
    {
        random = seed % 65537 + 1; // all chance follows from the seed
        (floor, x, hp, turn, won) = (1, 1, 3, 0, false);
    }

    public void Act(JsonElement[] action)
    {
        var verb = action[0].GetString();
        if (verb == "own") verb = x == 6 ? "descend" : "forward"; // a bot of the game's own
        if (verb == "move" && action[2].GetInt32() == 0) Step(action[1].GetInt32());
        else if (verb == "forward") Step(1);
        else if (verb == "descend" && x == 6 && floor == 3) won = true;
        else if (verb == "descend" && x == 6) (floor, x) = (floor + 1, 1);
        turn++;
        random = (random * 75 + 74) % 65537;
        if (random % 8 == 0) hp--;
    }

    void Step(int dx) => x = Math.Clamp(x + dx, 1, 6);

    object? Over() => hp <= 0 ? new { end = "died", killer = "rat" } : won ? new { end = "won" } : null;

    public object View() => new
    {
        floor,
        can = new[] { "move", "wait", "descend", "own" },
        hero = new[] { x, 1 },
        cells = new[] { "########", "#......#", "########" },
        stairs = new[] { 6, 1 },
        hp,
        max_hp = 3,
        turn,
        over = Over(),
    };
}
