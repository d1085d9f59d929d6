#!/usr/bin/env python3
"""Independent HARMONY figures for 18 models on 1,063 four-option items, in numpy and scikit-learn.

Shares no code with the C++ core: it follows the published equations only, so that agreement between the two means
something. Writes aggregates (no item-level data) to naep_cmcqrd_probs.json; README.md in this folder says how to use them.

Run: /usr/bin/python3 tests/golden/make_naep_golden.py [--data DIR] [--out FILE] [--jobs N]
"""
import os

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[variable] = "1"  # before numpy: sums in one order, so that a second run gives the same file

import argparse
import csv
import datetime
import json
import multiprocessing
import pathlib
import platform
import sys
import warnings

import numpy as np
import scipy
import scipy.linalg
import sklearn
from sklearn.cluster import SpectralClustering, k_means
from sklearn.metrics import adjusted_rand_score, normalized_mutual_info_score, silhouette_score

ROOT = pathlib.Path(__file__).resolve().parents[2]
LETTERS = "ABCD"
TAU, BANDWIDTH, FLOOR, EPSILON = 1.0, 0.1, 1e-6, 1e-12
K_VALUES = list(range(2, 21))
SEEDS = [0, 1, 2, 3, 4]
SHUFFLES = 999
WORKED_MODEL = "Llama-3.1-8B"


# ---------------------------------------------------------------------------------------------- data
def read_data(folder):
    """Returns models, probabilities[model][item, option], key[item], test[item], human[item] (nan where none)."""
    with open(folder / "responses.csv", newline="") as file:
        items = list(csv.DictReader(file))
    position = {row["item_id"]: i for i, row in enumerate(items)}
    probabilities = {}
    with open(folder / "option_probs.csv", newline="") as file:
        for row in csv.DictReader(file):
            table = probabilities.setdefault(row["model"], np.full((len(items), len(LETTERS)), np.nan))
            i = position[row["item_id"]]
            if row["key"] != items[i]["key"]:
                raise SystemExit("the two files disagree about the key of " + row["item_id"])
            table[i] = [float(row["p0_" + letter]) for letter in LETTERS]
    models = sorted(probabilities)
    for model in models:
        if not np.isfinite(probabilities[model]).all():
            raise SystemExit(model + ": probabilities missing")
    key = np.array([LETTERS.index(row["key"]) for row in items])
    test = np.array([row["category"] for row in items])
    human = np.array([float(row["human_p_correct"] or "nan") for row in items])
    return models, probabilities, key, test, human


def with_floor(p, floor=FLOOR):
    """Every probability below the floor is raised to it; each item's options then sum to 1 again."""
    p = np.maximum(p, floor)
    return p / p.sum(axis=1, keepdims=True)


# -------------------------------------------------------------------------------------------- HARMONY
def symmetric_divergence(p):
    """J[i, j] = KL(p_i || p_j) + KL(p_j || p_i), item by item."""
    log_p = np.log(p)
    own = (p * log_p).sum(axis=1)
    cross = p @ log_p.T
    j = own[:, None] + own[None, :] - cross - cross.T
    j = np.maximum((j + j.T) / 2, 0.0)  # rounding can leave -1e-16
    np.fill_diagonal(j, 0.0)
    return j


def harmony(labels, scores, k, bandwidth=BANDWIDTH):
    """(H, H_size): normalised entropy of the performance-weighted masses, and of the sizes alone."""
    size = np.bincount(labels, minlength=k).astype(float)
    right = np.bincount(labels, weights=scores, minlength=k)
    size, right = size[size > 0], right[size > 0]
    weight, psi = size / size.sum(), right / size
    mu = (weight * psi).sum()
    log_mass = np.log(weight) - ((psi - mu) / bandwidth) ** 2
    mass = np.exp(log_mass - log_mass.max())
    mass /= mass.sum()
    h = -(mass * np.log(mass + EPSILON)).sum() / np.log(k)
    h_size = -(weight * np.log(weight)).sum() / np.log(k)
    return float(np.clip(h, 0, 1)), float(h_size)


def null_distribution(labels, scores, k):
    rng = np.random.default_rng(0)
    return np.array([harmony(labels, rng.permutation(scores), k)[0] for _ in range(SHUFFLES)])


