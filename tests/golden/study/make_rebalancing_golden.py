"""Rebalancing of a small invented benchmark by brute force, from numpy and scipy.

Forty items in three given subdomains of 22, 12 and 6; five models with graded, 0/1 and missing scores; distributions
over three options for the first model. The order of removal comes from the whole similarity matrix.

Run: /usr/bin/python3 tests/golden/study/make_rebalancing_golden.py > tests/golden/study/rebalancing.json
"""

import itertools
import json
import platform

import numpy
import scipy
from scipy import stats

random = numpy.random.default_rng(20)
SIZES = [22, 12, 6]
TAU, BANDWIDTH = 1.0, 0.1
POINTS = 6

labels = numpy.repeat([0, 1, 2], SIZES)
random.shuffle(labels)
N = len(labels)
distributions = random.dirichlet([1.2, 1.0, 0.8], N)
scores = numpy.empty((5, N))
scores[0] = random.random(N) < 0.7
scores[1] = random.random(N) < numpy.array([0.8, 0.5, 0.3])[labels]
scores[2] = random.integers(0, 5, N) / 4  # graded
scores[3] = random.random(N) < 0.6
scores[4] = random.random(N) < numpy.array([0.5, 0.65, 0.7])[labels]
scores[3, [3, 17, 30]] = numpy.nan

# Canonical labels: by size, the largest first.
assert SIZES == sorted(SIZES, reverse=True)

kl = numpy.array([[numpy.sum(p * numpy.log(p / q)) for q in distributions] for p in distributions])
similarity = numpy.exp(-TAU / 2 * (kl + kl.T))

inside = [list(numpy.flatnonzero(labels == a)) for a in range(3)]
order = []
smallest_gap = numpy.inf
while len(set(map(len, inside))) > 1:
    a = max(range(3), key=lambda s: (len(inside[s]), -s))
    means = [numpy.mean([similarity[i, j] for j in inside[a] if j != i]) for i in inside[a]]
    best = int(numpy.argmax(means))
    smallest_gap = min(smallest_gap, means[best] - sorted(means)[-2])
    order.append(int(inside[a].pop(best)))
assert smallest_gap > 1e-5  # single precision must not decide


def harmony(values, groups):
    weights, means = [], []
    for a in range(3):
        own = values[(groups == a) & ~numpy.isnan(values)]
        weights.append(len(own))
        means.append(own.mean())
    w = numpy.array(weights) / sum(weights)
    means = numpy.array(means)
    mass = w * numpy.exp(-(((means - w @ means) / BANDWIDTH) ** 2))
    mass = mass / mass.sum()
    return float(-numpy.sum(mass * numpy.log(mass + 1e-12)) / numpy.log(3))


full = numpy.nanmean(scores, axis=1)
points = []
for t in range(POINTS):
    pruned = int(numpy.floor(len(order) * t / (POINTS - 1) + 0.5))
    kept = numpy.setdiff1d(numpy.arange(N), order[:pruned])
    accuracies = numpy.nanmean(scores[:, kept], axis=1)
    errors = []
    swaps = 0
    for i, j in itertools.combinations(range(5), 2):
        d = scores[i, kept] - scores[j, kept]
        d = d[~numpy.isnan(d)]
        errors.append(d.std(ddof=1) / numpy.sqrt(len(d)))
        swaps += (full[i] - full[j]) * (accuracies[i] - accuracies[j]) < 0
    sizes = numpy.bincount(labels[kept], minlength=3)
    w = sizes / sizes.sum()
    # Exact p of random removals, for the models with 0/1 scores and nothing missing: hypergeometric.
    exact = []
    for m in (0, 1, 4):
        right = int(scores[m].sum())
        support = numpy.arange(0, N + 1)
        mass = stats.hypergeom.pmf(support, N, right, len(kept))
        centre = len(kept) * right / N
        exact.append(float(mass[numpy.abs(support - centre) >= abs(scores[m, kept].sum() - centre) - 1e-9].sum()))
    points.append(
        {
            "pruned": pruned,
            "sizes": sizes.tolist(),
            "accuracy": accuracies.tolist(),
            "harmony": [harmony(scores[m, kept], labels[kept]) for m in range(5)],
            "harmony_of_sizes": float(-numpy.sum(w * numpy.log(w)) / numpy.log(3)),
            "kendall": float(stats.kendalltau(full, accuracies).statistic),
            "swaps": int(swaps),
            "detectable": float(stats.norm.ppf(0.975) * numpy.median(errors)),
            "exact_p": exact,
        }
    )

macro = []
for m in range(5):
    own = [scores[m][(labels == a) & ~numpy.isnan(scores[m])] for a in range(3)]
    n = numpy.array([len(x) for x in own])
    weight = 1 / 3 - n / n.sum()
    difference = float(weight @ [x.mean() for x in own])
    error = numpy.sqrt(numpy.sum(weight**2 * [x.var(ddof=1) for x in own] / n))
    macro.append(
        {
            "value": float(numpy.mean([x.mean() for x in own])),
            "difference": difference,
            "low": float(difference - stats.norm.ppf(0.975) * error),
            "high": float(difference + stats.norm.ppf(0.975) * error),
            "p": float(2 * stats.norm.sf(abs(difference / error))),
        }
    )

print(
    json.dumps(
        {
            "made_by": f"numpy {numpy.__version__}, scipy {scipy.__version__}, Python {platform.python_version()}",
            "labels": labels.tolist(),
            "distributions": [[float(x) for x in row] for row in distributions],
            "scores": [[None if numpy.isnan(x) else float(x) for x in row] for row in scores],
            "order": order,
            "points": points,
            "macro": macro,
        }
    )
)
