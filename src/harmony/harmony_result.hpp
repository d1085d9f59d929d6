// What a HARMONY analysis and a sensitivity analysis find, as they cross the border to the page
// (web/src/engine/results.ts names the same quantities).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harmony/harmony_index.hpp"
#include "harmony/parameters.hpp"
#include "similarity/affinity_operator.hpp"
#include "stats/accuracy.hpp"

namespace harmonograph {

struct SilhouettePoint {
  std::size_t k = 0;
  std::optional<double> silhouette;
  std::optional<double> harmony;  // H at that k, same b
};

struct DistinctiveWord {
  std::string word;
  double score = 0;         // z of the log-odds ratio with an informative Dirichlet prior (Monroe et al. 2008)
  std::size_t inside = 0;   // items of the subdomain that contain it
  std::size_t outside = 0;  // items of the rest that contain it
};

struct CentralItem {
  std::size_t item = 0;  // index in the benchmark
  std::string id;
  std::string text;
  double centrality = 0;  // mean similarity to the others of its subdomain; 1 when it is alone
  std::optional<double> score;
  std::vector<std::string> attributes;  // in the order of the benchmark's attributes
};

struct TypicalValue {
  std::string variable;
  std::string value;
  double share = 0;          // inside the subdomain
  double overall_share = 0;  // in all used items
};

struct Subdomain {
  std::size_t index = 0;
  std::string name;
  std::size_t size = 0;
  double weight = 0;
  double accuracy = 0;
  Interval interval;
  double from_mean = 0;
  double mass = 0;
  std::optional<double> silhouette;  // mean inside
  std::optional<double> cohesion;    // mean similarity inside
  std::vector<CentralItem> central_items;
  std::vector<DistinctiveWord> words;
  std::vector<TypicalValue> typical;
};

struct AuditRow {
  std::string variable;
  std::string kind;  // "artefact", "label" or "neutral"
  std::size_t levels = 0;
  std::size_t items = 0;
  double mutual_information = 0;  // normalised by the arithmetic mean of the entropies
  double adjusted_rand = 0;
  double baseline = 0;  // mean of the normalised mutual information over permutations
  double p_value = 1;
};

struct Audit {
  std::vector<AuditRow> rows;
  std::string explained_by;  // an artefact, or "confidence quartile", or empty
  std::string alternative;   // "order-free", "responses", "attribute:<name>" or ""
};

struct NullDistribution {
  double mean = 0;
  double sd = 0;
  double low = 0;
  double high = 0;
  double p_value = 1;
  std::size_t draws = 0;
};

struct BootstrapDistribution {
  BootstrapKind kind = BootstrapKind::within;
  double low = 0;
  double high = 0;
  double sd = 0;
  std::size_t draws = 0;
};

struct Stability {
  double adjusted_rand = 0;
  std::size_t seeds = 0;     // or splits
  bool over_halves = false;  // between halves of the models, else over other seeds
};

struct AffinityMap {
  std::size_t size = 0;            // bins in each direction
  std::size_t items_per_bin = 0;   // the last bin may hold fewer
  std::vector<double> values;      // size x size means of S, with S_ii = 1
  std::vector<double> boundaries;  // ends of the subdomains, in bins
};

struct OtherModel {
  std::size_t model = 0;
  std::vector<double> accuracy;  // per subdomain; NaN where it has no score
  double overall = 0;
};

struct Warning {
  std::string code;
  std::string message;
};

struct HarmonyResult {
  std::size_t benchmark = 0;
  std::size_t model = 0;
  AnalysisParameters parameters;  // as used
  std::size_t items = 0;
  std::size_t items_left_out = 0;
  Accuracy accuracy;
  std::size_t k = 0;
  std::string k_chosen_by;  // "silhouette", "user" or "attribute"
  std::vector<SilhouettePoint> silhouette_curve;
  std::vector<std::uint32_t> labels;
  std::vector<std::size_t> used_items;
  std::vector<Subdomain> subdomains;
  double bandwidth = 0;
  std::optional<double> harmony;
  std::optional<double> harmony_of_sizes;
  std::optional<double> effective_subdomains;
  std::optional<NullDistribution> null_distribution;
  std::optional<BootstrapDistribution> bootstrap;
  Spread spread;
  std::optional<Stability> stability;
  std::size_t floored_cells = 0;
  std::size_t floored_items = 0;
  std::size_t padded_items = 0;
  std::vector<double> eigenvalues;
  std::optional<AffinityDescription>
      similarity;  // how S was held; none for a partition by a column; angles for directions
  bool degenerate = false;
  std::optional<AffinityMap> affinity_map;
  std::vector<OtherModel> other_models;
  Audit audit;
  std::vector<Warning> warnings;
};

struct SensitivityResult {
  struct Bandwidth {
    double b = 0;
    std::optional<double> harmony;
    std::optional<double> harmony_of_sizes;
  };
  struct Tau {
    double tau = 0;
    std::size_t k = 0;
    std::optional<double> harmony;
    std::optional<double> silhouette;
  };
  struct Seed {
    std::uint64_t seed = 0;
    std::size_t k = 0;
    std::optional<double> harmony;
    double adjusted_rand = 0;  // with the partition of the given seed
  };
  std::vector<Bandwidth> bandwidth;
  std::vector<Tau> tau;
  std::vector<SilhouettePoint> subdomains;
  std::vector<Seed> seeds;
};

/// JSON text with the names of web/src/engine/results.ts; a number that does not exist is null.
std::string to_json(const AnalysisParameters& parameters);
std::string to_json(const Accuracy& accuracy);
std::string to_json(const HarmonyResult& result);
std::string to_json(const SensitivityResult& result);

}  // namespace harmonograph
