// Everything that is loaded as one file: read alone in another session it is the same data set with the same results.
#include <algorithm>
#include <filesystem>

#include "dataset/same_dataset.hpp"
#include "session_driver.hpp"

using namespace harmonograph;
namespace fs = std::filesystem;

namespace {

/// Reads a file without asking that it can be read.
bool try_to_load(Session& session, std::uint32_t id, const fs::path& path) {
  const std::string bytes = read_whole_file(path);
  if (!session.begin_file(id, path.string(), bytes.size(), {}).ok()) return false;
  (void)session.feed({bytes.data(), bytes.size()});
  const auto file = session.end_file();
  return file.ok() && !(*file)->error;
}

/// Export, import, export: the same data set, the same overview, the same bytes.
void check_round_trip(Session& original) {
  const auto text = original.data_file();
  INFO((text ? "" : text.error().message));
  REQUIRE(text.ok());
  Session other;
  const auto& file = load_bytes(other, 1, "renamed.txt", *text, {}, 1U << 20U);
  INFO((file.error ? file.error->message : ""));
  REQUIRE_FALSE(file.error);
  CHECK(file.format->id == std::string("harmonograph_json"));
  CHECK(difference(original.assembly().dataset, other.assembly().dataset) == "");
  // Of very many models it takes its time.
  if (original.assembly().dataset.models.size() < 300) {
    CHECK(overview_to_json(original.overview()) == overview_to_json(other.overview()));
  }
  const auto again = other.data_file();
  REQUIRE(again.ok());
  CHECK((*again == *text));
}

std::vector<fs::path> files_below(const fs::path& folder, std::uintmax_t most_bytes) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file() && entry.file_size() <= most_bytes) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// Each by itself, then those of each folder together; how many of either had data.
std::pair<int, int> check_files(const std::vector<fs::path>& paths) {
  int alone = 0;
  int together = 0;
  std::map<fs::path, std::vector<fs::path>> of_folder;
  for (const auto& path : paths) {
    INFO(path.string());
    Session session;
    if (!try_to_load(session, 1, path)) continue;
    of_folder[path.parent_path()].push_back(path);
    if (session.assembly().dataset.benchmarks.empty()) continue;
    check_round_trip(session);
    ++alone;
  }
  for (const auto& [folder, members] : of_folder) {
    if (members.size() < 2) continue;
    INFO(folder.string());
    Session session;
    std::uint32_t id = 0;
    for (const auto& path : members) try_to_load(session, ++id, path);
    if (session.assembly().dataset.benchmarks.empty()) continue;
    check_round_trip(session);
    ++together;
  }
  return {alone, together};
}

AnalysisParameters quick(const std::string& partition) {
  AnalysisParameters parameters;
  REQUIRE(set_partition(partition, parameters));
  parameters.starts = 3;
  parameters.largest_k = 6;
  parameters.null_draws = 19;
  parameters.bootstrap_draws = 19;
  return parameters;
}

}  // namespace

TEST_CASE("data file: every fixture, alone and together") {
  const auto [alone, together] = check_files(files_below(FIXTURES_DIR, 1U << 24U));
  // Of six tools; those that are attributes, prose or broken on purpose give no data alone.
  CHECK(alone > 30);
  CHECK(together >= 6);
  Session all;
  std::uint32_t id = 0;
  for (const auto& path : files_below(FIXTURES_DIR, 1U << 24U)) try_to_load(all, ++id, path);
  CHECK(all.assembly().dataset.benchmarks.size() > 20);
  check_round_trip(all);
}

