"""A solver of any puzzle that is searched move by move, in plain Python 3:

    exhaust compare graph 'exec:python3 examples/python/any.py' --space huarong:2x3

It reads a request a line from standard input and prints a reply a line
(docs/PROTOCOL.md, the general line). PUZZLES says how a case of each puzzle is
read; to add one, write such a function. All else is one breadth-first search.
"""
import json
import sys
from collections import deque

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
BACK = {"U": "D", "D": "U", "L": "R", "R": "L"}

# A search that has met more positions than these gives up.
MOST_POSITIONS = 200_000


# A function for each puzzle reads a case. It returns the first position, a
# function that yields each move from a position with the position after it, and a
# function that tells whether a position is what is looked for.


def huarong(case):
    """A position is where the hole and the piece are."""
    rows, query = case.split(":")
    free = {
        (r, c)
        for r, row in enumerate(rows.split("/"))
        for c, cell in enumerate(row)
        if cell == "1"
    }
    numbers = [int(n) - 1 for n in query.split(",")]
    hole, piece, target = zip(numbers[0::2], numbers[1::2])

    def successors(position):
        (row, col), piece = position
        for letter, (down, right) in STEPS.items():
            to = row + down, col + right
            if to in free:
                yield letter, (to, (row, col) if to == piece else piece)

    return (hole, piece), successors, lambda position: position[1] == target


def tiles(case):
    """A position is the tiles, cell by cell, with 0 for the gap."""
    size, numbers = case.split(":")
    rows, cols = map(int, size.split("x"))
    start = tuple(map(int, numbers.split(",")))
    solved = (*range(1, rows * cols), 0)

    def successors(position):
        gap = position.index(0)
        for letter, (down, right) in STEPS.items():
            row, col = gap // cols + down, gap % cols + right
            if 0 <= row < rows and 0 <= col < cols:
                after = list(position)
                other = row * cols + col
                after[gap], after[other] = after[other], 0
                yield BACK[letter], tuple(after)  # a move is the tile's way

    return start, successors, lambda position: position == solved


PUZZLES = {"huarong": huarong, "tiles": tiles}


def solve(start, successors, won):
    """Return the answer as keys of a reply."""
    came = {start: None}  # how each position was first met: the one before, the move
    queue = deque([start])
    while queue:
        position = queue.popleft()
        if won(position):
            moves = walk_back(came, position)
            return {"value": len(moves), "solution": "".join(moves)}
        for move, after in successors(position):
            if after not in came:
                came[after] = position, move
                queue.append(after)
        if len(came) > MOST_POSITIONS:
            return {"limit": True}
    return {"unsolvable": True}  # all that can be reached was met


def walk_back(came, position):
    """Return the moves that led to a position."""
    moves = []
    while came[position]:
        position, move = came[position]
        moves.append(move)
    return moves[::-1]


def reply(line):
    """Return the reply to a line."""
    number = None
    try:
        request = json.loads(line)
        number = request["id"]
        read = PUZZLES.get(request.get("puzzle"))
        answer = solve(*read(request["case"])) if read else {"limit": True}
    except Exception as error:  # a line that is no request, or a case that is none
        answer = {"error": repr(error)}
    return {"id": number, **answer}


for line in sys.stdin:
    print(json.dumps(reply(line)), flush=True)
