#include "irt/measures.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "irt/item_directions.hpp"
#include "irt/item_levels.hpp"
#include "stats/multiple_testing.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr std::size_t most_compass_items = 2000;
constexpr double significance = 0.05;
constexpr double two_sided_95 = 1.959963984540054;

/// Mean score of every model on every group of items, groups x models; NaN without a score.
Matrix group_scores(const ResponseData& responses, const ItemLevel& level) {
  Matrix sums(level.names.size(), responses.models(), 0);
  Matrix counts(level.names.size(), responses.models(), 0);
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    const std::size_t first = block * items_per_block;
    const std::size_t end = std::min(items_per_block, responses.items() - first);
    for (std::size_t model = 0; model < responses.models(); ++model) {
      const float* row = responses.row(block, model);
      for (std::size_t lane = 0; lane < end; ++lane) {
        const std::int32_t group = level.group[first + lane];
        if (group < 0 || row[lane] < 0) continue;
        sums(static_cast<std::size_t>(group), model) += static_cast<double>(row[lane]);
        counts(static_cast<std::size_t>(group), model) += 1;
      }
    }
  }
  for (std::size_t i = 0; i < sums.values().size(); ++i) {
    sums.values()[i] = counts.values()[i] > 0 ? sums.values()[i] / counts.values()[i] : not_a_number;
  }
  return sums;
}

std::vector<double> ability_column(const ItemResponseFit& fit, std::size_t dimension) {
  std::vector<double> column(fit.models());
  for (std::size_t model = 0; model < column.size(); ++model) column[model] = fit.abilities(model, dimension);
  return column;
}

void add_loadings(const ItemResponseFit& fit, std::span<const double> scores, MeasuredGroup& group) {
  std::vector<std::vector<double>> abilities;
  for (std::size_t d = 0; d < fit.dimensions; ++d) {
    abilities.push_back(ability_column(fit, d));
    group.loadings.push_back({pearson_correlation(abilities.back(), scores)});
  }
  for (const double score : scores) group.models += std::isnan(score) ? 0U : 1U;
  std::vector<std::size_t> order;
  for (std::size_t d = 0; d < fit.dimensions; ++d) {
    if (!std::isnan(group.loadings[d].correlation.value)) order.push_back(d);
  }
  if (order.size() < 2) return;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(group.loadings[a].correlation.value) > std::abs(group.loadings[b].correlation.value);
  });
  const double first = group.loadings[order[0]].correlation.value;
  const double second = group.loadings[order[1]].correlation.value;
  // The correlation of the two abilities over the same models.
  std::vector<double> other = abilities[order[1]];
  for (std::size_t model = 0; model < other.size(); ++model) {
    if (std::isnan(scores[model])) other[model] = not_a_number;
  }
  const double between = pearson_correlation(abilities[order[0]], other).value;
  if (std::isnan(between)) return;
  const double sign = (first < 0) == (second < 0) ? 1 : -1;
  group.stronger_p = williams_test(std::abs(first), std::abs(second), sign * between, group.models).p_value;
  if (group.stronger_p < significance) group.stronger = static_cast<std::int32_t>(order[0]);
}

std::vector<char> items_that_vary(const ResponseData& responses) {
  std::vector<char> vary(responses.items(), 0);
  for (std::size_t item = 0; item < responses.items(); ++item) {
    float first = ResponseData::missing;
    for (std::size_t model = 0; model < responses.models() && vary[item] == 0; ++model) {
      const float score = responses.at(model, item);
      if (score < 0) continue;
      if (first < 0) first = score;
      vary[item] = score != first ? 1 : 0;
    }
  }
  return vary;
}

/// Values of attributes that the items of a group have more often than the rest.
std::vector<std::string> typical_values(const Dataset& dataset, const ResponseSet& set,
                                        const std::vector<std::uint32_t>& items, const std::vector<std::uint32_t>& own,
                                        const std::string& level) {
  struct Candidate {
    double z;
    std::string text;
  };
  std::map<std::pair<std::string, std::string>, std::pair<double, double>> counts;  // all, own
  const auto count = [&](const std::vector<std::uint32_t>& which, bool is_own) {
    for (const std::uint32_t item : which) {
      const ItemReference& reference = set.items[item];
      const Benchmark& benchmark = dataset.benchmarks[reference.benchmark];
      const auto add = [&](const std::string& name, const std::string& value) {
        if (value.empty()) return;
        auto& pair = counts[{name, value}];
        (is_own ? pair.second : pair.first) += 1;
      };
      if (level != "benchmark") add("benchmark", benchmark.name);
      for (const ItemAttribute& attribute : benchmark.attributes) {
        if (level != "attribute:" + attribute.name) add(attribute.name, attribute.values[reference.item]);
      }
    }
  };
  count(items, false);
  count(own, true);
  const double n = real(items.size());
  const double m = real(own.size());
  std::vector<Candidate> candidates;
  for (const auto& [key, pair] : counts) {
    const auto [all, inside] = pair;
    if (inside < 3 || n < 2) continue;
    const double expected = m * all / n;
    const double variance = m * (all / n) * (1 - all / n) * (n - m) / (n - 1);
    if (!(variance > 0)) continue;
    const double z = (inside - expected) / std::sqrt(variance);
    if (z > 3) {
      candidates.push_back({z, key.first + ": " + key.second + " (" + std::to_string(static_cast<long>(inside)) +
                                   " of " + std::to_string(static_cast<long>(all)) + ")"});
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.z > b.z; });
  std::vector<std::string> values;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, candidates.size()); ++i) values.push_back(candidates[i].text);
  return values;
}

}  // namespace

