#include "dataset/files_of_one_benchmark.hpp"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "core/fingerprint.hpp"
#include "core/text.hpp"
#include "dataset/assemble.hpp"
#include "formats/table_names.hpp"
#include "formats/table_observations.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t fewest_items = 2;

using Items = std::vector<std::uint64_t>;  // fingerprints, sorted

bool is_separator(char c) {
  return c == '_' || c == '-' || c == '.' || c == ' ' || c == '+' || c == '@';
}

/// Fingerprints of the items; empty when they cannot be told from those of another benchmark.
Items items_of(const FileObservations& file) {
  Items items;
  items.reserve(file.items.size());
  bool named = false;
  for (const FileItem& item : file.items) {
    const std::string& id = item.native_id.empty() ? item.content_hash : item.native_id;
    if (id.empty()) return {};
    named = named || !item.text.empty() || std::any_of(id.begin(), id.end(), [](char c) { return c < '0' || c > '9'; });
    items.push_back(fingerprint(id + "\n" + item.text));
  }
  if (!named || items.size() < fewest_items) return {};
  std::sort(items.begin(), items.end());
  return items;
}

bool are_the_same(const Items& left, const Items& right) {
  Items shared;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(shared));
  return 10 * shared.size() >= 8 * std::max(left.size(), right.size());
}

/// The benchmark is called as the file is.
bool is_named_after_file(const LoadedFile& file) {
  const std::vector<std::string>& names = file.observations->benchmarks;
  return names.size() == 1 && (names[0].empty() || names[0] == benchmark_of_path(file.path));
}

/// A beginning (or an end) that all names have in common, up to a separator, without it.
std::string common_part(const std::vector<std::string>& names, bool at_end) {
  const auto turned = [&](std::string name) {
    if (at_end) std::reverse(name.begin(), name.end());
    return name;
  };
  std::string common = turned(names.front());
  for (const std::string& each : names) {
    const std::string name = turned(each);
    const auto difference = std::mismatch(common.begin(), common.end(), name.begin(), name.end()).first;
    common.erase(difference, common.end());
  }
  while (!common.empty() && !is_separator(common.back())) common.pop_back();
  while (!common.empty() && is_separator(common.back())) common.pop_back();
  return turned(common);
}

/// What the names of files have in common, where that can be the name of a benchmark.
std::string benchmark_in(const std::vector<std::string>& names) {
  static const std::set<std::string> generic{"model", "models",    "result",      "results", "output",  "outputs",
                                             "eval",  "evals",     "predictions", "scores",  "samples", "run",
                                             "runs",  "responses", "answers",     "test",    "data"};
  for (const bool at_end : {false, true}) {
    std::string part = common_part(names, at_end);
    if (part.size() >= 2 && !looks_like_model_name(part) && generic.count(to_lower(part)) == 0) return part;
  }
  return {};
}

/// The name of a file without that part and the separators around it.
std::string without(std::string name, const std::string& part) {
  const std::size_t place = name.find(part);
  if (place == std::string::npos) return name;
  name.erase(place, part.size());
  while (!name.empty() && is_separator(name.front())) name.erase(0, 1);
  while (!name.empty() && is_separator(name.back())) name.pop_back();
  return name;
}

struct Group {
  Items items;                     // of its first file
  std::vector<std::size_t> files;  // in the order of their paths
  std::set<std::string> models;    // that the files name
};

class Grouping {
 public:
  explicit Grouping(std::span<const LoadedFile> files) : files_(files) { out_.names.resize(files.size()); }

  FilesOfOneBenchmark run() {
    std::map<std::string, std::vector<std::size_t>> folders;
    for (std::size_t f = 0; f < files_.size(); ++f) {
      const FileObservations& file = *files_[f].observations;
      if (file.role == FileRole::responses && is_named_after_file(files_[f]) && !file.absent_is_wrong) {
        folders[std::string(folder_of(files_[f].path))].push_back(f);
      }
    }
    for (auto& [folder, members] : folders) {
      std::stable_sort(members.begin(), members.end(),
                       [&](std::size_t a, std::size_t b) { return files_[a].path < files_[b].path; });
      std::vector<Group> groups = groups_of(members);
      groups.erase(
          std::remove_if(groups.begin(), groups.end(), [](const Group& each) { return each.files.size() < 2; }),
          groups.end());
      for (std::size_t g = 0; g < groups.size(); ++g) {
        // Groups of other items must not get the same name.
        const std::string number = groups.size() > 1 ? " " + std::to_string(g + 1) : "";
        name(groups[g], std::string(file_name_of(folder)), number);
      }
    }
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::vector<Group> groups_of(const std::vector<std::size_t>& members) const {
    std::vector<Group> groups;
    for (const std::size_t f : members) {
      Items items = items_of(*files_[f].observations);
      if (items.empty()) continue;
      const std::vector<std::string>& models = files_[f].observations->models;
      const auto fits = [&](const Group& group) {
        const bool is_new = std::none_of(models.begin(), models.end(), [&](const std::string& model) {
          return !model.empty() && group.models.count(model) != 0;
        });
        return is_new && are_the_same(group.items, items);
      };
      auto group = std::find_if(groups.begin(), groups.end(), fits);
      if (group == groups.end()) {
        groups.push_back({std::move(items), {}, {}});
        group = std::prev(groups.end());
      }
      group->files.push_back(f);
      group->models.insert(models.begin(), models.end());
    }
    return groups;
  }

  /// number: of the group, where the folder holds several; else empty.
  void name(const Group& group, const std::string& folder, const std::string& number) {
    std::vector<std::string> stems;
    for (const std::size_t f : group.files) stems.push_back(benchmark_of_path(files_[f].path));
    const std::string part = benchmark_in(stems);
    // The models of a folder with several benchmarks have each of these in the names of their files.
    const bool splits = !part.empty() && (!number.empty() || is_leaderboard_column(part));
    const bool is_common = splits || (folder.empty() && !part.empty());
    const std::string benchmark = is_common ? part : (folder.empty() ? "benchmark" : folder) + number;
    for (std::size_t n = 0; n < group.files.size(); ++n) {
      std::string model = splits ? without(stems[n], part) : stems[n];
      if (model.empty()) model = stems[n];
      out_.names[group.files[n]] = {benchmark, std::move(model)};
    }
    std::string all;
    for (std::size_t n = 0; n < stems.size() && n < 3; ++n) {
      all += (n == 0 ? "" : n + 1 == stems.size() ? " and " : ", ") + stems[n];
    }
    if (stems.size() > 3) all += " and " + counted(stems.size() - 3, "more file");
    out_.notes.push_back({"files_of_one_benchmark",
                          Severity::warning,
                          all + " name no benchmark and hold the same items: they are read as one benchmark, \"" +
                              benchmark + "\". If they are not, give each file the name of its benchmark below.",
                          stems.size(),
                          {}});
  }

  std::span<const LoadedFile> files_;
  FilesOfOneBenchmark out_;
};

}  // namespace

FilesOfOneBenchmark files_of_one_benchmark(std::span<const LoadedFile> files) {
  return Grouping(files).run();
}

}  // namespace harmonograph
