-- Lets Steep play a game in Lua (5.1 or newer, or LuaJIT). Copy this file, and put your game in the place of Corridor.
-- Try it as it is: steep game-test "lua5.4 game.lua". docs/game-protocol.md has all that a view says.
local Corridor = {}

function Corridor:start(seed)
  self.random = seed % 65537 + 1 -- all chance follows from the seed
  self.floor, self.x, self.hp, self.turn, self.over = 1, 1, 3, 0, nil
end

function Corridor:act(verb, dx, dy)
  if verb == "own" then verb, dx, dy = self.x == 6 and "descend" or "move", 1, 0 end -- a bot of the game's own
  if verb == "move" and dy == 0 and self.x + dx >= 1 and self.x + dx <= 6 then
    self.x = self.x + dx
  elseif verb == "descend" and self.x == 6 and self.floor == 3 then
    self.over = { ["end"] = "won" }
  elseif verb == "descend" and self.x == 6 then
    self.floor, self.x = self.floor + 1, 1
  end
  self.turn = self.turn + 1
  self.random = (self.random * 75 + 74) % 65537
  if self.random % 8 == 0 then self.hp = self.hp - 1 end
  if self.hp <= 0 then self.over = { ["end"] = "died", killer = "rat" } end
end

function Corridor:view()
  return {
    floor = self.floor, can = { "move", "wait", "descend", "own" }, hero = { self.x, 1 }, stairs = { 6, 1 },
    cells = { "########", "#......#", "########" }, hp = self.hp, max_hp = 3, turn = self.turn, over = self.over,
  }
end

local function quoted(text)
  return '"' .. text:gsub('[%c"\\]', function(c) return ("\\u%04x"):format(c:byte()) end) .. '"'
end

-- A table is a list if it has a first item or is empty; leave keys out rather than give an empty object.
local function json(value)
  if type(value) == "string" then return quoted(value) end
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  if value[1] ~= nil or next(value) == nil then
    for _, each in ipairs(value) do parts[#parts + 1] = json(each) end
    return "[" .. table.concat(parts, ",") .. "]"
  end
  for key, each in pairs(value) do parts[#parts + 1] = quoted(key) .. ":" .. json(each) end
  return "{" .. table.concat(parts, ",") .. "}"
end

io.stdout:setvbuf("line")
print = function(...) io.stderr:write(table.concat({ ... }, "\t"), "\n") end -- standard output is for answers
for line in io.lines() do
  local words = {}
  for quote, word in (line:match('"action":(%b[])') or ""):gmatch('("?)([^",%[%]]+)') do
    words[#words + 1] = quote == "" and tonumber(word) or word
  end
  local seed = line:match('"seed":(%d+)')
  if seed then Corridor:start(tonumber(seed)) else Corridor:act((table.unpack or unpack)(words)) end
  io.stdout:write(json(Corridor:view()), "\n")
end
