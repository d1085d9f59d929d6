// Are two data sets the same, field by field and bit by bit?
#pragma once

#include <cmath>
#include <cstring>
#include <string>

#include "dataset/dataset.hpp"

namespace harmonograph {

/// The same bits; every NaN is the same.
inline bool same_bits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof(double)) == 0;
}

inline bool same_matrix(const Matrix& a, const Matrix& b) {
  if (a.rows() != b.rows() || a.columns() != b.columns()) return false;
  for (std::size_t i = 0; i < a.values().size(); ++i) {
    if (!same_bits(a.values()[i], b.values()[i])) return false;
  }
  return true;
}

/// The first difference, or nothing.
inline std::string difference(const Benchmark& a, const Benchmark& b) {
  if (a.name != b.name) return "name: " + a.name + ", " + b.name;
  if (a.item_ids != b.item_ids) return "ids";
  if (a.item_texts != b.item_texts) return "texts";
  if (a.option_counts != b.option_counts) return "option counts";
  if (a.keys != b.keys) return "keys";
  if (a.attributes.size() != b.attributes.size()) return "number of attributes";
  for (std::size_t i = 0; i < a.attributes.size(); ++i) {
    if (a.attributes[i].name != b.attributes[i].name) return "attribute " + a.attributes[i].name;
    if (a.attributes[i].values != b.attributes[i].values) return "values of attribute " + a.attributes[i].name;
  }
  if (a.vectors.size() != b.vectors.size()) return "number of vectors";
  for (std::size_t i = 0; i < a.vectors.size(); ++i) {
    if (a.vectors[i].name != b.vectors[i].name) return "vectors " + a.vectors[i].name;
    if (!same_matrix(a.vectors[i].values, b.vectors[i].values)) return "numbers of vectors " + a.vectors[i].name;
  }
  if (!same_matrix(a.scores, b.scores)) return "scores";
  if (a.chosen.rows() != b.chosen.rows() || a.chosen.columns() != b.chosen.columns()) return "size of chosen";
  if (a.chosen.values() != b.chosen.values()) return "chosen";
  if (a.choices.size() != b.choices.size()) return "models of choices";
  for (std::size_t m = 0; m < a.choices.size(); ++m) {
    const std::string model = " of model " + std::to_string(m);
    if (a.choices[m].size() != b.choices[m].size()) return "number of choice sets" + model;
    for (std::size_t s = 0; s < a.choices[m].size(); ++s) {
      const ModelChoices& one = a.choices[m][s];
      const ModelChoices& other = b.choices[m][s];
      if (one.name != other.name || one.kind != other.kind) return "choice set " + one.name + model;
      if (one.values.columns() != other.values.columns()) return "width of choice set " + one.name + model;
      if (!same_matrix(one.values, other.values)) return "values of choice set " + one.name + model;
    }
  }
  return {};
}

inline std::string difference(const Dataset& a, const Dataset& b) {
  if (a.model_attribute_names != b.model_attribute_names) return "names of model attributes";
  if (a.models.size() != b.models.size()) return "number of models";
  for (std::size_t m = 0; m < a.models.size(); ++m) {
    if (a.models[m].name != b.models[m].name) return "model " + a.models[m].name;
    if (a.models[m].attributes != b.models[m].attributes) return "attributes of " + a.models[m].name;
  }
  if (a.benchmarks.size() != b.benchmarks.size()) return "number of benchmarks";
  for (std::size_t i = 0; i < a.benchmarks.size(); ++i) {
    const std::string found = difference(a.benchmarks[i], b.benchmarks[i]);
    if (!found.empty()) return a.benchmarks[i].name + ": " + found;
  }
  return {};
}

}  // namespace harmonograph
