// A solver of any puzzle that is searched move by move, in plain JavaScript, for Node 18 or later:
//
//     exhaust compare graph 'exec:node examples/javascript/any.js' --space huarong:2x3
//
// It reads a request a line from standard input and prints a reply a line (docs/PROTOCOL.md, the
// general line). PUZZLES says how a case of each puzzle is read; to add one, write such a
// function. All else is one breadth-first search.
"use strict";

// A search that has met more positions than these gives up.
const MOST_POSITIONS = 200000;

// A grid is the cells of a board: rows of text, joined by /.
function grid(text) {
  const lines = text.split("/"), rows = lines.length, cols = lines[0].length;
  return {
    rows, cols, cells: lines.join(""),
    // beside returns the cell that is so far down and to the right of another, or -1 off the board.
    beside(cell, down, right) {
      const row = Math.floor(cell / cols) + down, col = (cell % cols) + right;
      return row < 0 || row >= rows || col < 0 || col >= cols ? -1 : row * cols + col;
    },
  };
}

// put returns text with another letter at i.
const put = (text, i, letter) => text.slice(0, i) + letter + text.slice(i + 1);

// swap returns text with the letters at i and j exchanged.
const swap = (text, i, j) => put(put(text, i, text[j]), j, text[i]);

const STEPS = [["U", -1, 0], ["D", 1, 0], ["L", 0, -1], ["R", 0, 1]];

// The ways in which a knight jumps, and the names of rows and columns.
const JUMPS = [[-2, -1], [-2, 1], [-1, -2], [-1, 2], [1, -2], [1, 2], [2, -1], [2, 1]];
const ROWS = "abcdefghijklmnopqrstuvwxyzABC";
const COLUMNS = "123456789ABCDEFGHIJKLMNOPQRST";

// A function for each puzzle reads a case. It returns the first position, a function that yields
// each move from a position with the position after it, and a function that tells whether a
// position is what is looked for. A position is a text: the cells of the board.
const PUZZLES = {
  // 0 is a fixed cell, 1 a tile, o the hole, p the piece.
  huarong(text) {
    const [rows, query] = text.split(":"), board = grid(rows);
    const [holeRow, holeCol, row, col, toRow, toCol] = query.split(",").map((n) => n - 1);
    const target = toRow * board.cols + toCol;
    const withHole = put(board.cells, holeRow * board.cols + holeCol, "o");
    return {
      start: put(withHole, row * board.cols + col, "p"),
      won: (position) => position[target] === "p",
      * successors(position) {
        const hole = position.indexOf("o");
        for (const [letter, down, right] of STEPS) {
          const to = board.beside(hole, down, right);
          if (to >= 0 && position[to] !== "0") yield [letter, swap(position, hole, to)];
        }
      },
    };
  },

  // 1 is a black knight, 0 a white one, * the hole. A move is the cell that the knight leaves.
  knights(text) {
    const board = grid(text), { rows, cols } = board;
    const middle = Math.floor(rows / 2) * cols + Math.floor(cols / 2);
    const colours = Array.from(board.cells, (_, cell) => {
      const above = (cell % cols) * (rows - 1) - Math.floor(cell / cols) * (cols - 1);
      return above > 0 || (above === 0 && cell < middle) ? "1" : "0";
    });
    const goal = put(colours.join(""), middle, "*");
    const name = (cell) => ROWS[Math.floor(cell / cols)] + COLUMNS[cell % cols];
    return {
      start: board.cells,
      won: (position) => position === goal,
      * successors(position) {
        const hole = position.indexOf("*");
        for (const [down, right] of JUMPS) {
          const from = board.beside(hole, down, right);
          if (from >= 0) yield [name(from), swap(position, hole, from)];
        }
      },
    };
  },
};

// solve returns the answer as keys of a reply.
function solve({ start, successors, won }) {
  // How each position was first met: from which one, and by which move.
  const came = new Map([[start, null]]);
  for (const position of came.keys()) { // in the order in which they are added
    if (won(position)) {
      const moves = walkBack(came, position);
      return { value: moves.length, solution: moves.join("") };
    }
    for (const [move, after] of successors(position)) {
      if (!came.has(after)) came.set(after, [position, move]);
    }
    if (came.size > MOST_POSITIONS) return { limit: true };
  }
  return { unsolvable: true }; // all that can be reached was met
}

// walkBack returns the moves that led to a position.
function walkBack(came, position) {
  const moves = [];
  for (let step = came.get(position); step; step = came.get(step[0])) moves.push(step[1]);
  return moves.reverse();
}

// reply returns the reply to a line.
function reply(line) {
  let id = null;
  try {
    const request = JSON.parse(line);
    if (request.id === undefined) throw new Error("there is no id");
    id = request.id;
    if (!Object.hasOwn(PUZZLES, request.puzzle)) return { id, limit: true };
    return { id, ...solve(PUZZLES[request.puzzle](request.case)) };
  } catch (error) {
    return { id, error: String(error) };
  }
}

// Requests come in pieces of any length. The replies to the whole lines of a piece are written
// together.
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (piece) => {
  const lines = (rest + piece).split("\n");
  rest = lines.pop();
  const replies = lines.map((line) => JSON.stringify(reply(line)) + "\n");
  if (replies.length > 0) process.stdout.write(replies.join(""));
});
