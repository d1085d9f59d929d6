#include "irt/response_data.hpp"

#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/text.hpp"

namespace harmonograph {
namespace {

/// FNV-1a over the bits of a model's row: equal rows have equal hashes, and only those are compared.
std::uint64_t hash_of_row(const ResponseData& responses, std::size_t model) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    const float* row = responses.row(block, model);
    for (std::size_t lane = 0; lane < items_per_block; ++lane) {
      hash = (hash ^ __builtin_bit_cast(std::uint32_t, row[lane])) * 1099511628211ULL;
    }
  }
  return hash;
}

bool same_rows(const ResponseData& responses, std::size_t a, std::size_t b) {
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    const float* row = responses.row(block, a);
    if (!std::equal(row, row + items_per_block, responses.row(block, b))) return false;
  }
  return true;
}

bool has_score(const Benchmark& benchmark, std::size_t model) {
  const auto scores = benchmark.scores.row(model);
  return std::any_of(scores.begin(), scores.end(), [](double score) { return !std::isnan(score); });
}

struct Cells {
  std::vector<std::uint32_t> models;
  std::vector<ItemReference> items;
};

ResponseData copy_scores(const Dataset& dataset, const Cells& cells, std::size_t& outside) {
  ResponseData responses(cells.models.size(), cells.items.size());
  for (std::size_t i = 0; i < cells.items.size(); ++i) {
    const auto& scores = dataset.benchmarks[cells.items[i].benchmark].scores;
    for (std::size_t m = 0; m < cells.models.size(); ++m) {
      const double score = scores(cells.models[m], cells.items[i].item);
      if (std::isnan(score)) continue;
      if (score < 0 || score > 1) {
        ++outside;
      } else {
        responses.set(m, i, static_cast<float>(score));
      }
    }
  }
  return responses;
}

bool anything_varies(const ResponseData& responses) {
  float first = ResponseData::missing;
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    for (std::size_t m = 0; m < responses.models(); ++m) {
      const float* row = responses.row(block, m);
      for (std::size_t lane = 0; lane < items_per_block; ++lane) {
        if (row[lane] < 0) continue;
        if (first < 0) first = row[lane];
        if (row[lane] != first) return true;
      }
    }
  }
  return false;
}

ResponseData rows_of(const ResponseData& responses, const std::vector<std::uint32_t>& rows) {
  ResponseData kept(rows.size(), responses.items());
  for (std::size_t m = 0; m < rows.size(); ++m) {
    for (std::size_t i = 0; i < responses.items(); ++i) kept.set(m, i, responses.at(rows[m], i));
  }
  return kept;
}

void keep_first_of_identical(const Dataset& dataset, ResponseSet& set) {
  std::vector<char> dropped(set.models.size(), 0);
  std::string names;
  std::size_t count = 0;
  for (const auto& group : identical_models(set.responses)) {
    for (std::size_t i = 1; i < group.size(); ++i) {
      dropped[group[i]] = 1;
      ++count;
      if (count <= 5) names += (names.empty() ? "" : ", ") + dataset.models[set.models[group[i]]].name;
    }
  }
  if (count == 0) return;
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> models;
  for (std::size_t m = 0; m < set.models.size(); ++m) {
    if (dropped[m] != 0) continue;
    rows.push_back(static_cast<std::uint32_t>(m));
    models.push_back(set.models[m]);
  }
  set.responses = rows_of(set.responses, rows);
  set.models = std::move(models);
  set.notes.push_back({"identical_models",
                       Severity::info,
                       counted(count, "model") +
                           " with the same answers as an earlier one on every item counted once: " + names +
                           (count > 5 ? " and others." : "."),
                       count,
                       {}});
}

}  // namespace

std::size_t ResponseData::observed_count() const {
  std::size_t count = 0;
  for (const float cell : cells_) count += cell >= 0 ? 1 : 0;
  return count;
}

bool ResponseData::binary() const {
  return std::all_of(cells_.begin(), cells_.end(), [](float cell) { return cell < 0 || cell == 0 || cell == 1; });
}

