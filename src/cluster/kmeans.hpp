// k-means as scikit-learn runs it: greedy k-means++ and Lloyd's iterations, several starts, the best one wins.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/matrix.hpp"
#include "similarity/affinity_operator.hpp"

namespace harmonograph {

struct KMeansStart {
  std::vector<std::uint32_t> labels;
  double inertia = 0;  // sum of squared distances to the own centre
};

/// One start on points (items x dimensions; the first `dimensions` columns are used), k clusters. Greedy k-means++
/// with 2 + floor(log k) trials (Arthur and Vassilvitskii 2007), then Lloyd's iterations until no point changes its
/// cluster; Hamerly's bounds (2010) leave out points that cannot. Distances in single precision, the inertia in double
/// (of points scaled by a power of two). Clusters may be empty.
KMeansStart kmeans_start(const Matrix& points, std::size_t dimensions, std::size_t k, std::uint64_t seed,
                         std::size_t start);

/// Lloyd's iterations in double precision from the labels of a start, until no label changes; an empty cluster takes
/// the point that is farthest from its centre. With fewer than k distinct points some clusters stay empty.
std::vector<std::uint32_t> kmeans_finish(const Matrix& points, std::size_t dimensions, std::size_t k,
                                         std::vector<std::uint32_t> labels);

/// The best of `starts` starts (the first of equals), with canonical labels.
Labeling kmeans(const Matrix& points, std::size_t dimensions, std::size_t k, std::size_t starts, std::uint64_t seed);

/// Labels numbered by size, largest first, then by first item; empty groups vanish.
Labeling canonical_labeling(const std::vector<std::uint32_t>& labels);

}  // namespace harmonograph
