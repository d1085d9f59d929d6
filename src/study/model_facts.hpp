// Family and size of every loaded model: from model attributes where there are some, else read off the name.
#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "dataset/dataset.hpp"

namespace harmonograph {

enum class FactSource { none, attribute, name };

struct ModelFacts {
  std::size_t model = 0;
  std::string family;  // "" = none found
  // NaN where not known:
  double parameters = std::numeric_limits<double>::quiet_NaN();
  double active_parameters = std::numeric_limits<double>::quiet_NaN();
  double tokens = std::numeric_limits<double>::quiet_NaN();
  FactSource family_source = FactSource::none;
  FactSource parameters_source = FactSource::none;
  FactSource tokens_source = FactSource::none;
};

/// Attributes by the names of their columns, whatever their case and separators: "family"; "parameters", "params",
/// "size", "model_size", "n_params", "num_parameters" ...; "active_parameters" ...; "tokens", "training_tokens",
/// "pretraining_tokens" .... A header may give the unit: "params_b", "size (billions)". A value that read_count
/// (model_names.hpp) does not understand is passed over for the name.
std::vector<ModelFacts> facts_of_models(const Dataset& dataset);

/// JSON text with the names of web/src/engine/study.ts.
std::string to_json(const std::vector<ModelFacts>& facts);

}  // namespace harmonograph
