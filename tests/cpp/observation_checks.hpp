// What must hold for whatever was read from a file, and whether two readings say the same. No test framework: the tests
// and the fuzzing targets use it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "dataset/dataset.hpp"
#include "formats/file_observations.hpp"

namespace observation_checks {

using namespace harmonograph;

/// The same bits; every NaN is the same.
inline bool same_bits(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof(double)) == 0;
}

inline bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same_bits);
}

/// The first thing that two readings of the same bytes say differently, or nothing.
inline std::string difference(const FileObservations& a, const FileObservations& b) {
  if (a.role != b.role) return "role";
  if (a.models != b.models || a.model_is_stated != b.model_is_stated) return "models";
  if (a.benchmarks != b.benchmarks) return "benchmarks";
  if (a.items.size() != b.items.size()) return "number of items";
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    const FileItem& one = a.items[i];
    const FileItem& other = b.items[i];
    if (one.benchmark != other.benchmark || one.native_id != other.native_id ||
        one.content_hash != other.content_hash || one.position != other.position ||
        one.option_count != other.option_count || one.key != other.key || one.text != other.text ||
        one.line != other.line) {
      return "item " + std::to_string(i);
    }
  }
  if (a.attributes.size() != b.attributes.size()) return "number of attributes";
  for (std::size_t i = 0; i < a.attributes.size(); ++i) {
    if (a.attributes[i].name != b.attributes[i].name || a.attributes[i].values != b.attributes[i].values) {
      return "attribute " + std::to_string(i);
    }
  }
  if (a.vectors.size() != b.vectors.size()) return "number of vectors";
  for (std::size_t i = 0; i < a.vectors.size(); ++i) {
    if (a.vectors[i].name != b.vectors[i].name ||
        !same_numbers(a.vectors[i].values.values(), b.vectors[i].values.values())) {
      return "vectors " + std::to_string(i);
    }
  }
  const FileResponses& left = a.responses;
  const FileResponses& right = b.responses;
  if (left.model != right.model || left.item != right.item) return "responses";
  if (!same_numbers(left.score, right.score)) return "scores";
  if (left.chosen != right.chosen) return "chosen options";
  if (left.choices.size() != right.choices.size()) return "number of choice sets";
  for (std::size_t i = 0; i < left.choices.size(); ++i) {
    if (left.choices[i].name != right.choices[i].name || left.choices[i].kind != right.choices[i].kind ||
        left.choices[i].first != right.choices[i].first ||
        !same_numbers(left.choices[i].values, right.choices[i].values)) {
      return "choice set " + std::to_string(i);
    }
  }
  if (a.run.model != b.run.model || a.run.groups != b.run.groups || a.run.metrics.size() != b.run.metrics.size()) {
    return "description of the run";
  }
  for (std::size_t i = 0; i < a.run.metrics.size(); ++i) {
    if (a.run.metrics[i].benchmark != b.run.metrics[i].benchmark ||
        a.run.metrics[i].metric != b.run.metrics[i].metric ||
        !same_bits(a.run.metrics[i].value, b.run.metrics[i].value)) {
      return "stated metric " + std::to_string(i);
    }
  }
  if (a.model_attributes.names != b.model_attributes.names || a.model_attributes.values != b.model_attributes.values) {
    return "model attributes";
  }
  if (a.run_key != b.run_key || a.absent_is_wrong != b.absent_is_wrong) return "run key";
  const auto same_names = [](const std::vector<Alternative>& x, const std::vector<Alternative>& y) {
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const Alternative& m, const Alternative& n) { return m.name == n.name && m.rows == n.rows; });
  };
  if (!same_names(a.filters, b.filters) || a.filter != b.filter) return "filters";
  if (!same_names(a.metrics, b.metrics) || a.metric != b.metric) return "metrics";
  if (a.rows_read != b.rows_read || a.rows_skipped != b.rows_skipped) return "rows";
  if (a.argmax_disagreements != b.argmax_disagreements || a.argmax_compared != b.argmax_compared)
    return "argmax counts";
  if (a.notes.size() != b.notes.size()) return "number of notes";
  for (std::size_t i = 0; i < a.notes.size(); ++i) {
    if (a.notes[i].code != b.notes[i].code || a.notes[i].message != b.notes[i].message ||
        a.notes[i].count != b.notes[i].count || a.notes[i].lines != b.notes[i].lines) {
      return "note " + a.notes[i].code;
    }
  }
  return {};
}

