#include "session/session.hpp"

#include <catch2/catch.hpp>

#include "session_driver.hpp"

using namespace harmonograph;

namespace {

const std::string long_table =
    "model,item,score,category\n"
    "A,q1,1,x\nA,q2,0,x\nA,q3,1,y\nA,q4,1,y\nA,q5,0,x\nA,q6,1,y\nA,q7,1,x\nA,q8,0,y\nA,q9,1,x\nA,q10,1,y\nA,q11,0,x\nA,"
    "q12,1,y\n"
    "B,q1,0,x\nB,q2,0,x\nB,q3,1,y\nB,q4,1,y\nB,q5,1,x\nB,q6,1,y\nB,q7,0,x\nB,q8,0,y\nB,q9,0,x\nB,q10,1,y\nB,q11,0,x\nB,"
    "q12,1,y\n";

const Error& error_of(const SessionFile& file) {
  REQUIRE(file.error);
  return *file.error;
}

}  // namespace

TEST_CASE("a file goes in by chunks of any size and comes out as a data set") {
  for (const std::size_t chunk : {1UL, 7UL, 100000UL}) {
    Session session;
    const SessionFile& file = load_bytes(session, 1, "results.csv", long_table, {}, chunk);
    REQUIRE_FALSE(file.error);
    CHECK(file.format->id == "table");
    const Dataset& dataset = session.assembly().dataset;
    REQUIRE(dataset.models.size() == 2);
    REQUIRE(dataset.benchmarks.size() == 1);
    CHECK(dataset.benchmarks[0].item_count() == 12);
  }
}

TEST_CASE("bad files are refused with file, cause and what to do, and what was loaded stays") {
  Session session;
  load_bytes(session, 1, "good.csv", long_table);
  struct Case {
    std::string path;
    std::string bytes;
    ErrorCode code;
  };
  const std::vector<Case> cases = {
      {"empty.json", "", ErrorCode::empty_file},
      {"blank.txt", " \n\n ", ErrorCode::empty_file},
      {"image.png", std::string("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0", 20), ErrorCode::binary_file},
      {"letter.txt", "Dear colleague,\n\nplease find the results in the appendix.\nKind regards\n",
       ErrorCode::unknown_format},
  };
  std::uint32_t id = 2;
  for (const auto& each : cases) {
    const Error& error = error_of(load_bytes(session, id++, each.path, each.bytes));
    INFO(each.path << ": " << error.message << " / " << error.hint);
    CHECK(to_string(error.code) == to_string(each.code));
    CHECK(error.file == each.path);
    CHECK(error.message.size() > 15);
    CHECK(error.hint.size() > 10);
  }
  CHECK(session.assembly().dataset.models.size() == 2);
  CHECK(session.files().size() == cases.size() + 1);
}

TEST_CASE("a truncated file keeps its whole records and says where it ends") {
  std::string lines;
  for (int i = 0; i < 20; ++i) {
    lines += R"({"doc_id":)" + std::to_string(i) +
             R"(,"doc":{"question":"q"},"target":"1","arguments":[["c"," a"],["c"," b"]],"resps":[],)" +
             R"("filtered_resps":[["-1.5","False"],["-0.5","True"]],"acc":1.0})" + "\n";
  }
  Session session;
  const SessionFile& file = load_bytes(session, 1, "samples_x_2024.jsonl", lines.substr(0, lines.size() - 60));
  REQUIRE_FALSE(file.error);
  CHECK(file.observations->items.size() == 19);
  bool told = false;
  for (const auto& note : file.observations->notes) told = told || note.message.find("20") != std::string::npos;
  CHECK(told);
}

TEST_CASE("a later drop adds, a removed file leaves, a failed re-read keeps what was there") {
  Session session;
  load_bytes(session, 1, "a.csv", long_table);
  std::string more = "model,item,score\n";
  for (int i = 1; i <= 12; ++i) more += "C,q" + std::to_string(i) + "," + std::to_string(i % 2) + "\n";
  // The benchmark is named after the file, so the second file must belong to the same one.
  load_bytes(session, 2, "b.csv", more, {{"benchmark", "a"}});
  CHECK(session.assembly().dataset.models.size() == 3);
  CHECK(session.assembly().dataset.benchmarks.size() == 1);
  CHECK(session.assembly().report.benchmarks[0].items_shared_by_all == 12);

  const SessionFile& again = load_bytes(session, 2, "b.csv", more, {{"format", "lm_eval_samples"}});
  CHECK(again.error);
  CHECK(again.observations);
  CHECK(session.assembly().dataset.models.size() == 3);

  session.remove_file(2);
  CHECK(session.assembly().dataset.models.size() == 2);
}

