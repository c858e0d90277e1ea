# A simple search, as an example of a solver: reads a board from standard input, eight lines, one per column.
import heapq, sys
def card(name):
    return 'A23456789TJQK'.index(name[0]) * 4 + 'CDHS'.index(name[1])
def fits(a, b):  # whether card a may lie on card b
    return a // 4 + 1 == b // 4 and (a % 4 in (1, 2)) != (b % 4 in (1, 2))
def moves(columns, cells, home):
    for top, i in [(c[-1], i) for i, c in enumerate(columns) if c] + [(c, -1) for c in cells]:
        left = tuple(c[:-1] if k == i else c for k, c in enumerate(columns))
        rest = tuple(c for c in cells if c != top)
        if home[top % 4] == top // 4:
            yield left, rest, tuple(h + (s == top % 4) for s, h in enumerate(home))
        for j, c in enumerate(left):
            if j != i and (not c or fits(top, c[-1])):
                yield tuple(c + (top,) if k == j else c for k, c in enumerate(left)), rest, home
        if i >= 0 and len(cells) < 4:
            yield left, tuple(sorted(rest + (top,))), home
def cost(columns, cells, home):
    wrong = sum(a // 4 < b // 4 for c in columns for i, a in enumerate(c) for b in c[i + 1:])
    return 5 * (52 - sum(home)) + wrong + 2 * len(cells)
start = (tuple(tuple(map(card, line.split())) for line in sys.stdin), (), (0, 0, 0, 0))
queue, seen = [(cost(*start), start)], {start}
while queue:
    value, state = heapq.heappop(queue)
    if sum(state[2]) == 52: sys.exit(print('solved after', len(seen), 'states'))
    for new in moves(*state):
        if new not in seen: seen.add(new); heapq.heappush(queue, (cost(*new), new))
print('not solved')
