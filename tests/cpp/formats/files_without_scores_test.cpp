// Known files that hold no score of any item: refused with the reason, and with what to bring.
#include "tool_reading.hpp"

using namespace tool_reading;

namespace {

void check(const std::string& fixture, const std::string& because, const std::string& bring) {
  INFO(fixture);
  const Error error = refused(fixture);
  INFO(error.message << " " << error.hint);
  CHECK(error.code == ErrorCode::no_responses);
  CHECK(error.message.find(because) != std::string::npos);
  CHECK(error.hint.find(bring) != std::string::npos);
}

}  // namespace

TEST_CASE("files without scores say what they are and what to bring") {
  check("files_without_scores/mmlu_toy-7b_20250101_100000_allresults.json", "simple-evals", "one line a question");
  check("files_without_scores/preds.json", "patches", "harness");
  check("files_without_scores/all_preds.jsonl", "patches", "per_instance_details.json");
  check("files_without_scores/alpaca_leaderboard.csv", "leaderboard of AlpacaEval", "annotations.json");
  check("files_without_scores/big_bench_task.json", "BIG-bench", "examples");
  check("promptfoo/results.yaml", "YAML", "results.json");
}

TEST_CASE("pickles and NumPy arrays are refused with two lines of Python") {
  const auto hint = [](const std::string& bytes) {
    const auto format = recognise_format({"unknown", bytes, true});
    REQUIRE_FALSE(format.ok());
    const std::string text = format.error().hint;
    return std::count(text.begin(), text.end(), '\n') == 2 ? text.substr(text.find('\n') + 1) : std::string();
  };
  const std::string rest(100, '\0');
  CHECK(hint("\x80\x04\x95" + rest) ==
        "import json, pickle; x = pickle.load(open(\"lb.pickle\", \"rb\"))\n"
        "json.dump(x, open(\"lb.json\", \"w\"), default=lambda v: v.tolist() if hasattr(v, \"tolist\") else "
        "v.reset_index().to_dict(\"records\"))");
  CHECK(hint("\x93NUMPY\x01" + rest) ==
        "import numpy\nnumpy.savetxt(\"scores.csv\", numpy.load(\"scores.npy\"), delimiter=\",\")");
}