TEST_CASE("an aborted file leaves no trace") {
  Session session;
  CHECK_FALSE(session.end_file().ok());
  CHECK_FALSE(session.feed({long_table.data(), 20}).ok());
  REQUIRE(session.begin_file(1, "a.csv", 10, {}).ok());
  REQUIRE(session.feed({long_table.data(), 20}).ok());
  CHECK_FALSE(session.begin_file(2, "b.csv", 10, {}).ok());
  session.abort_file();
  CHECK(session.files().empty());
  load_bytes(session, 3, "c.csv", long_table);
  CHECK(session.files().size() == 1);
}

TEST_CASE("one model with 0/1 scores and no category is refused, and says what to bring") {
  std::string table = "model,item,score\n";
  for (int i = 0; i < 40; ++i) table += "A,q" + std::to_string(i) + "," + std::to_string(i % 3 == 0) + "\n";
  Session session;
  load_bytes(session, 1, "scores.csv", table);
  const auto cells = session.overview();
  REQUIRE(cells.size() == 1);
  CHECK(cells[0].partitions.empty());
  REQUIRE(cells[0].refusal);
  CHECK(cells[0].refusal->code == ErrorCode::needs_choice_distributions);
  CHECK(cells[0].refusal->hint.size() > 20);
  CHECK(cells[0].accuracy.value == Approx(14.0 / 40));
  const auto started = session.start_analysis(0, 0, {});
  CHECK_FALSE(started.ok());
}

TEST_CASE("fewer than ten items are refused with the number") {
  Session session;
  load_bytes(session, 1, "few.csv", "model,item,score,category\nA,q1,1,x\nA,q2,0,y\nA,q3,1,x\nA,q4,1,y\n");
  const auto cells = session.overview();
  REQUIRE(cells.size() == 1);
  REQUIRE(cells[0].refusal);
  CHECK(cells[0].refusal->code == ErrorCode::too_few_items);
  CHECK(cells[0].refusal->message.find("4") != std::string::npos);
}

TEST_CASE("the built-in example loads through the importer and separates an even from an uneven model") {
  Session session;
  REQUIRE(session.load_example(1).ok());
  const auto cells = session.overview();
  REQUIRE(cells.size() >= 2);
  double smallest = 1;
  double largest = 0;
  for (const auto& cell : cells) {
    REQUIRE_FALSE(cell.partitions.empty());
    CHECK(cell.partitions[0] == "similarity");
    const auto result = finish_job(session, session.start_analysis(cell.benchmark, cell.model, {}));
    const double harmony = result.at("harmony").get<double>();
    smallest = std::min(smallest, harmony);
    largest = std::max(largest, harmony);
  }
  CHECK(largest > 0.9);
  CHECK(smallest < 0.7);
}

TEST_CASE("three winogrande logs of 2023 join on 1,267 items") {
  const std::string folder = "real/lm_eval/old_write_out_info/";
  if (!shared_data_exists(folder)) return;
  Session session;
  std::uint32_t id = 1;
  for (const char* model : {"llama", "llama13", "mistral"}) {
    load_shared(session, id++, folder + model + "/winogrande_write_out_info.json");
  }
  const Assembly& assembly = session.assembly();
  REQUIRE(assembly.dataset.models.size() == 3);
  REQUIRE(assembly.dataset.benchmarks.size() == 1);
  CHECK(assembly.dataset.benchmarks[0].item_count() == 1267);
  CHECK(assembly.report.benchmarks[0].items_shared_by_all == 1267);
  for (const auto& cell : session.overview()) CHECK(cell.partitions[0] == "similarity");
}

