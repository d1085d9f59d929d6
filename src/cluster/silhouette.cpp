#include "cluster/silhouette.hpp"

#include <algorithm>
#include <limits>

#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

std::vector<std::size_t> group_sizes(const Labeling& labeling) {
  std::vector<std::size_t> sizes(labeling.groups, 0);
  for (const auto label : labeling.labels) ++sizes[label];
  return sizes;
}

/// distance_sum(i, g): the sum of distances from item i to the items of group g, itself included with 0.
template <class DistanceSum>
std::vector<double> silhouettes(const Labeling& labeling, DistanceSum distance_sum) {
  const std::vector<std::size_t> sizes = group_sizes(labeling);
  std::vector<double> result(labeling.labels.size(), 0.0);
  if (labeling.groups < 2) {
    std::fill(result.begin(), result.end(), std::numeric_limits<double>::quiet_NaN());
    return result;
  }
  for (std::size_t i = 0; i < result.size(); ++i) {
    const std::size_t own = labeling.labels[i];
    if (sizes[own] < 2) continue;
    const double inside = std::max(0.0, distance_sum(i, own)) / real(sizes[own] - 1);
    double outside = std::numeric_limits<double>::infinity();
    for (std::size_t g = 0; g < labeling.groups; ++g) {
      if (g != own) outside = std::min(outside, std::max(0.0, distance_sum(i, g)) / real(sizes[g]));
    }
    const double larger = std::max(inside, outside);
    result[i] = larger > 0 ? (outside - inside) / larger : 0;
  }
  return result;
}

}  // namespace

std::vector<double> affinity_silhouettes(const Labeling& labeling, const Matrix& sums) {
  const std::vector<std::size_t> sizes = group_sizes(labeling);
  return silhouettes(labeling, [&](std::size_t i, std::size_t g) {
    const std::size_t others = sizes[g] - (labeling.labels[i] == g ? 1 : 0);
    return real(others) - sums(i, g);
  });
}

std::vector<double> divergence_silhouettes(const Labeling& labeling, const DivergenceFeatures& features) {
  const std::vector<std::size_t> sizes = group_sizes(labeling);
  const std::size_t items = features.items();
  Matrix distance_sums(items, labeling.groups);
  std::vector<double> total_a(labeling.groups, 0.0);
  for (std::size_t i = 0; i < items; ++i) total_a[labeling.labels[i]] += features.a[i];
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t g = 0; g < labeling.groups; ++g) {
      distance_sums(i, g) = real(sizes[g]) * features.a[i] + total_a[g];
    }
  }
  std::vector<double> total_p(labeling.groups);
  std::vector<double> total_l(labeling.groups);
  for (std::size_t w = 0; w < features.width(); ++w) {
    std::fill(total_p.begin(), total_p.end(), 0.0);
    std::fill(total_l.begin(), total_l.end(), 0.0);
    for (std::size_t i = 0; i < items; ++i) {
      total_p[labeling.labels[i]] += features.p(w, i);
      total_l[labeling.labels[i]] += features.l(w, i);
    }
    for (std::size_t i = 0; i < items; ++i) {
      const double p = features.p(w, i);
      const double l = features.l(w, i);
      for (std::size_t g = 0; g < labeling.groups; ++g) distance_sums(i, g) -= p * total_l[g] + l * total_p[g];
    }
  }
  return silhouettes(labeling, [&](std::size_t i, std::size_t g) { return distance_sums(i, g); });
}

}  // namespace harmonograph
