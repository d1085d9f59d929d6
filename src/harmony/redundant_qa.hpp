// A generated benchmark with known subdomains, in the manner of RedundantQA: four domains; each entry has a reference
// question, two paraphrases that share its distribution and two look-alikes that do not. Simulated models answer it.
// It is the built-in example, and it validates the estimate of HARMONY against the truth.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "formats/file_observations.hpp"

namespace harmonograph {

inline constexpr std::size_t most_redundant_qa_domains = 8;

/// biology, history, economics, pop culture; and, beyond the four, geography, law, computing, medicine.
const char* redundant_qa_domain(std::size_t domain);

/// A simulated model. Its predictive distribution on a question runs over a small vocabulary, as a language model's
/// next-token distribution does: the four option letters, and the words that belong to each domain. Logits:
///   letters           a preference for the letter (shared by all questions) + noise; the right one + boost
///   words             - `register_gap` for the words of other domains; noise. RedundantQaOptions::noise replaces a
///                     part of that gap by one that falls on words at random, whatever their domain
/// boost = strength of the model in the domain minus the difficulty of the entry. The key is as often each letter in
/// every domain, so that neither letters nor keys tell domains apart: only the words do, by as much as the model knows
/// the domain's register (register_gap).
struct SimulatedModel {
  std::string name;
  std::vector<double> strength;  // per domain; 0 = guesses, 1 = knows nearly all
  double register_gap = 3;       // 0 = the domains look alike to it
  double letter_bias = 0.05;     // standard deviation of the preference for letters
};

struct RedundantQaOptions {
  std::uint64_t seed = 1;
  std::vector<std::size_t> entries{30, 30, 30, 30};  // of each domain, five questions each; 1 to 8 domains
  /// 0..1: the share of a model's feeling for the domains' words that falls on words at random instead, anew for every
  /// question that has a distribution of its own. At 1 nothing in a distribution tells of the domain.
  double noise = 0;
  std::vector<SimulatedModel> models;  // with a strength for every domain
};

/// Models with strengths and profiles drawn at random: overall strength, unevenness over domains (from even to
/// specialised), and register_gap all vary.
std::vector<SimulatedModel> random_simulated_models(std::size_t count, std::uint64_t seed, std::size_t domains = 4);

/// Entries of each domain, about entries_per_domain on average: sizes fall evenly in logarithms from the first domain
/// to the last, which has 10^-imbalance of the first; none fewer than 2. imbalance in 0..1.
std::vector<std::size_t> unequal_entries(std::size_t domains, std::size_t entries_per_domain, double imbalance);

/// The benchmark "RedundantQA (simulated)" with choice set "probability", keys, short questions, attributes "domain",
/// "entry", "kind". A model is right when the most probable token is the key's letter.
FileObservations redundant_qa(const RedundantQaOptions& options);

/// The built-in example: four models, among them an even one and a specialist.
FileObservations redundant_qa_example();

}  // namespace harmonograph