def dense_embedding(similarity, keep_diagonal):
    """Leading 20 eigenvectors (unit norm, then divided by sqrt(degree)) by LAPACK, and the 8 largest eigenvalues.

    keep_diagonal=False is what scikit-learn does (scipy's Laplacian leaves self-similarity out of the degrees);
    keep_diagonal=True is D^-1/2 S D^-1/2 with S_ii = 1 counted.
    """
    s = similarity.copy()
    if not keep_diagonal:
        np.fill_diagonal(s, 0.0)
    root = np.sqrt(s.sum(axis=1))
    operator = s / root[:, None] / root[None, :]
    n = len(s)
    values, vectors = scipy.linalg.eigh(operator, subset_by_index=[n - max(K_VALUES), n - 1])
    return vectors[:, ::-1] / root[:, None], values[::-1]


def curve(partition_of, distance, scores, k_values=K_VALUES):
    """For each k: labels, mean silhouette on the given distance, H, H_size."""
    out = {"labels": {}, "silhouette": {}, "H": {}, "H_size": {}}
    for k in k_values:
        labels = partition_of(k)
        distinct = len(np.unique(labels))
        if distinct != k:
            print("note: k = %d gave %d clusters" % (k, distinct), file=sys.stderr, flush=True)
        out["labels"][k] = labels
        out["silhouette"][k] = float(silhouette_score(distance, labels, metric="precomputed"))
        out["H"][k], out["H_size"][k] = harmony(labels, scores, k)
    out["k"] = max(k_values, key=lambda k: (out["silhouette"][k], -k))  # ties: the smaller k
    return out


def spectral(similarity, embedding, failed):
    """scikit-learn's own class with seed 0. Where its eigensolver does not converge (nearly equal eigenvalues), that
    result must not become a golden number: k-means on the LAPACK eigenvectors instead, and k is noted in failed."""
    def partition_of(k):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                return SpectralClustering(k, affinity="precomputed", assign_labels="kmeans", n_init=10,
                                          random_state=SEEDS[0]).fit_predict(similarity)
            except UserWarning:
                failed.append(k)
        return on_embedding(embedding)(k)
    return partition_of


def on_embedding(embedding, seed=0, starts=10):
    """The second half of SpectralClustering: k-means with 10 starts on the first k scaled eigenvectors."""
    return lambda k: k_means(embedding[:, :k], k, n_init=starts, random_state=seed)[1]


def same_partition(partitions):
    return all(adjusted_rand_score(partitions[0], other) > 1 - 1e-12 for other in partitions[1:])


def agreement(labels, other):
    return float(normalized_mutual_info_score(other, labels))


def quartile(x):
    """0..3 by the 25th, 50th and 75th percentile (numpy's linear rule); equal values share a quartile."""
    return np.searchsorted(np.quantile(x, [0.25, 0.5, 0.75]), x, side="left")


def cluster_table(labels, scores, k):
    """[[items, right answers], ...], largest first: enough to recompute H exactly without clustering."""
    size = np.bincount(labels, minlength=k)
    right = np.bincount(labels, weights=scores, minlength=k).astype(int)
    return sorted(([int(n), int(r)] for n, r in zip(size, right) if n), reverse=True)


def spread(values):
    return [min(values), max(values)]


