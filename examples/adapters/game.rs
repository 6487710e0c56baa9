//! Lets Steep play a game in Rust. Copy this file, and put your game in the place of Corridor.
//! Try it as it is: `rustc -O game.rs`, then `steep game-test ./game`. docs/game-protocol.md has all that a view says.
use std::io::{stdin, stdout, BufRead, Write};

#[derive(Default)]
struct Corridor { random: u64, floor: u32, x: i64, hp: i32, turn: u32, won: bool }

impl Corridor {
    fn start(seed: u64) -> Self {
        // All chance follows from the seed.
        Corridor { random: seed % 65537 + 1, floor: 1, x: 1, hp: 3, ..Default::default() }
    }

    fn act(&mut self, verb: &str, rest: &[&str]) {
        let own = if self.x == 6 { "descend" } else { "move" };
        let verb = if verb == "own" { own } else { verb }; // a bot of the game's own
        let number = |at: usize, other: i64| rest.get(at).and_then(|word| word.parse().ok()).unwrap_or(other);
        match verb {
            "move" if number(1, 0) == 0 && (1..=6).contains(&(self.x + number(0, 1))) => self.x += number(0, 1),
            "descend" if self.x == 6 && self.floor == 3 => self.won = true,
            "descend" if self.x == 6 => (self.floor, self.x) = (self.floor + 1, 1),
            _ => {} // an impossible action just takes a turn
        }
        self.turn += 1;
        self.random = (self.random * 75 + 74) % 65537;
        self.hp -= i32::from(self.random % 8 == 0);
    }

    fn over(&self) -> &str {
        if self.hp <= 0 { r#"{"end":"died","killer":"rat"}"# } else if self.won { r#"{"end":"won"}"# } else { "null" }
    }

    fn view(&self) -> String {
        let cells = ["########", "#......#", "########"].map(text).join(",");
        let Corridor { floor, x, hp, turn, .. } = self;
        let seen = format!(r#""floor":{floor},"hero":[{x},1],"cells":[{cells}],"stairs":[6,1],"hp":{hp},"max_hp":3"#);
        format!(r#"{{{seen},"can":["move","wait","descend","own"],"turn":{turn},"over":{}}}"#, self.over())
    }
}

/// A text as JSON.
fn text(plain: &str) -> String {
    let is_plain = |c: char| c >= ' ' && c != '"' && c != '\\';
    let escape = |c: char| if is_plain(c) { c.to_string() } else { format!("\\u{:04x}", c as u32) };
    format!("\"{}\"", plain.chars().map(escape).collect::<String>())
}

fn main() {
    let mut game = Corridor::default();
    // A request is {"do":"start","seed":17} or {"do":"act","action":["move",1,0]}: what counts stands at its end.
    for line in stdin().lock().lines().map_while(Result::ok) {
        let value = line.rsplit_once(['[', ':']).map_or("", |(_, value)| value).trim_end_matches([']', '}']);
        let words: Vec<&str> = value.split(',').map(|word| word.trim_matches('"')).collect();
        match words[0].parse() {
            Ok(seed) => game = Corridor::start(seed),
            Err(_) => game.act(words[0], &words[1..]),
        }
        writeln!(stdout(), "{}", game.view()).and_then(|()| stdout().flush()).expect("Steep reads the answers");
    }
}
