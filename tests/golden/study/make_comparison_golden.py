#!/usr/bin/env python3
"""Scaling, comparison, ranks and noise of small invented data, in numpy and scipy, for tests/cpp/study.

Run: /usr/bin/python3 tests/golden/study/make_comparison_golden.py
Writes comparison.json beside itself: data and results. Shares no code with the C++ core.
"""
import itertools
import json
import pathlib

import numpy as np
import scipy
from scipy import stats

rng = np.random.default_rng(7)
out = {"made_by": "tests/golden/study/make_comparison_golden.py",
       "versions": {"numpy": np.__version__, "scipy": scipy.__version__}}


def mcnemar(a, b):
    first, second = int(np.sum((a == 1) & (b == 0))), int(np.sum((a == 0) & (b == 1)))
    return stats.binomtest(first, first + second, 0.5).pvalue if first + second else 1.0


def holm(p):
    order = np.argsort(p, kind="stable")
    adjusted, running = np.empty(len(p)), 0.0
    for place, i in enumerate(order):
        running = max(running, min(1.0, (len(p) - place) * p[i]))
        adjusted[i] = running
    return adjusted


def bh(p):
    p = np.asarray(p)
    m = len(p)
    return np.array([min(1.0, min(p[j] * m / np.sum(p <= p[j]) for j in range(m) if p[j] >= p[i])) for i in range(m)])


def correlation(value, p, size, variance):
    z, error = np.arctanh(value), stats.norm.ppf(0.975) * np.sqrt(variance / (size - 3))
    return {"value": float(value), "pValue": float(p), "low": float(np.tanh(z - error)),
            "high": float(np.tanh(z + error))}


# ---- 0/1 scores of 9 models on 150 items with missing cells: ranks and noise; models 0 and 4 compared.
items = 150
strength = np.array([1.6, 1.5, 1.4, 0.7, 0.6, 0.5, -0.3, -0.4, -1.2])
difficulty = rng.normal(0, 0.7, items)
scores = (rng.random((9, items)) < 1 / (1 + np.exp(-(strength[:, None] - difficulty)))).astype(float)
scores[rng.random((9, items)) < 0.04] = np.nan
groups = rng.integers(0, 4, items)


def paired(a, b):
    both = ~np.isnan(a) & ~np.isnan(b)
    return a[both], b[both], both


def describe(a, b):
    d = a - b
    sd = np.std(d, ddof=1)
    half = stats.t.ppf(0.975, len(d) - 1) * sd / np.sqrt(len(d))
    return {"items": len(d), "first": float(np.mean(a)), "second": float(np.mean(b)), "difference": float(np.mean(d)),
            "low": float(np.mean(d) - half), "high": float(np.mean(d) + half), "effect": float(np.mean(d) / sd),
            "firstOnly": int(np.sum(d > 0)), "secondOnly": int(np.sum(d < 0)), "variance": float(sd**2 / len(d))}


def heterogeneity(parts):
    weight = np.array([1 / part["variance"] for part in parts])
    effect = np.array([part["difference"] for part in parts])
    q = float(np.sum(weight * (effect - np.sum(weight * effect) / np.sum(weight)) ** 2))
    return {"q": q, "degrees": len(parts) - 1, "pValue": float(stats.chi2.sf(q, len(parts) - 1))}


def rank(matrix, test, adjust):
    models = len(matrix)
    accuracy = np.nanmean(matrix, axis=1)
    order = sorted(range(models), key=lambda m: (-accuracy[m], m))
    pairs = list(itertools.combinations(order, 2))
    p, better = [], {}
    for a, b in pairs:
        x, y, _ = paired(matrix[a], matrix[b])
        p.append(test(x, y))
        better[a, b] = np.mean(x) > np.mean(y)
    adjusted = adjust(np.array(p))
    beats = {(a, b) if better[a, b] else (b, a) for (a, b), value in zip(pairs, adjusted) if value < 0.05}
    result = []
    for m in order:
        worse = sum((m, other) in beats for other in order)
        above = sum((other, m) in beats for other in order)
        tied = [other for other in range(models) if other != m and (m, other) not in beats and (other, m) not in beats]
        present = matrix[m][~np.isnan(matrix[m])]
        result.append({"model": m, "accuracy": float(accuracy[m]), "rank": 1 + above, "lowestRank": models - worse,
                       "tiedWith": tied,
                       "standardError": float(np.std(present, ddof=1) / np.sqrt(len(present)))})
    runs = []
    for first in range(models):
        last = first
        while last + 1 < models and not any(
                (order[i], order[last + 1]) in beats or (order[last + 1], order[i]) in beats
                for i in range(first, last + 1)):
            last += 1
        if not runs or last > runs[-1][1]:
            runs.append([first, last])
    return {"models": result, "distinguishable": len(beats), "groups": runs}