# ------------------------------------------------------------------------------------- one model, own partition
def one_model(job):
    model, p, key, test, solvable = job
    q = with_floor(p)
    chosen = p.argmax(axis=1)
    scores = (chosen == key).astype(float)
    j = symmetric_divergence(q)
    s = np.exp(-TAU / 2 * j)
    d = 1.0 - s
    np.fill_diagonal(d, 0.0)
    upper = np.triu_indices(len(s), 1)

    embedding, eigenvalues = dense_embedding(s, keep_diagonal=False)
    failed = []
    runs = [curve(spectral(s, embedding, failed), d, scores)]
    runs += [curve(on_embedding(embedding, seed), d, scores) for seed in SEEDS[1:]]
    first = runs[0]
    k = first["k"]
    labels = first["labels"][k]
    null = null_distribution(labels, scores, k)
    j_curve = {c: float(silhouette_score(j, first["labels"][c], metric="precomputed")) for c in K_VALUES}

    # the same without k-means luck (100 starts) and without ARPACK (LAPACK, all eigenvectors)
    dense = curve(on_embedding(embedding), d, scores)
    _, labels_100, inertia_100 = k_means(embedding[:, :k], k, n_init=100, random_state=0)
    # two other readings of the same recipe: how much they matter
    kept = curve(on_embedding(dense_embedding(s, keep_diagonal=True)[0]), d, scores)
    many_starts = {c: on_embedding(embedding, starts=40)(c) for c in K_VALUES}
    stable = [c for c in K_VALUES if same_partition([run["labels"][c] for run in runs] + [many_starts[c]])]
    raw = symmetric_divergence(p)
    raw_s = np.exp(-TAU / 2 * raw)
    raw_d = 1.0 - raw_s
    np.fill_diagonal(raw_d, 0.0)
    no_floor = curve(on_embedding(dense_embedding(raw_s, keep_diagonal=False)[0]), raw_d, scores)

    at_k = [run["H"][k] for run in runs] + [dense["H"][k], harmony(labels_100, scores, k)[0]]
    sil_at_k = [run["silhouette"][k] for run in runs] + [
        dense["silhouette"][k], float(silhouette_score(d, labels_100, metric="precomputed"))]
    own = [run["labels"][run["k"]] for run in runs]
    pairs = [(a, b) for a in range(len(SEEDS)) for b in range(a)]
    print(model, k, [run["k"] for run in runs], flush=True)
    return {
        "accuracy": float(scores.mean()),
        "right": int(scores.sum()),
        "below_floor": int((p < FLOOR).sum()),
        "items_below_floor": int((p < FLOOR).any(axis=1).sum()),
        "mean_J": float(j[upper].mean()),
        "mean_S": float(s[upper].mean()),
        "eigenvalues": list(eigenvalues[:8]),
        "k": k,
        "silhouette": first["silhouette"][k],
        "H": first["H"][k],
        "H_size": first["H_size"][k],
        "null_mean": float(null.mean()),
        "null_sd": float(null.std()),
        "p": float((1 + (null <= first["H"][k]).sum()) / (1 + SHUFFLES)),
        "nmi_chosen": agreement(labels, chosen),
        "nmi_key": agreement(labels, key),
        "nmi_test": agreement(labels, test),
        "clusters": cluster_table(labels, scores, k),
        "silhouette_J": j_curve[k],
        "k_by_silhouette_J": max(K_VALUES, key=lambda c: (j_curve[c], -c)),
        "eigensolver_failed_at": failed,
        "by_k": {
            "silhouette": [first["silhouette"][c] for c in K_VALUES],
            "silhouette_min": [min(run["silhouette"][c] for run in runs) for c in K_VALUES],
            "silhouette_max": [max(run["silhouette"][c] for run in runs) for c in K_VALUES],
            "H": [first["H"][c] for c in K_VALUES],
            "H_min": [min(run["H"][c] for run in runs) for c in K_VALUES],
            "H_max": [max(run["H"][c] for run in runs) for c in K_VALUES],
            "ari_between_seeds_min": [
                min(adjusted_rand_score(runs[a]["labels"][c], runs[b]["labels"][c]) for a, b in pairs)
                for c in K_VALUES],
        },
        "seeds": {  # each seed with the k it chose itself
            "k": [run["k"] for run in runs],
            "silhouette": spread([run["silhouette"][run["k"]] for run in runs]),
            "H": spread([run["H"][run["k"]] for run in runs]),
            "H_size": spread([run["H_size"][run["k"]] for run in runs]),
            "nmi_chosen": spread([agreement(x, chosen) for x in own]),
            "nmi_key": spread([agreement(x, key) for x in own]),
            "nmi_test": spread([agreement(x, test) for x in own]),
        },
        "best_of_100_starts": {
            "inertia": float(inertia_100),
            "silhouette": sil_at_k[-1],
            "H": at_k[-1],
            "H_size": harmony(labels_100, scores, k)[1],
        },
        "dense_solver": {"k": dense["k"], "silhouette": dense["silhouette"][dense["k"]], "H": dense["H"][dense["k"]]},
        "diagonal_kept": {"k": kept["k"], "silhouette": kept["silhouette"][kept["k"]], "H": kept["H"][kept["k"]]},
        "without_floor": {"k": no_floor["k"], "silhouette": no_floor["silhouette"][no_floor["k"]],
                          "H": no_floor["H"][no_floor["k"]]},
        # k whose partition is the same for every seed, both eigensolvers and 40 starts: nothing random left
        "stable_k": stable,
        "stable_k_also_with_diagonal": [c for c in stable if same_partition([first["labels"][c], kept["labels"][c]])],
        # at the golden k: the whole width seen over seeds, solver and 100 starts, plus .002. Wide = no check at all there
        "tolerance_at_k": {"silhouette": max(sil_at_k) - min(sil_at_k) + 0.002, "H": max(at_k) - min(at_k) + 0.002},
    } | {"order_free": order_free(q, scores, chosen, solvable)}


