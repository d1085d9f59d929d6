"""The mean-variance plane of a small table benchmark x model, from numpy and scipy.

Run: /usr/bin/python3 tests/golden/study/make_plane_golden.py > tests/golden/study/plane.json
"""

import itertools
import json
import platform

import numpy
import scipy
from scipy import stats

# HARMONY of seven models (columns) on six benchmarks; None = no cell. Invented.
HARMONY = [
    [0.91, 0.88, 0.93, 0.87, 0.90, 0.92, 0.89],
    [0.55, 0.71, 0.62, None, 0.80, 0.33, 0.64],
    [0.97, 0.41, 0.88, 0.93, None, 0.99, 0.72],
    [0.60, 0.62, 0.61, 0.59, 0.63, None, None],
    [0.81, 0.79, None, None, None, None, None],
    [0.74, 0.91, 0.86, 0.79, 0.84, 0.95, 0.68],
]


def jackknife(values, statistic):
    n = len(values)
    without = numpy.array([statistic(numpy.delete(values, i)) for i in range(n)])
    return float(numpy.sqrt((n - 1) / n * numpy.sum((without - without.mean()) ** 2)))


def benjamini_hochberg(p):
    """By its definition: the smallest p_(j) m / j over j >= i."""
    p = numpy.asarray(p)
    order = numpy.argsort(p, kind="stable")
    scaled = p[order] * len(p) / numpy.arange(1, len(p) + 1)
    adjusted = numpy.minimum(1, numpy.minimum.accumulate(scaled[::-1])[::-1])
    result = numpy.empty(len(p))
    result[order] = adjusted
    return result.tolist()


points = []
for row in HARMONY:
    values = numpy.array([value for value in row if value is not None])
    if len(values) < 3:
        points.append({"mean": values.mean(), "variance": None})
        continue
    t = stats.t.ppf(0.975, len(values) - 1)
    mean_error = jackknife(values, numpy.mean)
    variance_error = jackknife(values, numpy.var)
    points.append(
        {
            "mean": values.mean(),
            "variance": values.var(),
            "mean_error": mean_error,
            "variance_error": variance_error,
            "mean_interval": [values.mean() - t * mean_error, values.mean() + t * mean_error],
            "variance_interval": [max(0.0, values.var() - t * variance_error), values.var() + t * variance_error],
        }
    )

differences = []
for first, second in itertools.combinations(range(len(HARMONY)), 2):
    pairs = [(a, b) for a, b in zip(HARMONY[first], HARMONY[second]) if a is not None and b is not None]
    if len(pairs) < 3:
        continue
    a, b = numpy.array(pairs).T
    differences.append(
        {
            "first": first,
            "second": second,
            "models": len(pairs),
            "difference": float((a - b).mean()),
            "p": float(stats.ttest_rel(a, b).pvalue),
        }
    )
for difference, adjusted in zip(differences, benjamini_hochberg([d["p"] for d in differences])):
    difference["adjusted"] = adjusted

with_variance = [point for point in points if point["variance"] is not None]
print(
    json.dumps(
        {
            "made_by": f"numpy {numpy.__version__}, scipy {scipy.__version__}, Python {platform.python_version()}",
            "harmony": HARMONY,
            "points": points,
            "mean_line": float(numpy.median([point["mean"] for point in with_variance])),
            "variance_line": float(numpy.median([point["variance"] for point in with_variance])),
            "differences": differences,
        },
        indent=1,
    )
)
