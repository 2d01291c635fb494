// A solver of the two-tone puzzle in plain JavaScript, for Node 18 or later:
//
//     exhaust compare bfs 'exec:node examples/javascript/solver.js'
//
// It reads a request a line from standard input and prints a reply a line
// (docs/PROTOCOL.md). The search is breadth first: a level holds the positions that
// are reached in so many moves, and a handover, which costs nothing, stays in its level.
"use strict";

const STEPS = [["U", -1, 0], ["D", 1, 0], ["L", 0, -1], ["R", 0, 1]];
const COLOUR = { black: "B", white: "W" };
const OTHER = { black: "white", white: "black" };

// targets returns the moves that a piece has: [letter, cell].
function targets(board, p, mover) {
  const row = Math.floor(p[mover] / board.cols), col = p[mover] % board.cols;
  const found = [];
  for (const [letter, down, right] of STEPS) {
    const r = row + down, c = col + right, to = r * board.cols + c;
    if (r < 0 || r >= board.rows || c < 0 || c >= board.cols) continue;
    if (to === p[OTHER[mover]] || p.cells[to] === COLOUR[mover]) continue;
    found.push([letter, to]);
  }
  return found;
}

// put returns text with another letter at i.
const put = (text, i, letter) => text.slice(0, i) + letter + text.slice(i + 1);

// move returns the position after a move.
function move(p, letter, to) {
  const q = { ...p, [p.turn]: to, before: p, letter };
  if (q.cells[to] !== "R") q.cells = put(q.cells, to, COLOUR[p.turn]);
  if (q.stars[to] === "*") {
    q.stars = put(q.stars, to, ".");
    q.turn = OTHER[p.turn];
  }
  return q;
}

// key tells positions apart.
const key = (p) => [p.black, p.white, p.cells, p.stars, p.turn].join();

// play returns the steps that led to a position.
function play(p) {
  const steps = [];
  for (; p.before; p = p.before) steps.push(p.letter);
  return steps.reverse().join("");
}

// solve returns a shortest play that wins, or null if there is none.
function solve(board) {
  let stars = ".".repeat(board.cells.length);
  for (const cell of board.stars) stars = put(stars, cell, "*");
  const start = { black: board.black, white: board.white, cells: board.cells, stars, turn: board.turn };
  if (!stars.includes("*")) return "";
  const seen = new Set([key(start)]);
  const isNew = (p) => !seen.has(key(p)) && seen.add(key(p));
  for (let level = [start]; level.length > 0;) {
    const next = [];
    for (let i = 0; i < level.length; i++) { // grows by handovers
      const p = level[i];
      const moves = targets(board, p, p.turn);
      for (const [letter, to] of moves) {
        const q = move(p, letter, to);
        if (!q.stars.includes("*")) return play(q);
        if (isNew(q)) next.push(q);
      }
      if (moves.length > 0 || board.rule !== "handover") continue;
      if (targets(board, p, OTHER[p.turn]).length === 0) continue;
      const q = { ...p, turn: OTHER[p.turn], before: p, letter: "-" };
      if (isNew(q)) level.push(q);
    }
    level = next;
  }
  return null;
}

// reply returns the reply to a line.
function reply(line) {
  let id = null;
  try {
    const board = JSON.parse(line);
    id = board.id;
    const solution = solve(board);
    if (solution === null) return { id, unsolvable: true };
    return { id, length: solution.replaceAll("-", "").length, solution };
  } catch (error) {
    return { id, error: String(error) };
  }
}

// Requests come in pieces of any length. The replies to the whole lines of a piece are written together.
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (piece) => {
  const lines = (rest + piece).split("\n");
  rest = lines.pop();
  if (lines.length > 0) process.stdout.write(lines.map((line) => JSON.stringify(reply(line)) + "\n").join(""));
});
