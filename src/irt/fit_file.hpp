// Item response parameters as files: everything that rebuilds predictions as JSON (docs/parameters.md), tables of items
// and models as CSV; and reading the JSON again, or py-irt's.
#pragma once

#include <string>
#include <vector>

#include "core/note.hpp"
#include "core/result.hpp"
#include "dataset/dataset.hpp"
#include "irt/item_response_result.hpp"

namespace harmonograph {

/// Parameters with the names that make them useful elsewhere.
struct NamedFit {
  ItemResponseFit fit;
  std::vector<std::string> item_benchmarks;  // per item; "" = the file does not say
  std::vector<std::string> item_ids;
  std::vector<std::string> models;
  std::vector<std::string> dimension_names;
};

NamedFit name_fit(const Dataset& dataset, const FittedResponses& fitted);

/// The JSON of docs/parameters.md, format version 1. Numbers are written so that reading them gives the same bits.
std::string write_fit_json(const NamedFit& named);
/// One line an item: benchmark, item, slopes, intercept, guessing, discrimination, difficulty, each with its standard
/// error.
std::string write_item_parameters_csv(const NamedFit& named);
/// One line a model: its abilities with their standard errors.
std::string write_abilities_csv(const NamedFit& named);

struct ReadFit {
  NamedFit named;
  std::string source;  // "harmonograph" or "py-irt"
  std::vector<Note> notes;
};

/// Reads parameters that write_fit_json wrote, or py-irt's best_parameters.json (1PL, 2PL, 3PL, and the
/// multidimensional 2PL, whose logit is sum disc (ability - diff)). Abilities of py-irt are brought to mean 0 and
/// variance 1, and the items with them, because the estimation of a new model's ability has that prior. Errors:
/// unknown_format, malformed_file (which entry), too_few_items, invalid_argument (a model with an upper asymptote).
Result<ReadFit> read_fit(const std::string& text);

}  // namespace harmonograph