def noise(matrix):
    errors, wanted = [], []
    for a, b in itertools.combinations(range(len(matrix)), 2):
        x, y, _ = paired(matrix[a], matrix[b])
        errors.append(np.std(x - y, ddof=1) / np.sqrt(len(x)))
        wanted.append(len(x) * (stats.norm.ppf(0.975) * errors[-1] / 0.01) ** 2)
    single = [np.nanstd(row, ddof=1) / np.sqrt(np.sum(~np.isnan(row))) for row in matrix]
    z = stats.norm.ppf(0.975)
    return {"standardError": float(np.median(single)), "detectable": float(z * np.median(errors)),
            "detectableLargest": float(z * np.max(errors)),
            "withPower": float((z + stats.norm.ppf(0.8)) * np.median(errors)),
            "itemsForOnePoint": float(np.ceil(np.median(wanted))), "pairs": len(errors)}


def rows(matrix):
    return [[None if np.isnan(value) else float(value) for value in row] for row in matrix]


x, y, both = paired(scores[0], scores[4])
overall = describe(x, y) | {"p": mcnemar(x, y)}
parts = []
for g in range(4):
    inside = groups[both] == g
    parts.append(describe(x[inside], y[inside]) | {"group": g, "p": mcnemar(x[inside], y[inside])})
for part, adjusted in zip(parts, bh([part["p"] for part in parts])):
    part["adjusted"] = float(adjusted)
out["binary"] = {"scores": rows(scores), "groups": groups.tolist(), "overall": overall, "parts": parts,
                 "agreement": float(np.mean(x == y)), "heterogeneity": heterogeneity(parts),
                 "holm": rank(scores, mcnemar, holm), "bh": rank(scores, mcnemar, bh), "noise": noise(scores)}

# ---- graded scores of 5 models on 60 items; models 0 and 1 compared on groups of at most 15 items (all sign flips).
graded = np.clip(np.round(rng.normal(np.array([0.7, 0.62, 0.6, 0.4, 0.38])[:, None], 0.15, (5, 60)), 2), 0, 1)
graded_groups = np.repeat(np.arange(4), 15)
parts = []
for g in range(4):
    a, b = graded[0][graded_groups == g], graded[1][graded_groups == g]
    test = stats.permutation_test((a, b), lambda u, v, axis: np.mean(u - v, axis=axis), permutation_type="samples",
                                  vectorized=True, n_resamples=np.inf)
    parts.append(describe(a, b) | {"group": g, "p": float(test.pvalue)})
for part, adjusted in zip(parts, bh([part["p"] for part in parts])):
    part["adjusted"] = float(adjusted)
test = stats.permutation_test((graded[0], graded[1]), lambda u, v, axis: np.mean(u - v, axis=axis),
                              permutation_type="samples", vectorized=True, n_resamples=99999, batch=5000,
                              random_state=3)
out["graded"] = {"scores": rows(graded), "groups": graded_groups.tolist(), "parts": parts,
                 "overall": describe(graded[0], graded[1]) | {"p": float(test.pvalue)},
                 "heterogeneity": heterogeneity(parts),
                 "holm": rank(graded, lambda a, b: stats.ttest_rel(a, b).pvalue, holm)}

# ---- scaling: two families on two benchmarks.
cells, facts, y_of = [], [], {}
for model, (family, size) in enumerate([("A", 1e9), ("A", 3e9), ("A", 8e9), ("A", 70e9), ("B", 0.5e9), ("B", 7e9),
                                        ("B", 32e9), ("C", 2e9), ("C", 9e9)]):
    facts.append({"model": model, "family": family, "parameters": size, "tokens": None})
    values = np.round(np.clip(0.9 - 0.05 * np.log10(size / 1e9) + rng.normal(0, 0.04, 2), 0, 1), 4)
    for benchmark in range(2):
        cells.append({"benchmark": benchmark, "model": model, "harmony": float(values[benchmark]), "accuracy": 0.5,
                      "items": 100})
    y_of[model] = float(np.mean(values))


def exact_spearman_p(x, y):
    """Share of all orders of y with a rank correlation as far from 0."""
    a, b = stats.rankdata(x), stats.rankdata(y)
    orders = np.array(list(itertools.permutations(b - b.mean())))
    products = np.abs(orders @ (a - a.mean()))
    return float(np.mean(products >= products[0] - 1e-9))


def trend(models):
    x = np.log10([facts[m]["parameters"] for m in models])
    y = np.array([y_of[m] for m in models])
    fit = stats.linregress(x, y)
    half = stats.t.ppf(0.975, len(x) - 2) * fit.stderr
    result = {"slope": fit.slope, "intercept": fit.intercept, "low": fit.slope - half, "high": fit.slope + half}
    if len(x) > 3:
        rho = stats.spearmanr(x, y)
        r = stats.pearsonr(x, y)
        result["pearson"] = correlation(r[0], r[1], len(x), 1)
        if abs(rho[0]) < 1:
            result["spearman"] = correlation(rho[0], exact_spearman_p(x, y), len(x), 1 + rho[0] ** 2 / 2)
    return result


out["scaling"] = {"cells": cells, "facts": facts, "A": trend(range(4)), "B": trend(range(4, 7)), "all": trend(range(9))}

path = pathlib.Path(__file__).with_name("comparison.json")
path.write_text(json.dumps(out, separators=(",", ":")).replace('],"', '],\n"') + "\n")
