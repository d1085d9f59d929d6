// One item close up: its characteristic curve with a band, the observed scores around it, its information, and what
// every model did on it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "dataset/dataset.hpp"
#include "irt/item_response_fit.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

struct ItemDetail {
  struct Observed {
    double ability = 0;  // mean of the models of the bin
    double score = 0;
    std::size_t models = 0;
  };
  /// Along one dimension, the other abilities at their means (0).
  struct Curve {
    std::vector<double> ability;
    std::vector<double> probability;
    std::vector<double> low;  // 95% band of the curve from the item's covariance; NaN without one
    std::vector<double> high;
    std::vector<double> information;
    std::vector<Observed> observed;
  };
  struct Answer {
    std::uint32_t model = 0;  // index in the dataset
    double score = 0;
    double expected = 0;
  };
  std::size_t position = 0;
  std::vector<Curve> curves;    // per dimension
  std::vector<Answer> answers;  // of the models that answered it
  std::string text;
  std::vector<std::string> attributes;
};

/// position: in the fit. Abilities from -4 to 4 in steps of .1, further where models are; observed scores in at most 10
/// groups of models of nearly equal size. Errors: not_found (position).
Result<ItemDetail> item_detail(const Dataset& dataset, const ResponseSet& set, const ItemResponseFit& fit,
                               std::size_t position);

/// The JSON of web/src/engine/item_response.ts.
std::string to_json(const ItemDetail& detail);

}  // namespace harmonograph
