#!/usr/bin/env python3
"""General statistics of src/stats/ as scipy and scikit-learn compute them, for tests/cpp/stats/golden_test.cpp.

Run: /usr/bin/python3 tests/golden/study/make_statistics_golden.py
Writes statistics.json beside itself: inputs and results, so that the test needs no random numbers in common.
"""
import itertools
import json
import pathlib

import numpy as np
import scipy
import sklearn
from scipy import stats
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score

rng = np.random.default_rng(20240517)
out = {"made_by": "tests/golden/study/make_statistics_golden.py",
       "versions": {"numpy": np.__version__, "scipy": scipy.__version__, "scikit-learn": sklearn.__version__}}

# McNemar: two-sided binomial test with p = 1/2.
pairs = [(0, 1), (1, 1), (0, 5), (0, 6), (1, 9), (3, 15), (10, 25), (48, 60), (200, 260), (250, 250), (251, 250),
         (1203, 1401), (5, 900), (5900, 6132), (0, 60)]
out["mcnemar"] = [{"first": b, "second": c, "p": stats.binomtest(b, b + c, 0.5).pvalue} for b, c in pairs]

# Benjamini-Hochberg and Holm, by their definitions.
def bh(p):
    p = np.asarray(p)
    m = len(p)
    return [float(min(1.0, min(p[j] * m / np.sum(p <= p[j]) for j in range(m) if p[j] >= p[i]))) for i in range(m)]

def holm(p):
    p = np.asarray(p)
    m = len(p)
    order = np.argsort(p, kind="stable")
    adjusted = np.empty(m)
    running = 0.0
    for place, i in enumerate(order):
        running = max(running, min(1.0, (m - place) * p[i]))
        adjusted[i] = running
    return adjusted.tolist()

out["multiple_testing"] = []
for size in (1, 2, 7, 40):
    p = np.round(rng.beta(0.5, 2, size), 4)
    if size == 40:
        p[10:14] = p[3]  # ties
    entry = {"p": p.tolist(), "benjamini_hochberg": bh(p), "holm": holm(p)}
    if hasattr(stats, "false_discovery_control"):
        assert np.allclose(entry["benjamini_hochberg"], stats.false_discovery_control(p))
    out["multiple_testing"].append(entry)

# Paired permutation test: all sign flips.
out["sign_flips"] = []
for size, zeros in ((2, 0), (4, 0), (9, 3), (12, 2), (16, 0)):
    d = np.round(rng.normal(0.15, 0.4, size), 2)
    d[:zeros] = 0
    result = stats.permutation_test((d, np.zeros(size)), lambda x, y, axis: np.sum(x - y, axis=axis),
                                    permutation_type="samples", vectorized=True, n_resamples=np.inf)
    out["sign_flips"].append({"differences": d.tolist(), "p": float(result.pvalue)})
large = np.round(rng.normal(0.03, 0.3, 400), 3)
result = stats.permutation_test((large, np.zeros(400)), lambda x, y, axis: np.sum(x - y, axis=axis),
                                permutation_type="samples", vectorized=True, n_resamples=99999, batch=1000,
                                random_state=1)
out["sign_flips_large"] = {"differences": large.tolist(), "p": float(result.pvalue), "draws": 99999}

# Regression, correlations.
out["regression"] = []
for size in (3, 4, 12, 60):
    x = np.round(rng.normal(9.5, 0.8, size), 3)
    y = np.round(0.4 + 0.05 * x + rng.normal(0, 0.04, size), 4)
    fit = stats.linregress(x, y)
    half = float(stats.t.ppf(0.975, size - 2) * fit.stderr)
    out["regression"].append({"x": x.tolist(), "y": y.tolist(), "slope": fit.slope, "intercept": fit.intercept,
                              "error": fit.stderr, "low": fit.slope - half, "high": fit.slope + half})
def exact_spearman_p(x, y):
    """Share of all orders of y with a rank correlation as far from 0."""
    a, b = stats.rankdata(x), stats.rankdata(y)
    orders = np.array(list(itertools.permutations(b - b.mean())))
    products = np.abs(orders @ (a - a.mean()))
    return float(np.mean(products >= products[0] - 1e-9))


out["correlations"] = []
for size, levels in ((4, 100), (10, 5), (25, 8), (80, 12), (300, 1000)):
    x = rng.integers(0, levels, size).astype(float)
    y = np.round(0.5 * x + rng.integers(0, levels, size), 0)
    r = stats.pearsonr(x, y)
    ci = r.confidence_interval(0.95)
    rho = stats.spearmanr(x, y)
    z = np.arctanh(rho.statistic) if hasattr(rho, "statistic") else np.arctanh(rho.correlation)
    value = float(np.tanh(z))
    error = stats.norm.ppf(0.975) * np.sqrt((1 + value**2 / 2) / (size - 3))  # Bonett and Wright (2000)
    tau = stats.kendalltau(x, y, method="asymptotic")
    out["correlations"].append({
        "x": x.tolist(), "y": y.tolist(),
        "pearson": {"value": float(r.statistic), "p": float(r.pvalue), "low": float(ci.low), "high": float(ci.high)},
        "spearman": {"value": float(rho[0]), "p": exact_spearman_p(x, y) if size < 10 else float(rho[1]), "low": float(np.tanh(z - error)),
                     "high": float(np.tanh(z + error))},
        "kendall": {"value": float(tau[0]), "p": float(tau[1])}})

# Agreement of partitions.
out["agreement"] = []
for size, a_levels, b_levels, same in ((30, 3, 4, 0.0), (200, 5, 5, 0.7), (1000, 12, 4, 0.4), (50, 1, 3, 0.0)):
    a = rng.integers(0, a_levels, size)
    b = np.where(rng.random(size) < same, a % b_levels, rng.integers(0, b_levels, size))
    out["agreement"].append({"a": a.tolist(), "b": b.tolist(), "rand": float(adjusted_rand_score(a, b)),
                             "information": float(normalized_mutual_info_score(a, b))})

# Cochran's Q: weights 1 / variance, by its definition; p from scipy's chi-square.
out["cochran"] = []
for size in (2, 5, 14):
    effect = np.round(rng.normal(0.05, 0.05, size), 4)
    variance = np.round(rng.uniform(0.0005, 0.004, size), 6)
    weight = 1 / variance
    pooled = np.sum(weight * effect) / np.sum(weight)
    q = float(np.sum(weight * (effect - pooled) ** 2))
    out["cochran"].append({"effects": effect.tolist(), "variances": variance.tolist(), "q": q,
                           "p": float(stats.chi2.sf(q, size - 1))})

path = pathlib.Path(__file__).with_name("statistics.json")
path.write_text(json.dumps(out, indent=None, separators=(",", ":")).replace('],"', '],\n"') + "\n")
