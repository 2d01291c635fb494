"""A solver of two-tone boards in plain Python 3, short and slow:

    exhaust compare bfs 'exec:python3 examples/python/twotone.py' --space 1x4

It reads a request a line from standard input and prints a reply a line
(docs/PROTOCOL.md, the line of two-tone boards). The search is a 0-1 breadth-first
search: what a move leads to goes to the back of the queue, and what a handover
leads to, which costs nothing, to the front.
"""
import json
import sys
from collections import deque

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
OTHER = {"black": "white", "white": "black"}
COLOUR = {"black": "B", "white": "W"}


def targets(board, turn, pieces, cells):
    """Yield each legal move of the side to move, with the cell that it goes to."""
    cols = board["cols"]
    for letter, (down, right) in STEPS.items():
        row, col = pieces[turn] // cols + down, pieces[turn] % cols + right
        to = row * cols + col
        inside = 0 <= row < board["rows"] and 0 <= col < cols
        if inside and to != pieces[OTHER[turn]] and cells[to] != COLOUR[turn]:
            yield letter, to


def enter(turn, pieces, cells, stars, to):
    """Return the position after a move onto a cell."""
    if cells[to] != "R":
        cells = cells[:to] + COLOUR[turn] + cells[to + 1 :]
    after = OTHER[turn] if to in stars else turn
    return after, {**pieces, turn: to}, cells, stars - {to}


def solve(board):
    """Return the answer as keys of a reply."""
    pieces = {"black": board["black"], "white": board["white"]}
    start = board["turn"], pieces, board["cells"], frozenset(board["stars"])
    queue, met = deque([("", start)]), set()
    while queue:
        play, (turn, pieces, cells, stars) = queue.popleft()
        if not stars:
            return {"length": len(play.replace("-", "")), "solution": play}
        key = turn, pieces["black"], pieces["white"], cells, stars
        if key in met:
            continue
        met.add(key)
        moves = list(targets(board, turn, pieces, cells))
        for letter, to in moves:
            queue.append((play + letter, enter(turn, pieces, cells, stars, to)))
        if not moves and board["rule"] == "handover":
            queue.appendleft((play + "-", (OTHER[turn], pieces, cells, stars)))
    return {"unsolvable": True}  # all that can be reached was met


for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], **solve(request)}), flush=True)
