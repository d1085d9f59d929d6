// What the names of columns say: the names that evaluation tools use for items, models, scores and
// the rest.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace harmonograph {

enum class ColumnRole {
  unknown,
  item,
  model,
  score,
  benchmark,
  category,  // an attribute by its name
  key,
  prediction,
  text,
  option_count,
  vector,  // never by its name: chosen by the user
  sample,  // by its name and only where it tells repeated rows apart, or chosen by the user
  ignore
};

struct NamedRole {
  ColumnRole role = ColumnRole::unknown;
  int rank = 0;       // smaller = surer; among several columns of one role the smallest wins
  bool weak = false;  // the name alone does not decide ("name", "subject", "id", "answer")
};

/// The role that a column's name suggests. Case, spaces, points and dashes do not matter.
NamedRole role_of_name(std::string_view name);

/// True for "idx": a number that counts the items of a file, and is not theirs.
bool only_counts_items(std::string_view name);
/// Lower case; spaces, points, dashes and slashes become underscores.
std::string normalised_name(std::string_view name);
/// True when the text contains the name of a known family of language models, "model", or reads
/// organisation/model.
bool looks_like_model_name(std::string_view text);
/// True for "Item1", "Q 12", "I07", "reason.4": letters and then a number.
bool looks_like_item_name(std::string_view text);
/// How well a column's name says that it numbers several samples of one response: "sample", "epoch", "trial_index" ...
struct SampleName {
  int rank = 0;       // smaller = surer
  bool weak = false;  // "run", "seed", "generation": what it holds must tell (nearly) all repeated rows apart
};
std::optional<SampleName> parse_sample_name(std::string_view name);
/// True for the usual names of item response theory parameters: a1, d, g, theta, X2, SE_F1 ...
bool is_parameter_name(std::string_view name);
/// True for benchmark names that head the columns of leaderboards: mmlu, arc, average ...
bool is_leaderboard_column(std::string_view name);
/// True for a column of row weights: freq, frequency, count, weight.
bool is_frequency_name(std::string_view name);

/// A column of one number of a vector: "v12", "dim_3", "embedding.0", "7".
struct VectorColumnName {
  std::string stem;  // normalised, without trailing separators: "dim"
  std::uint32_t place = 0;
  bool names_vectors = false;  // the stem says embedding, vector, distribution, probabilities ...
  bool usual = false;          // the stem is one that vectors often have: "v", "e", "dim", nothing
};
std::optional<VectorColumnName> parse_vector_column(std::string_view name);
/// True for the name of a field or column that holds whole vectors: "embedding", "vector", "distribution" ...
bool names_vectors(std::string_view name);

/// A column of one option: prefix, place of the option, what follows it.
struct OptionColumnName {
  std::string prefix;  // without trailing separators: "p0" of "p0_A", "llama_choice" of "llama_choiceB_probs"
  std::string suffix;  // "_probs"
  std::uint32_t option = 0;
  bool digit = false;
  bool known_stem = false;  // the prefix ends in p, prob, logprob, ll, choice ...
};
std::optional<OptionColumnName> parse_option_column(std::string_view name);
/// True when the prefix names logits or log-likelihoods: "ll", "logprob", "logits_raw".
bool names_log_values(std::string_view prefix);

}  // namespace harmonograph