TEST_CASE("data file: analyses of what was written are those of the original") {
  Session original;
  REQUIRE(original.load_example(1).ok());
  std::string table = "item_id,question,topic,a,b,c,d,e,f,g,h,i,j,k,l\n";
  std::string embeddings = "item_id,v0,v1,v2,v3,v4,v5,v6,v7\n";
  for (int i = 0; i < 60; ++i) {
    const std::string id = "q" + std::to_string(i);
    table += id + (i % 2 == 0 ? ",enzyme protein " : ",treaty senate ") + std::to_string(i) + "," +
             (i % 2 == 0 ? "biology" : "history");
    for (int m = 0; m < 12; ++m) table += (i * 7 + m * 3) % 17 < 4 + m ? ",1" : ",0";
    table += "\n";
    embeddings += id;
    for (int w = 0; w < 8; ++w) embeddings += "," + std::to_string((w % 2 == i % 2 ? 1.0 : -0.5) + 0.01 * (i * w % 7));
    embeddings += "\n";
  }
  load_bytes(original, 2, "topics.csv", table);
  load_bytes(original, 3, "emb.csv", embeddings);
  load_bytes(original, 4, "models.csv", "model,parameters\na,1000000\nb,2000000\nc,3000000\nd,4000000\n");
  REQUIRE(original.assembly().dataset.benchmarks[1].vectors.size() == 1);
  REQUIRE(original.assembly().dataset.model_attribute_names.size() == 1);
  check_round_trip(original);

  Session other;
  load_bytes(other, 1, "all.json", *original.data_file());
  const std::size_t model = model_named(original, "b");
  for (const char* partition : {"responses", "directions", "texts", "vectors:emb", "attribute:topic"}) {
    INFO(partition);
    CHECK(finish_job(other, other.start_analysis(1, model, quick(partition))).dump() ==
          finish_job(original, original.start_analysis(1, model, quick(partition))).dump());
  }
  CHECK(finish_job(other, other.start_analysis(0, 0, quick("similarity"))).dump() ==
        finish_job(original, original.start_analysis(0, 0, quick("similarity"))).dump());

  // A snapshot is data, too.
  Session cell;
  REQUIRE(cell.load_snapshot(*original.benchmark_snapshot(1)).ok());
  check_round_trip(cell);
}

TEST_CASE("data file: merged groups are written as they are") {
  Session session;
  for (int t = 0; t < 3; ++t) {
    std::string table = "item_id,a,b\n";
    for (int i = 0; i < 6; ++i) table += std::to_string(i) + "," + std::to_string((i + t) % 2) + ",1\n";
    load_bytes(session, static_cast<std::uint32_t>(t + 1),
               "mmlu_" + std::string(1, static_cast<char>('a' + t)) + ".csv", table);
  }
  check_round_trip(session);
  session.set_merged_groups({"mmlu"});
  REQUIRE(session.assembly().dataset.benchmarks.size() == 1);
  check_round_trip(session);
}

TEST_CASE("data file: too much and too little are errors") {
  Session session;
  CHECK(session.data_file().error().code == ErrorCode::no_responses);
  REQUIRE(session.load_example(1).ok());
  const auto text = session.data_file();
  REQUIRE(text.ok());
  const auto refused = session.data_file(text->size() / 2);
  REQUIRE_FALSE(refused.ok());
  CHECK(refused.error().code == ErrorCode::too_large);
  CHECK_THAT(refused.error().message, Catch::Contains("would be one file of about"));
  // The estimate is not far from the truth.
  CHECK(session.data_file(text->size() * 2).ok());
}

TEST_CASE("data file: real files of many tools") {
  if (!shared_data_exists("real")) return;
  const auto [alone, together] = check_files(files_below(shared_path("real"), 1U << 23U));
  CHECK(alone > 10);
  CHECK(together > 2);
  for (const char* folder : {"real/lm_eval", "real"}) {
    INFO(folder);
    Session all;
    std::uint32_t id = 0;
    for (const auto& path : files_below(shared_path(folder), 1U << 23U)) try_to_load(all, ++id, path);
    check_round_trip(all);
  }
}

TEST_CASE("data file: data sets of many models") {
  if (!shared_data_exists("datasets")) return;
  const auto [alone, together] = check_files(files_below(shared_path("datasets"), 1U << 20U));
  CHECK(alone > 20);
  CHECK(together > 3);
}
