"""What py-irt's multidimensional 2PL costs: its objective (stochastic variational inference, one sample of the guide a
step, Adam; Lalor and Rodriguez 2023) written in NumPy, on simulated responses. One step is measured; a fit takes 5,000.

    /usr/bin/python3 tests/bench/py_irt_objective.py MODELS ITEMS DIMENSIONS STEPS

Prints one line of JSON: seconds a step (processor time), and of 5,000 steps.
"""

import json
import sys
import time

import numpy as np


def adam(value, gradient, state, step, rate=0.1):
    first, second = state
    first += 0.1 * (gradient - first)
    second += 0.001 * (gradient * gradient - second)
    corrected = first / (1 - 0.9**step)
    value += rate * corrected / (np.sqrt(second / (1 - 0.999**step)) + 1e-8)


def main():
    models, items, dimensions, steps = (int(value) for value in sys.argv[1:5])
    random = np.random.default_rng(1)
    true_ability = random.normal(size=(models, dimensions))
    true_slopes = np.abs(random.normal(size=(items, dimensions)))
    true_logits = true_ability @ true_slopes.T + random.normal(size=items)
    right = (random.random((models, items)) < 1 / (1 + np.exp(-true_logits))).astype(np.float32)
    # py-irt holds one entry a response, and gathers the parameters of each.
    model = np.repeat(np.arange(models), items)
    item = np.tile(np.arange(items), models)
    answers = right.reshape(-1)

    def normal_guide(count):
        return [np.zeros((count, dimensions), np.float32), np.zeros((count, dimensions), np.float32)]

    guides = [normal_guide(models), normal_guide(items), normal_guide(items)]  # ability, difficulty, discrimination
    states = [[(np.zeros_like(part), np.zeros_like(part)) for part in guide] for guide in guides]
    start = time.process_time()
    for step in range(1, steps + 1):
        noise = [random.normal(size=guide[0].shape).astype(np.float32) for guide in guides]
        ability, difficulty, slope = (
            guide[0] + np.exp(guide[1]) * eps for guide, eps in zip(guides, noise)
        )
        distance = ability[model] - difficulty[item]
        gathered = slope[item]
        logits = (gathered * distance).sum(axis=-1)
        residual = (answers - 1 / (1 + np.exp(-logits)))[:, None]
        by_distance = residual * gathered
        by_slope = residual * distance
        gradients = [
            by_distance.reshape(models, items, dimensions).sum(axis=1) - ability,
            -by_distance.reshape(models, items, dimensions).sum(axis=0) - difficulty,
            by_slope.reshape(models, items, dimensions).sum(axis=0) - slope,
        ]
        for guide, state, gradient, eps in zip(guides, states, gradients, noise):
            adam(guide[0], gradient, state[0], step)
            adam(guide[1], gradient * eps * np.exp(guide[1]) + 1, state[1], step)
    seconds = (time.process_time() - start) / steps
    print(json.dumps({"seconds_a_step": seconds, "seconds": 5000 * seconds, "finite": bool(np.isfinite(logits).all())}))


main()
