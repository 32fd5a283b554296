# %%
"""Draw a learning curve, cell by cell as in a notebook, or all at once.

    pip install 'potluck[gymnasium]' matplotlib
    python examples/learning_curve.py 2 curve.svg     # minutes, and the file to draw into

The learner of learner.py plays a short game of Potential against the random bot. Every few lessons its mean score is
measured over some hundred matches that it does not learn from.
"""

import sys
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt

sys.path.insert(0, str(Path(__file__).parent))
from learner import evaluate, lessons

MINUTES = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
FILE = Path(sys.argv[2] if len(sys.argv) > 2 else "learning_curve.svg")
MATCHES = 400  # of each measurement

# %% Learn, and measure now and then
moves: list[int] = []
scores: list[float] = []
for number, (learned, network) in enumerate(lessons(MINUTES)):
    if number % 20 == 0:
        moves.append(learned)
        scores.append(evaluate(network, MATCHES, seed=7))
        print(f"{learned:>9,} moves: {scores[-1]:+.2f}")

# %% Draw: the score is +1 for a win and -1 for a loss, so its error over n matches is at most 1 / √n
error = 2 / MATCHES**0.5
figure, axes = plt.subplots(figsize=(7, 4))
axes.plot(moves, scores, color="#413A6B")
axes.fill_between(moves, [s - error for s in scores], [s + error for s in scores], color="#413A6B", alpha=0.15)
axes.axhline(0, color="grey", linewidth=0.8)
axes.set(xlabel="moves learned from", ylabel="mean score against the random bot", ylim=(-1, 1))
figure.savefig(FILE, bbox_inches="tight")
print(f"drawn into {FILE}")
