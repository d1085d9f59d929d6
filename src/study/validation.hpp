// Does the method find the truth where it is known? A generated benchmark with known domains, simulated models, and the
// HARMONY that several measures of similarity estimate beside the true one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/result.hpp"
#include "stats/correlation.hpp"
#include "study/study_work.hpp"

namespace harmonograph {

struct ValidationParameters {
  std::size_t domains = 4;   // 2 to 8
  std::size_t entries = 30;  // 4 to 100 of a domain, before imbalance; five questions each
  double noise = 0.2;        // 0..1, RedundantQaOptions::noise
  double imbalance = 0;      // 0..1, unequal_entries
  std::size_t models = 40;   // 3 to 200
  std::uint64_t seed = 1;
};

enum class SimilarityMeasure { predictive, responses, texts, random };

struct ValidatedModel {
  std::size_t model = 0;
  std::string name;
  double true_harmony = 0;  // of the domains
  double harmony = 0;       // of the measure's subdomains
  std::size_t k = 0;
  double adjusted_rand = 0;  // of the subdomains with the domains
  double mutual_information = 0;
};

struct ValidatedMeasure {
  SimilarityMeasure measure = SimilarityMeasure::predictive;
  std::string error;                   // why there is none; "" = none
  std::vector<ValidatedModel> points;  // models whose items all fell into one subdomain have no HARMONY and no point
  Correlation pearson;                 // of true and estimated HARMONY
  Correlation spearman;
  // NaN where there is none:
  double slope = std::numeric_limits<double>::quiet_NaN();          // of estimated on true
  double adjusted_rand = std::numeric_limits<double>::quiet_NaN();  // means over models
  double mutual_information = std::numeric_limits<double>::quiet_NaN();
  double mean_error = std::numeric_limits<double>::quiet_NaN();  // of |estimated - true|
};

struct Validation {
  ValidationParameters parameters;
  std::size_t items = 0;
  std::vector<std::size_t> sizes;  // items of each domain
  std::vector<std::string> domain_names;
  std::vector<ValidatedMeasure> measures;
};

/// JSON text with the names of web/src/engine/study.ts.
std::string to_json(const Validation& validation);

}  // namespace harmonograph
