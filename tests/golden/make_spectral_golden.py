#!/usr/bin/env python3
"""Makes spectral_*.json: choice distributions with real structure, and what scikit-learn finds in them.

Run:  python3 tests/golden/make_spectral_golden.py        (writes beside itself; takes a few minutes)
Independent of the C++ code: similarity by numpy, SpectralClustering(affinity='precomputed',
assign_labels='kmeans', n_init=10), silhouette_score(metric='precomputed'). The versions used are in each file.
"""
import json
import os
import sys

import numpy as np
import scipy
import sklearn
from scipy.sparse.csgraph import laplacian
from sklearn.cluster import SpectralClustering
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score, silhouette_score

HERE = os.path.dirname(os.path.abspath(__file__))
DIGITS = '0123456789abcdefghijklmnopqrstuvwxyz'


def mixture(seed, sizes, options, concentration, floor):
    """Groups of items; each group has its own typical distribution, each item scatters around it."""
    rng = np.random.default_rng(seed)
    rows = []
    for size in sizes:
        centre = rng.dirichlet(np.full(options, 0.5)) + 0.02
        centre /= centre.sum()
        rows.append(rng.dirichlet(concentration * centre, size=size))
    p = np.maximum(np.concatenate(rows), floor)
    return p[rng.permutation(len(p))]


def letters(seed, items):
    """As a language model answers four options: a peak on one letter, of varying confidence, with letter bias."""
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 0.6, (items, 4)) + np.array([0.3, 0.1, 0.0, -0.2])
    logits[np.arange(items), rng.integers(0, 4, items)] += rng.gamma(2.0, 2.0, items)
    p = np.exp(logits - logits.max(1, keepdims=True))
    return np.maximum(p / p.sum(1, keepdims=True), 1e-4)


def describe(name, p, tau, counts):
    p = np.round(p, 6)
    stored = p.tolist()
    p = p / p.sum(1, keepdims=True)
    logs = np.log(p)
    a = (p * logs).sum(1)
    cross = p @ logs.T
    j = a[:, None] + a[None, :] - cross - cross.T
    j = np.maximum((j + j.T) / 2, 0)
    np.fill_diagonal(j, 0)
    s = np.exp(-tau / 2 * j)
    eigenvalues = np.linalg.eigvalsh(laplacian(s, normed=True))[:20]
    n = len(p)
    entries = [[int(x), int(y)] for x, y in np.random.default_rng(1).integers(0, n, (40, 2))]
    partitions = []
    for k in counts:
        runs = [SpectralClustering(n_clusters=k, affinity='precomputed', assign_labels='kmeans', n_init=10,
                                   random_state=seed).fit(s).labels_ for seed in range(3)]
        agreement = min(adjusted_rand_score(runs[0], other) for other in runs[1:])
        partitions.append({
            'k': k,
            'labels': ''.join(DIGITS[label] for label in runs[0]),
            'agreement_over_seeds': round(float(agreement), 6),
            'silhouette_affinity': float(silhouette_score(1 - s, runs[0], metric='precomputed')),
            'silhouette_divergence': float(silhouette_score(j, runs[0], metric='precomputed')),
        })
        print(name, k, partitions[-1]['agreement_over_seeds'], partitions[-1]['silhouette_affinity'], flush=True)
    first, last = partitions[0]['labels'], partitions[-1]['labels']
    result = {
        'made_by': 'tests/golden/make_spectral_golden.py',
        'versions': {'python': sys.version.split()[0], 'numpy': np.__version__, 'scipy': scipy.__version__,
                     'scikit-learn': sklearn.__version__},
        'tau': tau,
        'probabilities': stored,
        'entries': [[x, y, float(j[x, y]), float(s[x, y])] for x, y in entries],
        'laplacian_eigenvalues': [float(value) for value in eigenvalues],
        'partitions': partitions,
        'agreement_of_first_and_last': {
            'adjusted_rand': float(adjusted_rand_score(list(first), list(last))),
            'normalised_mutual_information': float(normalized_mutual_info_score(list(first), list(last))),
        },
    }
    with open(os.path.join(HERE, f'spectral_{name}.json'), 'w', encoding='utf-8') as file:
        json.dump(result, file, separators=(',', ':'))
        file.write('\n')


describe('letters_300', letters(11, 300), 1.0, list(range(2, 21)))
describe('mixture_1000', mixture(12, [400, 220, 140, 90, 70, 50, 30], 8, 25.0, 1e-4), 0.5, list(range(2, 21)))
describe('letters_2000', letters(13, 2000), 1.0, [2, 3, 4, 5, 8, 12, 20])
