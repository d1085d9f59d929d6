// Everything that a user can change about a HARMONY analysis, with its default.
#pragma once

#include <cstdint>
#include <string>

#include "core/result.hpp"

namespace harmonograph {

enum class PartitionSource {
  similarity,         // predictive similarity of this model
  similarity_shared,  // predictive similarity averaged over the models that have distributions
  responses,          // response patterns over all models
  directions,         // directions of discrimination of the items, from a fit over all models
  attribute,          // a given column
  texts,              // the words of the items' texts
  vectors             // vectors of the items that the user brought: embeddings or distributions
};

enum class SilhouetteDistance { affinity, divergence };  // 1 - S, or J

/// Items drawn within the subdomains, the partition kept; or drawn from all items and clustered anew.
enum class BootstrapKind { within, reclustered };

inline constexpr std::uint32_t default_reclustered_draws = 99;  // each costs about a clustering

struct AnalysisParameters {
  PartitionSource partition = PartitionSource::similarity;
  std::string attribute;  // when partition is attribute: the column; when it is vectors: their name
  std::string choices;    // name of the choice set; empty = the first
  bool order_free = false;
  double tau = 1;
  double bandwidth = 0.1;        // b; 0 = from the data
  std::uint32_t subdomains = 0;  // k; 0 = the largest mean silhouette
  std::uint32_t largest_k = 20;
  SilhouetteDistance silhouette = SilhouetteDistance::affinity;
  double floor = 1e-6;  // default_floor of dataset/choice_distributions.hpp
  std::uint64_t seed = 1;
  std::uint32_t starts = 0;      // of k-means; 0 = 40 for few items, 10 for many and for directions
  std::uint32_t dimensions = 2;  // of the abilities, when partition is directions
  std::uint32_t null_draws = 999;
  BootstrapKind bootstrap = BootstrapKind::within;  // only similarities are re-clustered, else within
  std::uint32_t bootstrap_draws = 999;              // default_reclustered_draws when re-clustered
  bool detail = true;
};

/// "similarity", "similarity-shared", "responses", "directions", "texts", "vectors:<name>" or "attribute:<name>", as
/// AnalysisParameters.partition of web/src/engine/results.ts.
std::string partition_name(const AnalysisParameters& parameters);
/// Sets partition and attribute from such a name; false when it is none.
bool set_partition(const std::string& name, AnalysisParameters& parameters);

/// Reads parameters from JSON text with the names of web/src/engine/results.ts; what is absent keeps
/// its default. Errors: invalid_argument, naming the parameter and its allowed range.
Result<AnalysisParameters> parse_analysis_parameters(const std::string& json);

}  // namespace harmonograph
