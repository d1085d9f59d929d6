// How items of several files were joined, as the import report says it; hand-made files in the project's own format.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "session_driver.hpp"

using namespace harmonograph;

namespace {

struct Item {
  std::string benchmark;
  std::string id;
  std::string hash;
  int position = -1;
};

/// A file of one model that scores 1 on every item.
std::string file_of(const std::string& model, const std::vector<Item>& items) {
  nlohmann::json file{{"format", "harmonograph"}, {"version", 1}, {"models", {{{"name", model}}}}};
  nlohmann::json scores = nlohmann::json::array();
  file["items"] = nlohmann::json::array();
  for (const Item& item : items) {
    nlohmann::json each{{"benchmark", item.benchmark}};
    if (!item.id.empty()) each["id"] = item.id;
    if (!item.hash.empty()) each["hash"] = item.hash;
    if (item.position >= 0) each["position"] = item.position;
    file["items"].push_back(std::move(each));
    scores.push_back(1);
  }
  file["scores"] = {scores};
  return file.dump();
}

nlohmann::json joins(std::size_t id, std::size_t hash, std::size_t position, std::size_t one_model) {
  return {{"nativeId", id},       {"contentHash", hash}, {"questionText", 0},
          {"position", position}, {"oneFile", 0},        {"oneModel", one_model}};
}

nlohmann::json report_of(Session& session) {
  return nlohmann::json::parse(report_to_json(session.files(), session.assembly()))["benchmarks"];
}

}  // namespace

TEST_CASE("the import report counts how items were joined, and groups add up") {
  Session session;
  load_bytes(session, 1, "a.json",
             file_of("A", {{"toy_ids", "q1", "h1", 0},
                           {"toy_ids", "q2", "h2", 1},
                           {"toy_hashes", "", "g1", 0},
                           {"toy_hashes", "", "g2", 1},
                           {"toy_places", "", "f1", 0},
                           {"toy_places", "", "f2", 1},
                           {"toy_places", "", "f3", 2}}));
  load_bytes(session, 2, "b.json",
             file_of("B", {{"toy_ids", "q2", "x2", 1},
                           {"toy_ids", "q3", "h3", 2},
                           {"toy_hashes", "", "g2", 0},
                           {"toy_hashes", "", "g3", 1},
                           {"toy_places", "", "", 0},
                           {"toy_places", "", "", 2}}));
  for (const auto& file : session.files()) {
    INFO((file.error ? file.error->message : ""));
    REQUIRE_FALSE(file.error);
  }
  auto benchmarks = report_of(session);
  REQUIRE(benchmarks.size() == 3);
  CHECK(benchmarks[0]["joins"] == joins(1, 0, 0, 2));
  CHECK(benchmarks[0]["joinedBy"] == "native id");
  CHECK(benchmarks[1]["joins"] == joins(0, 1, 0, 2));
  CHECK(benchmarks[1]["joinedBy"] == "content hash");
  CHECK(benchmarks[2]["joins"] == joins(0, 0, 2, 1));
  CHECK(benchmarks[2]["joinedBy"] == "position");
  const auto has_note = [&](std::size_t benchmark, const std::string& code, int count) {
    for (const auto& note : benchmarks[benchmark]["notes"]) {
      if (note["code"] == code) return note["count"] == count;
    }
    return false;
  };
  CHECK(has_note(0, "content_differs", 1));
  CHECK(has_note(2, "joined_by_position", 2));

  session.set_merged_groups({"toy"});
  benchmarks = report_of(session);
  REQUIRE(benchmarks.size() == 1);
  CHECK(benchmarks[0]["joins"] == joins(1, 1, 2, 5));
  CHECK(benchmarks[0]["items"] == 9);
}

TEST_CASE("the data set is the same whatever the order in which files are added") {
  const std::string a = file_of("A", {{"toy", "", "h1", 0}, {"toy", "", "h2", 1}});
  const std::string b = file_of("B", {{"toy", "", "h2", 0}, {"toy", "", "h1", 1}});
  const std::string c = file_of("C", {{"toy", "", "h2", 1}});
  Session forward;
  load_bytes(forward, 1, "a.json", a);
  load_bytes(forward, 2, "b.json", b);
  load_bytes(forward, 3, "c.json", c);
  Session backward;
  load_bytes(backward, 1, "c.json", c);
  load_bytes(backward, 2, "b.json", b);
  load_bytes(backward, 3, "a.json", a);
  const auto one = report_of(forward)[0];
  const auto other = report_of(backward)[0];
  CHECK(one["joins"] == joins(0, 2, 0, 0));
  for (const char* key : {"joins", "items", "itemsSharedByAll", "missingCells", "joinedBy"}) {
    CHECK(one[key] == other[key]);
  }
}
