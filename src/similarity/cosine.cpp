#include "similarity/cosine.hpp"

#include <algorithm>
#include <cmath>

#include "similarity/principal_components.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr double tolerated_sum_error = 1e-3;
/// Mean of 1 - cos below which all vectors count as alike: what differs is rounding of the file's numbers.
constexpr double smallest_mean_distance = 1e-12;

/// Divided by the largest entry first, so that neither squares of large numbers overflow nor small ones vanish.
void make_unit(std::span<double> vector) {
  double largest = 0;
  for (const double value : vector) largest = std::max(largest, std::fabs(value));
  // In two steps: the inverse of a subnormal number overflows.
  double squares = 0;
  for (double& value : vector) {
    value /= largest;
    squares += value * value;
  }
  const double length = std::sqrt(squares);
  for (double& value : vector) value /= length;
}

/// The factor of p and l: sqrt(s/2), or 0 where all vectors are alike. squares: sum of |u_i - m|^2.
double feature_scale(double squares, std::size_t items) {
  const double mean_distance = items > 1 ? squares / real(items - 1) : 0;
  const double s = mean_distance > smallest_mean_distance ? mean_cosine_divergence / mean_distance : 0;
  return std::sqrt(s / 2);
}

/// Scales p, and makes a and l of it.
void complete(DivergenceFeatures& features, double scale) {
  for (std::size_t w = 0; w < features.width(); ++w) {
    const auto row = features.p.row(w);
    for (std::size_t i = 0; i < features.items(); ++i) {
      row[i] *= scale;
      features.a[i] += row[i] * row[i];
    }
  }
  features.l = features.p;
}

}  // namespace

std::vector<std::size_t> rows_with_direction(const Matrix& vectors) {
  std::vector<std::size_t> rows;
  for (std::size_t i = 0; i < vectors.rows(); ++i) {
    const auto row = vectors.row(i);
    const bool finite = std::all_of(row.begin(), row.end(), [](double value) { return std::isfinite(value); });
    if (finite && std::any_of(row.begin(), row.end(), [](double value) { return value != 0; })) rows.push_back(i);
  }
  return rows;
}

DivergenceFeatures cosine_divergence_features(const Matrix& vectors) {
  const std::size_t items = vectors.rows();
  const std::size_t width = vectors.columns();
  DivergenceFeatures features{Matrix(width, items), Matrix(), std::vector<double>(items, 0.0)};
  std::vector<double> mean(width, 0.0);
  std::vector<double> unit(width);
  for (std::size_t i = 0; i < items; ++i) {
    const auto row = vectors.row(i);
    std::copy(row.begin(), row.end(), unit.begin());
    make_unit(unit);
    for (std::size_t w = 0; w < width; ++w) {
      features.p(w, i) = unit[w];
      mean[w] += unit[w];
    }
  }
  double squares = 0;
  for (std::size_t w = 0; w < width; ++w) {
    mean[w] /= real(items);
    for (double& value : features.p.row(w)) {
      value -= mean[w];
      squares += value * value;
    }
  }
  complete(features, feature_scale(squares, items));
  return features;
}

ProjectedFeatures projected_cosine_features(Matrix vectors) {
  const std::size_t items = vectors.rows();
  const std::size_t width = vectors.columns();
  std::vector<double> mean(width, 0.0);
  for (std::size_t i = 0; i < items; ++i) {
    const auto row = vectors.row(i);
    make_unit(row);
    for (std::size_t w = 0; w < width; ++w) mean[w] += row[w];
  }
  for (double& value : mean) value /= real(items);
  // Centred before digits are lost.
  FloatMatrix centred(items, width);
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t w = 0; w < width; ++w) centred(i, w) = static_cast<float>(vectors(i, w) - mean[w]);
  }
  PrincipalComponents components = principal_components(centred, std::min(width, principal_component_count));
  ProjectedFeatures projected;
  projected.components = components.scores.rows();
  projected.kept_variance = components.total > 0 ? std::min(1.0, components.kept / components.total) : 1;
  projected.features = {std::move(components.scores), Matrix(), std::vector<double>(items, 0.0), true};
  complete(projected.features, feature_scale(components.kept, items));
  return projected;
}

bool are_distributions(const Matrix& vectors) {
  bool any = false;
  for (std::size_t i = 0; i < vectors.rows(); ++i) {
    const auto row = vectors.row(i);
    if (row.empty() || std::isnan(row.front())) continue;
    double sum = 0;
    for (const double value : row) {
      if (!(value >= 0)) return false;
      sum += value;
    }
    if (!(std::fabs(sum - 1) <= tolerated_sum_error)) return false;
    any = true;
  }
  return any;
}

}  // namespace harmonograph
