// Prints the table of docs/partitions.md: every partition of the public data sets with labels, side by side. Not part
// of the ordinary run: `session_test "[.partitions]"`, for one data set PARTITION_DATA=farel_bench
// before it, for other parameters PARTITION_PARAMETERS='{"dimensions": 3}'.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <numeric>

#include "harmony/naep.hpp"
#include "session_driver.hpp"

using namespace harmonograph;
using nlohmann::json;

namespace {

struct Source {
  const char* name;
  std::vector<const char*> files;
};

const std::vector<Source> sources{
    {"farel_bench", {"datasets/farel_bench/responses.csv", "datasets/farel_bench/items_text.csv"}},
    {"metabench", {"datasets/metabench/sample300.csv"}},
    {"bfcl_2024_08", {"datasets/bfcl_2024_08/responses.csv"}},
    {"livecodebench", {"datasets/livecodebench/responses.csv"}},
    {"swebench_verified", {"datasets/swebench_verified/responses.csv"}},
    {"mmlu_pro", {"datasets/mmlu_pro/responses.csv"}},
    {"zeroeval_crux", {"datasets/zeroeval_crux/responses.csv"}},
    {"naep_cmcqrd_probs", {"datasets/naep_cmcqrd_probs/option_probs.csv"}},
    {"psn_irt_12", {"datasets/psn_irt_12/responses.csv"}},
};

/// Test, key, content and difficulty label of the items of NAEP and CMCQRD, without the scores beside them (those are
/// means over orders of the options, not of the distributions analysed here).
std::string naep_items() {
  const auto rows = testing::simple_csv(read_whole_file(shared_path("datasets/naep_cmcqrd_probs/responses.csv")));
  std::string text;
  for (const auto& row : rows) text += row[0] + "," + row[1] + ",\"" + row[4] + "\"," + row[5] + "\n";
  return text;
}

/// The model with the middle accuracy among those with a score on most items.
std::size_t middle_model(const Benchmark& benchmark) {
  std::vector<std::pair<double, std::size_t>> accuracies;
  for (std::size_t m = 0; m < benchmark.scores.rows(); ++m) {
    double total = 0;
    double count = 0;
    for (const double score : benchmark.scores.row(m)) {
      if (std::isnan(score)) continue;
      total += score;
      count += 1;
    }
    if (count > 0.9 * static_cast<double>(benchmark.item_count())) accuracies.emplace_back(total / count, m);
  }
  REQUIRE_FALSE(accuracies.empty());
  std::sort(accuracies.begin(), accuracies.end());
  return accuracies[accuracies.size() / 2].second;
}

std::string decimals(const json& value, const char* format) {
  if (!value.is_number()) return "";
  char text[32];
  std::snprintf(text, sizeof text, format, value.get<double>());
  return text;
}
std::string two(const json& value) {
  return decimals(value, "%.2f");
}
std::string three(const json& value) {
  return decimals(value, "%.3f");
}

/// The three variables of a kind that agree most: name, mutual information above chance / adjusted Rand index.
std::string closest(const json& rows, const std::string& kind) {
  std::vector<std::pair<double, const json*>> found;
  for (const auto& row : rows) {
    if (row["kind"] != kind) continue;
    found.emplace_back(row["mutualInformation"].get<double>() - row["baseline"].get<double>(), &row);
  }
  std::stable_sort(found.begin(), found.end(), [](const auto& x, const auto& y) { return x.first > y.first; });
  if (found.size() > 3) found.resize(3);
  std::string text;
  for (const auto& [above, row] : found) {
    text += (text.empty() ? "" : "; ") + (*row)["variable"].get<std::string>() + " " + two(above) + " / " +
            two((*row)["adjustedRand"]);
  }
  return text.empty() ? "none" : text;
}

std::string name_of(const std::string& partition) {
  const std::string prefix = "attribute:";
  return partition.rfind(prefix, 0) == 0 ? "column " + partition.substr(prefix.size()) : partition;
}

}  // namespace

TEST_CASE("the partitions of public data sets side by side", "[.partitions]") {
  const char* only = std::getenv("PARTITION_DATA");
  const char* given = std::getenv("PARTITION_PARAMETERS");
  const auto parameters = parse_analysis_parameters(given == nullptr ? "{}" : given);
  REQUIRE(parameters.ok());
  for (const Source& source : sources) {
    if (only != nullptr && std::string(only) != source.name) continue;
    Session session;
    std::uint32_t id = 1;
    for (const char* file : source.files) {
      if (!shared_data_exists(file)) return;
      load_shared(session, id++, file);
    }
    if (source.name == std::string("naep_cmcqrd_probs")) {
      REQUIRE_FALSE(load_bytes(session, id++, "items.csv", naep_items()).error);
    }
    const Dataset& dataset = session.assembly().dataset;
    for (std::size_t b = 0; b < dataset.benchmarks.size(); ++b) {
      const Benchmark& benchmark = dataset.benchmarks[b];
      const std::size_t model = middle_model(benchmark);
      const json result = finish_job(session, session.start_partition_sources(b, model, *parameters));
      std::cout << "\n### " << source.name << "\n\n"
                << benchmark.item_count() << " items, " << dataset.models.size() << " models; HARMONY of "
                << dataset.models[model].name << ".\n\n"
                << "| subdomains by | k | HARMONY | p | labels | artefacts | halves |\n|---|---|---|---|---|---|---|\n";
      for (const auto& row : result["partitions"]) {
        std::cout << "| " << name_of(row["partition"]) << " | ";
        if (!row["error"].is_null()) {
          std::cout << row["error"].get<std::string>() << " | | | | | |\n";
          continue;
        }
        std::cout << row["k"] << " | " << two(row["harmony"]) << " | " << three(row["nullPValue"]) << " | "
                  << closest(row["agreement"], "label") << " | " << closest(row["agreement"], "artefact") << " | "
                  << (row["stability"].is_null() ? "" : two(row["stability"]["adjustedRand"])) << " |\n";
      }
    }
  }
}