std::vector<std::vector<std::uint32_t>> identical_models(const ResponseData& responses) {
  std::map<std::uint64_t, std::vector<std::vector<std::uint32_t>>> by_hash;
  for (std::size_t m = 0; m < responses.models(); ++m) {
    auto& groups = by_hash[hash_of_row(responses, m)];
    const auto same = std::find_if(groups.begin(), groups.end(),
                                   [&](const auto& group) { return same_rows(responses, group.front(), m); });
    if (same == groups.end()) {
      groups.push_back({static_cast<std::uint32_t>(m)});
    } else {
      same->push_back(static_cast<std::uint32_t>(m));
    }
  }
  std::vector<std::vector<std::uint32_t>> identical;
  for (auto& [hash, groups] : by_hash) {
    for (auto& group : groups) {
      if (group.size() > 1) identical.push_back(std::move(group));
    }
  }
  std::sort(identical.begin(), identical.end());
  return identical;
}

Result<ResponseSet> collect_responses(const Dataset& dataset, std::vector<std::uint32_t> benchmarks, bool count_once) {
  if (benchmarks.empty()) {
    benchmarks.resize(dataset.benchmarks.size());
    std::iota(benchmarks.begin(), benchmarks.end(), 0U);
  }
  for (const auto benchmark : benchmarks) {
    if (benchmark >= dataset.benchmarks.size()) {
      return Error{ErrorCode::not_found,
                   "There is no benchmark " + std::to_string(benchmark) + ".",
                   {},
                   0,
                   "Choose one that is loaded."};
    }
  }
  std::sort(benchmarks.begin(), benchmarks.end());
  benchmarks.erase(std::unique(benchmarks.begin(), benchmarks.end()), benchmarks.end());

  Cells cells;
  for (std::uint32_t m = 0; m < dataset.models.size(); ++m) {
    if (std::any_of(benchmarks.begin(), benchmarks.end(),
                    [&](std::uint32_t b) { return has_score(dataset.benchmarks[b], m); })) {
      cells.models.push_back(m);
    }
  }
  std::size_t unscored = 0;
  for (const auto b : benchmarks) {
    const auto& benchmark = dataset.benchmarks[b];
    for (std::uint32_t i = 0; i < benchmark.item_count(); ++i) {
      const bool scored = std::any_of(cells.models.begin(), cells.models.end(),
                                      [&](std::uint32_t m) { return !std::isnan(benchmark.scores(m, i)); });
      if (scored) {
        cells.items.push_back({b, i});
      } else {
        ++unscored;
      }
    }
  }
  if (cells.models.empty() || cells.items.empty()) {
    return Error{ErrorCode::no_responses,
                 "No model has a score on these benchmarks.",
                 {},
                 0,
                 "Add result files with one row for each item."};
  }

  ResponseSet set;
  std::size_t outside = 0;
  set.responses = copy_scores(dataset, cells, outside);
  set.models = std::move(cells.models);
  set.items = std::move(cells.items);
  if (unscored > 0) {
    set.notes.push_back({"items_without_score",
                         Severity::info,
                         counted(unscored, "item") + " without a score of any model left out.",
                         unscored,
                         {}});
  }
  if (outside > 0) {
    set.notes.push_back({"scores_outside_unit_interval",
                         Severity::warning,
                         counted(outside, "score") + " outside 0 to 1 left out: item response theory needs scores from "
                                                     "0 (wrong) to 1 (right).",
                         outside,
                         {}});
  }
  if (const auto left_out = dataset.models.size() - set.models.size(); left_out > 0) {
    set.notes.push_back({"models_without_score",
                         Severity::info,
                         counted(left_out, "model") + " without a score on these benchmarks left out.",
                         left_out,
                         {}});
  }
  if (count_once) keep_first_of_identical(dataset, set);
  if (set.responses.models() < 2) {
    return Error{ErrorCode::too_few_models,
                 "Item response theory needs the answers of at least 2 models; here is " +
                     counted(set.responses.models(), "model") + ".",
                 {},
                 0,
                 "Add result files of other models on the same items."};
  }
  if (!anything_varies(set.responses)) {
    return Error{ErrorCode::all_scores_equal,
                 "Every model has the same score on every item: nothing can be estimated.",
                 {},
                 0,
                 "Add items or models that differ."};
  }
  return set;
}

}  // namespace harmonograph
