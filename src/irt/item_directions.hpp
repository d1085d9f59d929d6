// Where items point in the space of the abilities, and groups of items that point alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/matrix.hpp"
#include "core/result.hpp"
#include "irt/item_response_fit.hpp"

namespace harmonograph {

/// Slopes in coordinates in which the abilities are uncorrelated with variance 1: R'a, Phi = R R'. Angles between items
/// there do not depend on the rotation: their cosine is the correlation of the items' linear predictors.
class ItemDirections {
 public:
  explicit ItemDirections(const ItemResponseFit& fit);

  [[nodiscard]] std::size_t items() const { return slopes_.rows(); }
  [[nodiscard]] std::size_t dimensions() const { return slopes_.columns(); }
  [[nodiscard]] std::span<const double> slope(std::size_t item) const { return slopes_.row(item); }
  [[nodiscard]] double length(std::size_t item) const { return lengths_[item]; }
  /// The slopes differ from 0 (Wald's test, 5%) and the item's covariance is known.
  [[nodiscard]] bool informative(std::size_t item) const { return informative_[item] != 0; }

  /// Direction of the sum of the slopes of items (unit length; zeros when they cancel): steep items count more.
  [[nodiscard]] std::vector<double> mean_direction(std::span<const std::uint32_t> items) const;
  /// Degrees between an item and a direction; NaN for an item without slopes or a direction of zeros.
  [[nodiscard]] double angle(std::size_t item, std::span<const double> direction) const;
  /// Degrees between two directions of these coordinates.
  [[nodiscard]] static double angle_between(std::span<const double> a, std::span<const double> b);
  /// The direction in the coordinates of the fit's slopes, unit length.
  [[nodiscard]] std::vector<double> as_slopes(std::span<const double> direction) const;
  /// w with w . a = the slope of an item along the direction, in which theta moves by one standard deviation.
  [[nodiscard]] std::vector<double> weights_along(std::span<const double> direction) const;
  /// Direction of an item that measures the given ability alone.
  [[nodiscard]] std::vector<double> axis(std::size_t dimension) const;

 private:
  Matrix root_;     // R'
  Matrix inverse_;  // R'^-1
  Matrix slopes_;
  std::vector<double> lengths_;
  std::vector<char> informative_;
};

/// Slope of an item along a direction (its weights_along) with its standard error; NaN where the item has no
/// covariance.
struct SlopeAlong {
  double slope = 0;
  double error = 0;
};
SlopeAlong slope_along(const ItemResponseFit& fit, std::size_t item, std::span<const double> weights);

/// Spherical k-means (Dhillon and Modha 2001) of vectors, each counting by its length: labels and unit centres.
struct DirectionClusters {
  std::vector<std::uint32_t> labels;
  Matrix centres;       // k x D
  double cohesion = 0;  // sum |v| cos(v, own centre) / sum |v|: 1 = all on their centres
};
DirectionClusters cluster_directions(const Matrix& vectors, std::size_t k, std::size_t starts, std::uint64_t seed);

struct DirectionGroupOptions {
  std::size_t smallest_k = 2;
  std::size_t largest_k = 10;
  std::size_t starts = 10;
  std::uint64_t seed = 1;
};

struct DirectionGroups {
  std::vector<std::uint32_t> labels;  // per item; groups by size, largest first
  std::size_t k = 0;
  Matrix directions;                // k x D, in the fit's coordinates, unit length
  std::vector<std::size_t> ks;      // tried
  std::vector<double> silhouettes;  // of each: mean simplified silhouette on 1 - cosine, weighted by discrimination
};

/// A partition of all items by where they point; k with the largest silhouette. Of more than 3,000 items every n-th
/// finds the directions, and all are assigned. Errors: invalid_argument (one dimension, a range of k outside 2 ..
/// items).
Result<DirectionGroups> direction_groups(const ItemResponseFit& fit, const DirectionGroupOptions& options);

/// Do the items point two ways? Accepted only when all of this holds: two groups of at least 5 items and 15% of them;
/// their directions 30 degrees apart or more; the two directions describe the slopes better than they do in 99 of 99
/// draws from one normal distribution with the same mean and covariance (as SigClust, Liu et al. 2008); and there is a
/// valley between: projected on the line from one direction to the other, the middle third holds less than half of what
/// each of the two thirds around the directions holds. At most 1,000 items (every n-th) decide; all are assigned.
struct DirectionMix {
  bool found = false;
  double angle = 0;                   // degrees between the two
  std::vector<std::uint32_t> labels;  // 0 or 1, per item given
  Matrix directions;                  // 2 x D, in the coordinates of ItemDirections
};
DirectionMix find_direction_mix(const ItemDirections& directions, std::span<const std::uint32_t> items,
                                std::uint64_t seed);

}  // namespace harmonograph