Result<Measures> measure_groups(const Dataset& dataset, const ResponseSet& set, const ItemResponseFit& fit,
                                const std::string& level, std::uint64_t seed) {
  auto grouped = group_items(dataset, set, level);
  if (!grouped) return grouped.error();
  Measures measures;
  measures.level = level;
  measures.levels = item_levels(dataset, set);
  const Matrix scores = group_scores(set.responses, *grouped);
  const ItemDirections directions(fit);
  const std::vector<char> vary = items_that_vary(set.responses);
  std::vector<std::vector<std::uint32_t>> members(grouped->names.size());
  for (std::size_t item = 0; item < grouped->group.size(); ++item) {
    if (grouped->group[item] >= 0) {
      members[static_cast<std::size_t>(grouped->group[item])].push_back(static_cast<std::uint32_t>(item));
    }
  }
  for (std::size_t g = 0; g < members.size(); ++g) {
    MeasuredGroup group;
    group.name = grouped->names[g];
    group.benchmark = grouped->benchmarks[g];
    group.items = members[g].size();
    add_loadings(fit, scores.row(g), group);
    std::vector<std::uint32_t> informative;
    for (const std::uint32_t item : members[g]) {
      if (vary[item] != 0 && directions.informative(item)) informative.push_back(item);
    }
    group.no_information = members[g].size() - informative.size();
    std::vector<double> mean = directions.mean_direction(informative);
    if (fit.dimensions == 1) mean.assign(1, 1);
    const std::vector<double> weights = directions.weights_along(mean);
    std::vector<double> unit_sum(fit.dimensions, 0);
    for (const std::uint32_t item : informative) {
      if (directions.angle(item, mean) > 90) ++group.away;
      for (std::size_t d = 0; d < fit.dimensions; ++d)
        unit_sum[d] += directions.slope(item)[d] / directions.length(item);
    }
    for (const std::uint32_t item : members[g]) {
      if (fit.item_covariances.empty() || vary[item] == 0) continue;
      const SlopeAlong along = slope_along(fit, item, weights);
      if (along.slope + two_sided_95 * along.error < 0) ++group.negative;
    }
    if (fit.dimensions > 1 && !informative.empty()) {
      double square = 0;
      for (const double value : unit_sum) square += value * value;
      group.direction = directions.as_slopes(mean);
      group.angle = ItemDirections::angle_between(mean, directions.axis(0));
      group.spread = 1 - std::sqrt(square) / real(informative.size());
      const DirectionMix mix = find_direction_mix(directions, informative, seed);
      if (mix.found) {
        group.mix_angle = mix.angle;
        group.mix.resize(2);
        for (std::size_t i = 0; i < informative.size(); ++i) group.mix[mix.labels[i]].items.push_back(informative[i]);
        for (std::size_t c = 0; c < 2; ++c) {
          group.mix[c].direction = directions.as_slopes(mix.directions.row(c));
          group.mix[c].typical = typical_values(dataset, set, informative, group.mix[c].items, level);
        }
      }
    }
    if (fit.dimensions > 1) {
      std::vector<std::uint32_t> steepest = members[g];
      std::stable_sort(steepest.begin(), steepest.end(),
                       [&](std::uint32_t a, std::uint32_t b) { return directions.length(a) > directions.length(b); });
      steepest.resize(std::min(steepest.size(), most_compass_items));
      std::sort(steepest.begin(), steepest.end());
      measures.compass.push_back({g, std::move(steepest)});
    }
    measures.groups.push_back(std::move(group));
  }
  std::vector<double> p_values;
  for (const MeasuredGroup& group : measures.groups) {
    for (const Loading& loading : group.loadings) p_values.push_back(loading.correlation.p_value);
  }
  const std::vector<double> adjusted = benjamini_hochberg(p_values);
  std::size_t place = 0;
  for (MeasuredGroup& group : measures.groups) {
    for (Loading& loading : group.loadings) loading.adjusted_p = adjusted[place++];
  }
  return measures;
}

}  // namespace harmonograph
