"""Writes python_literals.jsonl: values as Python's own repr() writes them, beside the same values as JSON. Expected values of
tests/cpp/formats/python_literal_test.cpp. Run with Python 3.11 from the root of the project:

    python3 tests/golden/make_python_literals.py > tests/golden/python_literals.jsonl
"""
import json
import random

draw = random.Random(7)


def text():
    pools = [(32, 127), (0, 32), (0xA0, 0x800), (0x2000, 0xD7FF), (0x1F300, 0x1F600)]
    points = [draw.randrange(*draw.choice(pools)) for _ in range(draw.randrange(10))]
    return "".join(chr(draw.choice([point, point, 39, 34, 92])) for point in points)


def value(depth):
    kind = draw.randrange(10 if depth else 7)
    if kind == 0:
        return None
    if kind == 1:
        return draw.random() < 0.5
    if kind == 2:
        return draw.randrange(-(10 ** draw.randrange(1, 20)), 10 ** draw.randrange(1, 20))
    if kind == 3:
        return draw.choice([float("inf"), float("-inf"), float("nan"), 5e-324, 1.7976931348623157e308, 0.0])
    if kind == 4:
        return (draw.random() - 0.5) * 10 ** draw.randrange(-300, 300)
    if kind in (5, 6):
        return text()
    if kind == 7:
        return [value(depth - 1) for _ in range(draw.randrange(5))]
    if kind == 8:
        return tuple(value(depth - 1) for _ in range(draw.randrange(4)))
    return {text(): value(depth - 1) for _ in range(draw.randrange(4))}


for _ in range(400):
    one = value(4)
    print(json.dumps({"literal": repr(one), "value": one}))
