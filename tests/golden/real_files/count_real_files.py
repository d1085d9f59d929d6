"""Counts models, items and mean scores in the public files of evaluation tools, each in a few lines that know nothing of
this project: expected values of tests/cpp/formats/real_files_test.cpp and tests/wasm/real_files.test.ts. Run with Python 3 from the root
of the project:

    python3 tests/golden/real_files/count_real_files.py ../shared/real
"""
import csv
import ctypes
import glob
import json
import os
import struct
import sys
import zipfile

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


def members(path):
    """The contents of a ZIP archive by their names; those in Zstandard (method 93) through libzstd."""
    whole = open(os.path.join(root, path), "rb").read()
    archive = zipfile.ZipFile(os.path.join(root, path))
    contents = {}
    for info in archive.infolist():
        if info.compress_type != 93:
            contents[info.filename] = archive.read(info)
            continue
        name, extra = struct.unpack("<HH", whole[info.header_offset + 26 : info.header_offset + 30])
        start = info.header_offset + 30 + name + extra
        packed = whole[start : start + info.compress_size]
        plain = ctypes.create_string_buffer(info.file_size)
        zstd = ctypes.CDLL("libzstd.so.1")
        zstd.ZSTD_decompress.restype = ctypes.c_size_t
        zstd.ZSTD_decompress.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
        assert zstd.ZSTD_decompress(plain, info.file_size, packed, len(packed)) == info.file_size
        contents[info.filename] = plain.raw
    return contents


for path in sorted(glob.glob("inspect_ai/*.eval", root_dir=root) + glob.glob("inspect_ai/zstd/*.eval", root_dir=root)):
    contents = members(path)
    scores = {}
    for name, content in contents.items():
        if not name.startswith("samples/"):
            continue
        sample = json.loads(content)
        for score in list((sample["scores"] or {}).values())[:1]:
            add(scores, "", sample["id"], {"C": 1, "I": 0, "P": 0.5, "N": 0}[score["value"]])
    if scores:
        tell(path, scores)
    else:
        print(f"{path}\tno scores")

for path in sorted(glob.glob("mmlu_pro/*.zip", root_dir=root)):
    scores = {}
    for content in members(path).values():
        for row in json.loads(content):
            add(scores, "", row["question_id"], row["pred"] == row["answer"])
    tell(path, scores)

# Of each task its metric; of several lines of one document the first, since files of that age name no filter.
metrics = ["acc", "exact_match", "bleu_score", "eqbench"]
for path in sorted(glob.glob("lm_eval/**/*.jsonl", root_dir=root, recursive=True)):
    scores = {}
    for row in rows(path):
        metric = next((name for name in metrics if name in row), None)
        if metric is not None and ("", row["doc_id"]) not in scores:
            add(scores, "", row["doc_id"], row[metric])
    if scores:
        tell(path, scores)

for path in sorted(glob.glob("lm_eval/mattdepaolis/*/results.json", root_dir=root)):
    scores = {}
    for task, samples in rows(path)["samples"].items():
        for row in samples:
            name = next(name for name in ["acc", "acc_norm", "exact_match", "prompt_level_strict_acc"] if name in row)
            add(scores, "", (task, row["doc_id"]), row[name])
    tell(path, scores)

for path in sorted(glob.glob("lm_eval/old_write_out_info/*/*.json", root_dir=root)):
    scores = {}
    for row in rows(path):
        value = row["acc"] if "acc" in row else row["bleu_acc"]
        add(scores, "", row["doc_id"], {"True": 1, "False": 0}.get(value, value))
    tell(path, scores)

for path in sorted(glob.glob("py-irt/*.jsonlines", root_dir=root)):
    scores = {}
    for row in rows(path):
        for item, response in row["responses"].items():
            add(scores, row["subject_id"], item, response)
    tell(path, scores)

path = "promptfoo/promptfoo-0.121.20_out.csv"
table = list(csv.reader(open(os.path.join(root, path), encoding="utf-8", newline="")))
scores = {}
for row in table[1:]:
    for column, name in enumerate(table[0]):
        if name == "Status":
            add(scores, column, row[table[0].index("id")], row[column] == "PASS")
tell(path, scores)

for path in ["promptfoo/failure.full-jsonl-row.json", "promptfoo/valid.full-jsonl-row.json"]:
    row = rows(path)
    row = row[0] if isinstance(row, list) else row
    scores = {}
    add(scores, "", "", row["success"])
    tell(path, scores)