def order_free(q, scores, chosen, solvable):
    """Each item's probabilities sorted first, so that the letters cannot matter."""
    s = np.exp(-TAU / 2 * symmetric_divergence(np.sort(q, axis=1)))
    d = 1.0 - s
    np.fill_diagonal(d, 0.0)
    run = curve(on_embedding(dense_embedding(s, keep_diagonal=False)[0]), d, scores)
    k = run["k"]
    labels = run["labels"][k]
    return {"k": k, "silhouette": run["silhouette"][k], "H": run["H"][k], "H_size": run["H_size"][k],
            "clusters": cluster_table(labels, scores, k),
            "nmi_chosen": agreement(labels, chosen),
            "nmi_confidence_quartile": agreement(labels, quartile(q.max(axis=1))),
            "nmi_difficulty_quartile": agreement(labels, quartile(solvable))}


# --------------------------------------------------------------------------------- one partition for all models
def common_partition(j, models, all_scores, chosen, key, test, solvable, human):
    s = np.exp(-TAU / 2 * j)
    d = 1.0 - s
    np.fill_diagonal(d, 0.0)
    worked = all_scores[models.index(WORKED_MODEL)]
    embedding, eigenvalues = dense_embedding(s, keep_diagonal=False)
    failed = []
    runs = [curve(spectral(s, embedding, failed), d, worked)]
    runs += [curve(on_embedding(embedding, seed), d, worked) for seed in SEEDS[1:]]
    first = runs[0]
    k = first["k"]
    labels = first["labels"][k]
    votes = np.stack([(chosen == option).sum(axis=0) for option in range(len(LETTERS))])
    majority = votes.argmax(axis=0)
    known = np.isfinite(human)
    pairs = {
        "nmi_chosen_" + WORKED_MODEL: (chosen[models.index(WORKED_MODEL)], slice(None)),
        "nmi_majority_chosen": (majority, slice(None)),
        "nmi_key": (key, slice(None)),
        "nmi_test": (test, slice(None)),
        "nmi_difficulty_quartile": (quartile(solvable), slice(None)),
    }
    out = {
        "k": k, "silhouette": first["silhouette"][k], "sizes": sorted(np.bincount(labels).tolist(), reverse=True),
        "H_size": first["H_size"][k],
        "mean_J": float(j[np.triu_indices(len(j), 1)].mean()),
        "eigenvalues": list(eigenvalues[:8]), "eigensolver_failed_at": failed,
    }
    for name, (other, rows) in pairs.items():
        out[name] = agreement(labels[rows], other[rows])
    out["nmi_human_difficulty_quartile"] = agreement(labels[known], quartile(human[known]))
    out["items_with_human_difficulty"] = int(known.sum())
    out["H_" + WORKED_MODEL] = first["H"][k]
    out["clusters_" + WORKED_MODEL] = cluster_table(labels, worked, k)
    out["H"] = [harmony(labels, scores, k)[0] for scores in all_scores]
    out["silhouette_by_k"] = [first["silhouette"][c] for c in K_VALUES]
    out["seeds"] = {
        "k": [run["k"] for run in runs],
        "silhouette": spread([run["silhouette"][run["k"]] for run in runs]),
        "H_" + WORKED_MODEL: spread([run["H"][run["k"]] for run in runs]),
        "nmi_majority_chosen": spread([agreement(run["labels"][run["k"]], majority) for run in runs]),
    }
    return out