TEST_CASE("gsm8k with two filters has 249 items, truthfulqa has 2 to 12 options") {
  const std::string folder = "real/lm_eval/metabench/EleutherAI__pythia-14m/";
  if (!shared_data_exists(folder)) return;
  Session session;
  load_shared(session, 1, folder + "samples_metabench_gsm8k_secondary_2024-11-26T10-50-23.349203.jsonl");
  load_shared(session, 2, folder + "samples_metabench_truthfulqa_secondary_2024-11-26T10-50-23.349203.jsonl");
  const Dataset& dataset = session.assembly().dataset;
  REQUIRE(dataset.benchmarks.size() == 2);
  CHECK(dataset.models.size() == 1);
  CHECK(dataset.models[0].name == "EleutherAI/pythia-14m");
  CHECK(dataset.benchmarks[0].item_count() == 249);
  const auto& options = dataset.benchmarks[1].option_counts;
  CHECK(*std::min_element(options.begin(), options.end()) == 2);
  CHECK(*std::max_element(options.begin(), options.end()) == 12);
  const auto result = finish_job(session, session.start_analysis(1, 0, {}));
  CHECK(result.at("items") == 136);
  CHECK(result.at("paddedItems").get<int>() > 0);
  CHECK(result.at("harmony").is_number());
}

TEST_CASE("the items of one model: its scores and chosen options, in the order of the items") {
  Session session;
  // B has no probabilities: its chosen option is what the file says. Item c has no answer of A.
  const auto& file = load_bytes(session, 1, "t.csv",
                                "model,item,key,prediction,p_A,p_B,p_C\n"
                                "A,a,A,A,0.7,0.2,0.1\nA,b,B,C,0.1,0.3,0.6\n"
                                "B,a,A,B,,,\nB,b,B,B,,,\nB,c,C,C,,,\n");
  REQUIRE_FALSE(file.error);
  const Dataset& dataset = session.assembly().dataset;
  REQUIRE(dataset.benchmarks.size() == 1);
  const auto parsed = [&](std::size_t model, const std::string& choices) {
    const auto items = model_items(dataset, 0, model, choices);
    REQUIRE(items.ok());
    return nlohmann::json::parse(model_items_to_json(*items));
  };
  const auto a = parsed(0, "");
  CHECK(a["model"] == 0);
  CHECK(a["scores"] == nlohmann::json({1.0, 0.0, nullptr}));
  CHECK(a["chosen"] == nlohmann::json({0, 2, -1}));
  CHECK_FALSE(a["choices"].get<std::string>().empty());
  CHECK(parsed(0, "no such set") == a);
  const auto b = parsed(1, "");
  CHECK(b["scores"] == nlohmann::json({0.0, 1.0, 1.0}));
  CHECK(b["chosen"] == nlohmann::json({1, 1, 2}));
  CHECK(b["choices"] == "");
  CHECK(model_items(dataset, 0, 7, "").error().code == ErrorCode::not_found);
  CHECK(model_items(dataset, 7, 0, "").error().code == ErrorCode::not_found);
}

TEST_CASE("logs of one name are reported by file, and a name given to one of them separates it") {
  const auto log = [](const std::string& scores) {
    std::string text = "item,score\n";
    for (std::size_t i = 0; i < scores.size(); ++i) {
      text.append("q").append(std::to_string(i)).append(",").append(1, scores[i]).append("\n");
    }
    return text;
  };
  Session session;
  load_bytes(session, 4, "log.csv", log("110"));
  load_bytes(session, 9, "log.csv", log("011"));
  auto report = nlohmann::json::parse(report_to_json(session.files(), session.assembly()));
  REQUIRE(report["unnamedModels"].size() == 1);
  CHECK(report["unnamedModels"][0]["files"] == nlohmann::json({4, 9}));
  CHECK(report["unnamedModels"][0]["lost"] == 3);
  CHECK(report["models"].size() == 1);

  load_bytes(session, 9, "log.csv", log("011"), {{"model", "second"}});
  report = nlohmann::json::parse(report_to_json(session.files(), session.assembly()));
  CHECK(report["unnamedModels"].empty());
  CHECK(report["models"].size() == 2);
}
