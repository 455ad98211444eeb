"""A right scorer of Bunco in plain Python, as text for programs and modules."""

SCORE = """
import sys
def score(line):
    target, _, dice = line.strip().partition(" | ")
    faces = dice.split()
    if len(set(faces)) == 1:
        return 21 if faces[0] == target else 5
    return faces.count(target)
"""

LOOP = "for line in sys.stdin: print(score(line))"
