// The files that tests/golden/make_spectral_golden.py made with scikit-learn.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "core/matrix.hpp"
#include "shared_data.hpp"
#include "similarity/affinity_operator.hpp"

namespace harmonograph::testing {

inline nlohmann::json read_golden(const std::string& name) {
  return nlohmann::json::parse(read_whole_file(std::string(GOLDEN_DIR) + "/spectral_" + name + ".json"));
}

/// The stored probabilities are rounded: both sides normalise them again.
inline Matrix golden_probabilities(const nlohmann::json& golden) {
  const auto& rows = golden["probabilities"];
  Matrix probabilities(rows.size(), rows[0].size());
  for (std::size_t i = 0; i < probabilities.rows(); ++i) {
    double total = 0;
    for (std::size_t c = 0; c < probabilities.columns(); ++c) {
      probabilities(i, c) = rows[i][c].get<double>();
      total += probabilities(i, c);
    }
    for (double& p : probabilities.row(i)) p /= total;
  }
  return probabilities;
}

inline Labeling golden_labeling(const nlohmann::json& partition) {
  Labeling labeling;
  labeling.groups = partition["k"].get<std::size_t>();
  for (const char c : partition["labels"].get<std::string>()) {
    labeling.labels.push_back(static_cast<std::uint32_t>(c <= '9' ? c - '0' : c - 'a' + 10));
  }
  return labeling;
}

inline void prepare(AffinityOperator& affinity) {
  for (std::size_t piece = 0; piece < affinity.preparation_pieces(); ++piece) affinity.prepare(piece);
}

}  // namespace harmonograph::testing