def rounded(value):
    if isinstance(value, dict):
        return {name: rounded(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [rounded(inner) for inner in value]
    if isinstance(value, (float, np.floating)):
        if not np.isfinite(value):
            raise SystemExit("a figure is not finite")
        return round(float(value), 6)
    return value.item() if isinstance(value, np.integer) else value


def to_text(document):
    """JSON with one line per entry of each model, to keep the file short and its changes readable."""
    def block(value, depth):
        if isinstance(value, dict) and depth < 3 and any(isinstance(v, (dict, list)) for v in value.values()):
            pad = " " * (depth + 1)
            inner = ",\n".join(pad + json.dumps(n) + ": " + block(v, depth + 1) for n, v in value.items())
            return "{\n" + inner + "\n" + " " * depth + "}"
        return json.dumps(value, separators=(",", ":"))
    return block(document, 0) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / ".." / "shared/datasets/naep_cmcqrd_probs")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(__file__).with_name("naep_cmcqrd_probs.json"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--models", nargs="*", help="only these (for a quick try; the file is then incomplete)")
    arguments = parser.parse_args()

    models, probabilities, key, test, human = read_data(arguments.data)
    chosen = np.stack([probabilities[model].argmax(axis=1) for model in models])
    all_scores = (chosen == key).astype(float)
    solvable = all_scores.mean(axis=0)
    wanted = arguments.models or models
    jobs = [(model, probabilities[model], key, test, solvable) for model in wanted]
    with multiprocessing.Pool(arguments.jobs) as pool:
        per_model = dict(zip(wanted, pool.map(one_model, jobs, chunksize=1)))

    mean_j = sum(symmetric_divergence(with_floor(probabilities[model])) for model in models) / len(models)
    # a right or wrong answer s as Bernoulli((s + 1/2) / 2): .75 or .25
    pattern_j = np.zeros_like(mean_j)
    for scores in all_scores:
        right = (scores + 0.5) / 2
        pattern_j += symmetric_divergence(np.stack([right, 1 - right], axis=1))
    pattern_j /= len(models)
    common = (models, all_scores, chosen, key, test, solvable, human)

    votes = np.stack([(chosen == option).sum(axis=0) for option in range(len(LETTERS))])
    ordered = np.sort(votes, axis=0)
    document = {
        "about": {
            "what": "HARMONY figures of 18 models on 1,063 four-option items (NAEP and CMCQRD reading)",
            "data": "option_probs.csv (p0_*: original option order, key) and responses.csv (category, human_p_correct) of "
                    "naep_cmcqrd_probs; source github.com/mainlp/llm-psychometrics, Saeuberli, Frassinelli, Plank (BEA 2025)",
            "command": "/usr/bin/python3 tests/golden/make_naep_golden.py",
            "date": datetime.date.today().isoformat(),
            "versions": {"python": platform.python_version(), "numpy": np.__version__, "scipy": scipy.__version__,
                         "scikit-learn": sklearn.__version__},
            "threads": 1,
        },
        "settings": {
            "tau": TAU, "b": BANDWIDTH, "epsilon": EPSILON, "floor": FLOOR,
            "floor_rule": "probabilities below the floor are raised to it, then each item is renormalised",
            "score": "1 when the option with the largest p0_* is the key",
            "k": "2..20, largest mean silhouette on 1 - S (diagonal 0); the smaller k on ties",
            "clustering": "SpectralClustering(affinity='precomputed', assign_labels='kmeans', n_init=10, random_state=0); "
                          "scipy's Laplacian leaves S_ii out of the degrees",
            "seeds": SEEDS, "figures": "seed 0 unless a range is given",
            "other_seeds": "seeds 1 to 4, order_free, dense_solver, diagonal_kept, without_floor and eigensolver_failed_at: "
                           "eigenvectors by LAPACK, then k_means(n_init=10, random_state=seed)",
            "null": "%d permutations of the scores, numpy default_rng(0); p = (1 + #{null <= H}) / %d"
                    % (SHUFFLES, SHUFFLES + 1),
            "nmi": "arithmetic mean of the entropies (scikit-learn's default)",
            "difficulty": "share of the 18 models that are right; quartiles by numpy's linear percentiles, equal values together",
            "response_patterns": "Bernoulli((score + 1/2) / 2), that is .25 or .75; J averaged over models",
        },
        "items": len(key), "k_values": K_VALUES, "model_order": models,
        "majority_ties": int((ordered[-1] == ordered[-2]).sum()),
        "models": per_model,
        "shared": common_partition(mean_j, *common),
        "response_patterns": common_partition(pattern_j, *common),
    }
    text = to_text(rounded(document))
    json.loads(text)
    arguments.out.write_text(text)
    print(arguments.out, len(text), "bytes")


if __name__ == "__main__":
    main()