/// What is wrong with the observations of a file, or nothing: scores outside of [0, 1], indices out of range, lists of
/// different lengths, notes without a count.
inline std::string fault(const FileObservations& file) {
  const FileResponses& responses = file.responses;
  const std::size_t count = responses.score.size();
  if (responses.item.size() != count || responses.model.size() != count) return "lengths of responses";
  if (!responses.chosen.empty() && responses.chosen.size() != count) return "length of chosen";
  for (const double score : responses.score) {
    if (!std::isnan(score) && !(score >= 0 && score <= 1)) return "a score of " + std::to_string(score);
  }
  for (const std::uint32_t model : responses.model) {
    if (model >= file.models.size()) return "a response of no model";
  }
  for (const FileItem& item : file.items) {
    if (item.benchmark >= file.benchmarks.size()) return "an item of no benchmark";
    if (item.key < -1 || (item.option_count > 0 && item.key >= static_cast<std::int64_t>(item.option_count))) {
      return "a key outside of the options";
    }
    if (item.text.size() > 4096) return "a text that is too long";
  }
  for (std::size_t r = 0; r < count; ++r) {
    if (responses.item[r] >= file.items.size()) return "a response to no item";
    if (responses.chosen.empty()) continue;
    const std::uint32_t options = file.items[responses.item[r]].option_count;
    if (responses.chosen[r] < -1 || (options > 0 && responses.chosen[r] >= static_cast<std::int64_t>(options))) {
      return "a chosen option that does not exist";
    }
  }
  for (const ItemAttribute& attribute : file.attributes) {
    if (attribute.values.size() != file.items.size()) return "length of attribute " + attribute.name;
  }
  for (const ItemVectors& vectors : file.vectors) {
    if (vectors.values.rows() != file.items.size()) return "rows of vectors " + vectors.name;
    for (const double value : vectors.values.values()) {
      if (std::isinf(value)) return "an infinite number in vectors " + vectors.name;
    }
  }
  for (const ChoiceSet& set : responses.choices) {
    if (set.first.size() != count) return "length of choice set " + set.name;
    for (std::size_t r = 0; r < count; ++r) {
      if (set.first[r] == no_index) continue;
      if (std::uint64_t{set.first[r]} + file.items[responses.item[r]].option_count > set.values.size()) {
        return "values of choice set " + set.name;
      }
    }
    for (const double value : set.values) {
      if (std::isinf(value) && value > 0) return "an infinite option value";
      if (set.kind == ChoiceKind::probability && value < 0) return "a negative probability";
    }
  }
  for (const StatedMetric& metric : file.run.metrics) {
    if (std::isinf(metric.value)) return "an infinite stated metric";
  }
  for (const auto& [model, values] : file.model_attributes.values) {
    if (values.size() != file.model_attributes.names.size()) return "attributes of model " + model;
  }
  if (file.rows_skipped > file.rows_read) return "more rows skipped than read";
  for (const Note& note : file.notes) {
    if (note.code.empty() || note.message.empty() || note.count == 0) return "note \"" + note.code + "\"";
    if (note.message.find("{n}") != std::string::npos) return "note without its number: " + note.code;
  }
  return {};
}

/// The same for what was assembled of files.
inline std::string fault(const Dataset& dataset) {
  for (const Model& model : dataset.models) {
    if (model.attributes.size() != dataset.model_attribute_names.size()) return "attributes of model " + model.name;
  }
  for (const Benchmark& benchmark : dataset.benchmarks) {
    const std::size_t items = benchmark.item_count();
    if (benchmark.scores.rows() != dataset.models.size() || benchmark.scores.columns() != items) return "score matrix";
    for (const double score : benchmark.scores.values()) {
      if (!std::isnan(score) && !(score >= 0 && score <= 1)) return "a score of " + std::to_string(score);
    }
    if (benchmark.option_counts.size() != items || benchmark.keys.size() != items) return "keys of " + benchmark.name;
    for (const ItemAttribute& attribute : benchmark.attributes) {
      if (attribute.values.size() != items) return "attribute " + attribute.name;
    }
    for (const ItemVectors& vectors : benchmark.vectors) {
      if (vectors.values.rows() != items) return "vectors " + vectors.name;
    }
    if (!benchmark.item_texts.empty() && benchmark.item_texts.size() != items) return "item texts";
    std::vector<std::string> ids = benchmark.item_ids;
    std::sort(ids.begin(), ids.end());
    if (std::adjacent_find(ids.begin(), ids.end()) != ids.end()) return "an item id that occurs twice";
    if (!ids.empty() && ids.front().empty()) return "an item without id";
    for (const auto& sets : benchmark.choices) {
      for (const ModelChoices& set : sets) {
        if (set.values.rows() != items) return "choice set " + set.name;
      }
    }
  }
  return {};
}

/// An error that says nothing helps nobody.
inline std::string fault(const Error& error) {
  if (error.message.empty()) return "an error without a sentence";
  if (error.code == ErrorCode::internal) return "an internal error: " + error.message;
  return {};
}

}  // namespace observation_checks
