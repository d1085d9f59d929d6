"""Counts models, items and mean scores in the public files of evaluation tools, each in a few lines that know nothing of
this project: expected values of tests/cpp/formats/real_files_test.cpp. Run with Python 3 from the root of the project:

    python3 tests/golden/real_files/count_real_files.py ../shared/real
"""
import glob
import json
import os
import sys

root = sys.argv[1]


def rows(path):
    text = open(os.path.join(root, path), encoding="utf-8").read()
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return [json.loads(line) for line in text.splitlines() if line.strip()]


def tell(path, scores):
    """scores: {(model, item): [scores of its repetitions]}"""
    means = [sum(each) / len(each) for each in scores.values() if each]
    models = len({model for model, _ in scores})
    items = len({item for _, item in scores})
    print(f'{path}\t{models}\t{items}\t{sum(means) / len(means):.9f}')


def add(scores, model, item, score):
    scores.setdefault((model, item), [])
    if score is not None:
        scores[(model, item)].append(float(score))


for path in sorted(glob.glob("alpaca_eval/*/annotations.json", root_dir=root)):
    scores = {}
    for row in rows(path):
        preference = row["preference"]
        value = None if preference is None else 0.5 if preference == 0 else preference - 1
        add(scores, row["generator_2"], row["instruction"], value)
    tell(path, scores)

for path in sorted(glob.glob("helm/*/*/per_instance_stats.json", root_dir=root) + glob.glob("helm/*/per_instance_stats.json", root_dir=root)):
    scores = {}
    for row in rows(path):
        for stat in row["stats"]:
            if stat["name"]["name"] == "exact_match":
                add(scores, path, row["instance_id"], stat["mean"])
    tell(path, scores)

for path in sorted(glob.glob("helm/mmlu_redux_original_helm/*/*.json", root_dir=root)):
    scores = {}
    for state in rows(path)["request_states"]:
        answer = state["output_mapping"].get(state["result"]["completions"][0]["text"].strip())
        right = [one["output"]["text"] for one in state["instance"]["references"] if "correct" in one["tags"]]
        add(scores, path, state["instance"]["id"], answer in right)
    tell(path, scores)

for path in sorted(glob.glob("inspect_ai/json/*.json", root_dir=root)):
    log = rows(path)
    scores = {}
    for sample in log.get("samples", []):
        for score in list(sample["scores"].values())[:1]:
            add(scores, log["eval"]["model"], sample["id"], {"C": 1, "I": 0, "P": 0.5, "N": 0}[score["value"]])
    if scores:
        tell(path, scores)

scores = {}
for row in rows("olmes/task-000-arc_easy-predictions.jsonl"):
    add(scores, "", row["native_id"], row["metrics"]["acc_raw"])
tell("olmes/task-000-arc_easy-predictions.jsonl", scores)

path = glob.glob("openai_evals/*.jsonl", root_dir=root)[0]
scores = {}
for row in rows(path):
    if row.get("type") == "match":
        add(scores, "", row["sample_id"], row["data"]["correct"])
tell(path, scores)

path = glob.glob("livecodebench/*.json", root_dir=root)[0]
scores = {}
for row in rows(path):
    add(scores, "", row["question_id"], sum(row["graded_list"]) / len(row["graded_list"]))
tell(path, scores)

scores = {}
for model, instances in rows("swe_bench/info_for_leaderboard.json").items():
    for instance, about in instances.items():
        add(scores, model, instance, about["resolved"])
tell("swe_bench/info_for_leaderboard.json", scores)

for path in ["promptfoo/promptfoo-0.121.20_out.json", "promptfoo/promptfoo-0.121.20_out.jsonl"]:
    found = rows(path)
    scores = {}
    for row in found["results"]["results"] if isinstance(found, dict) else found:
        add(scores, row["provider"]["id"], row["vars"]["id"], row["success"])
    tell(path, scores)

path = "every_eval_ever/demo/f3a1c0de-4b2e-4c1a-9f6d-1b7e5a2c8d40_samples.jsonl"
scores = {}
for line in open(os.path.join(root, path), encoding="utf-8"):
    row = json.loads(line)
    add(scores, row["model_id"], row["sample_id"], row["evaluation"]["score"])
tell(path, scores)

path = "bbh/code-davinci-002-direct_salient_translation_error_detection.json"
scores = {}
for number, row in enumerate(rows(path)["outputs"]):
    add(scores, "", number, row["prediction"].strip() == row["target"].strip())
tell(path, scores)
