"""Farkle by the rules of the assignment: a roll a line in, its best score a line out.

With the argument "wrong", three ones are 100 and not 1000.
"""

import sys

ONES = 100 if "wrong" in sys.argv else 1000


def score(roll):
    counts = [roll.count(face) for face in "123456"]
    if counts == [1] * 6:
        return 1500
    points = 0
    for face, count in enumerate(counts, start=1):
        triples, singles = divmod(count, 3)
        points += triples * (ONES if face == 1 else 100 * face)
        points += singles * {1: 100, 5: 50}.get(face, 0)
    return points


if __name__ == "__main__":
    for line in sys.stdin:
        print(score(line.strip()))
