// What does each benchmark measure? From the side of the models: correlations of the abilities with its scores. From
// the side of the items: where they point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "dataset/dataset.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"
#include "stats/correlation.hpp"

namespace harmonograph {

struct Loading {
  Correlation correlation;
  double adjusted_p = std::numeric_limits<double>::quiet_NaN();  // Benjamini-Hochberg over the whole table
};

struct MixedGroup {
  std::vector<std::uint32_t> items;  // positions in the fit
  std::vector<double> direction;     // unit length, D numbers
  std::vector<std::string> typical;  // attribute values over-represented in it
};

struct MeasuredGroup {
  std::string name;
  std::int32_t benchmark = -1;
  std::size_t items = 0;
  std::size_t models = 0;  // with a score on it
  std::vector<Loading> loadings;
  std::int32_t stronger = -1;
  double stronger_p = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> direction;
  double angle = std::numeric_limits<double>::quiet_NaN();
  double spread = std::numeric_limits<double>::quiet_NaN();
  std::size_t away = 0;
  std::size_t no_information = 0;
  std::size_t negative = 0;
  double mix_angle = std::numeric_limits<double>::quiet_NaN();
  std::vector<MixedGroup> mix;  // empty, or two
};

struct CompassGroup {
  std::size_t group = 0;
  std::vector<std::uint32_t> items;
};

struct Measures {
  std::string level;
  std::vector<std::string> levels;
  std::vector<MeasuredGroup> groups;
  std::vector<CompassGroup> compass;
};

/// level: "benchmark" or "attribute:<name>" (item_levels.hpp). Per group of items:
/// - r of each ability with the mean score over the group's items, over models; the stronger of the two largest |r|
/// when
///   Williams' test says so at 5% (signs turned so that both are positive);
/// - mean direction (sum of the slopes of items with information), its angle to the first dimension, and the spread of
///   unit vectors around it; angles are taken where abilities are uncorrelated (item_directions.hpp), so that they do
///   not depend on the rotation;
/// - items with no information (slopes not distinguishable from 0: Wald, 5%; or the same score for all models), items
///   that point more than 90 degrees away from the mean direction although they have information, and negative ones:
///   slope along the mean direction + 1.96 standard errors below 0;
/// - "mixes two things" as find_direction_mix decides, with the attribute values that each part has more of than the
///   other (hypergeometric z > 3, at most 3).
/// With one dimension the mean direction is the ability itself.
Result<Measures> measure_groups(const Dataset& dataset, const ResponseSet& set, const ItemResponseFit& fit,
                                const std::string& level, std::uint64_t seed = 1);

std::string to_json(const Measures& measures);

}  // namespace harmonograph
