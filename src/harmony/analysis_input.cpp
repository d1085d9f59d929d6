#include "harmony/analysis_input.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include "core/text.hpp"
#include "dataset/choice_distributions.hpp"
#include "harmony/direction_partition.hpp"
#include "similarity/cosine.hpp"
#include "similarity/make_affinity.hpp"
#include "similarity/principal_components.hpp"
#include "similarity/text_vectors.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

/// A score s becomes the probability (s + 1/2) / 2, that is .25 or .75 for 0 or 1: half a success and half a failure
/// are added to one observation (Krichevsky and Trofimov 1981).
constexpr double response_smoothing = 0.25;
/// A model takes part in a shared partition when it covers this share of the items that the analysed model covers.
constexpr double needed_coverage = 0.9;

bool has_values(const ModelChoices& choices) {
  const auto& values = choices.values.values();
  return std::any_of(values.begin(), values.end(), [](double value) { return !std::isnan(value); });
}

std::vector<std::size_t> intersection(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  std::vector<std::size_t> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both;
}

std::vector<std::size_t> scored_items(const Benchmark& benchmark, std::size_t model) {
  std::vector<std::size_t> items;
  for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
    if (!std::isnan(benchmark.scores(model, i))) items.push_back(i);
  }
  return items;
}

Matrix rows_of(const ChoiceDistributions& distributions, const std::vector<std::size_t>& items) {
  Matrix rows(items.size(), distributions.probabilities.columns());
  std::size_t source = 0;
  for (std::size_t r = 0; r < items.size(); ++r) {
    while (distributions.items[source] != items[r]) ++source;
    const auto from = distributions.probabilities.row(source);
    std::copy(from.begin(), from.end(), rows.row(r).begin());
  }
  return rows;
}

Error too_few(const Benchmark& benchmark, std::size_t usable, const std::string& why) {
  return Error{ErrorCode::too_few_items,
               "Only " + counted(usable, "item") + " of \"" + benchmark.name + "\" can be used" + why + "; at least " +
                   std::to_string(fewest_items) + " are needed to find subdomains.",
               "", 0, "Add files with more items of this benchmark."};
}

/// Builds the input step by step; each part returns an error or leaves its results in input.
class Preparation {
 public:
  Preparation(const Dataset& dataset, const Benchmark& benchmark, std::size_t model, const AnalysisParameters& asked,
              const std::vector<std::size_t>* among)
      : dataset_(dataset), benchmark_(benchmark), model_(model), among_(among) {
    input.parameters = asked;
  }

  AnalysisInput input;

  Result<void> run() {
    const std::vector<std::size_t> scored = scored_items(benchmark_, model_);
    if (scored.empty()) {
      return Error{ErrorCode::no_responses,
                   "\"" + dataset_.models[model_].name + "\" has no score on \"" + benchmark_.name + "\".", "", 0,
                   "Choose another model, or add its results on this benchmark."};
    }
    input.items = scored;
    if (auto done = partition_data(); !done) return done;
    if (input.items.size() < fewest_items) return too_few(benchmark_, input.items.size(), reason_left_out_);
    if (input.features) {
      if (auto checked = check_affinity_size(input.items.size()); !checked) return checked;
    }
    for (const std::size_t item : input.items) input.scores.push_back(benchmark_.scores(model_, item));
    add_choices();
    return {};
  }

 private:
  Result<void> partition_data() {
    switch (input.parameters.partition) {
      case PartitionSource::similarity: return own_similarity();
      case PartitionSource::similarity_shared: return shared_similarity();
      case PartitionSource::responses: return response_patterns();
      case PartitionSource::directions: return check_directions(benchmark_);
      case PartitionSource::attribute: return column();
      case PartitionSource::texts: return item_texts();
      case PartitionSource::vectors: return item_vectors();
    }
    return Error{ErrorCode::internal, "Unknown partition source.", "", 0, ""};
  }

  [[nodiscard]] std::vector<std::size_t> taking_part(std::vector<std::size_t> candidates) const {
    return among_ == nullptr ? candidates : intersection(candidates, *among_);
  }

  Result<ChoiceDistributions> distributions_of(const ModelChoices& choices) const {
    return choice_distributions(choices, benchmark_.option_counts, input.parameters.floor, input.parameters.order_free);
  }

  Error no_distributions() const {
    const std::string model = "\"" + dataset_.models[model_].name + "\"";
    if (!input.parameters.choices.empty() && find_choices(benchmark_, model_, "") != nullptr) {
      return Error{
          ErrorCode::not_found,
          model + " has no option values named \"" + input.parameters.choices + "\" on \"" + benchmark_.name + "\".",
          "", 0, "Choose another view of the options, or leave it to the file's first."};
    }
    return Error{
        ErrorCode::needs_choice_distributions,
        "Predictive similarity needs the probability (or log-likelihood) of every option; " + model +
            " has only scores on \"" + benchmark_.name + "\".",
        "", 0,
        "Bring per-option log-likelihoods (lm-evaluation-harness writes them with --log_samples), results of at "
        "least 3 models, or a column such as subject or category."};
  }

  void count_floor(const ChoiceDistributions& distributions) {
    input.floored_cells += distributions.floored_cells;
    input.floored_items += distributions.floored_items;
    input.padded_items = std::max(input.padded_items, distributions.padded_items);
  }

  Result<void> own_similarity() {
    const ModelChoices* choices = find_choices(benchmark_, model_, input.parameters.choices);
    if (choices == nullptr) return no_distributions();
    input.parameters.choices = choices->name;
    const auto distributions = distributions_of(*choices);
    if (!distributions) return distributions.error();
    input.items = intersection(input.items, distributions->items);
    reason_left_out_ = " (with a score and a valid distribution)";
    count_floor(*distributions);
    if (!input.items.empty()) input.features = divergence_features(rows_of(*distributions, input.items));
    return {};
  }

  Result<void> shared_similarity() {
    if (input.parameters.choices.empty()) {
      if (const ModelChoices* own = find_choices(benchmark_, model_, "")) {
        input.parameters.choices = own->name;
      } else {
        for (std::size_t m = 0; m < dataset_.models.size() && input.parameters.choices.empty(); ++m) {
          if (const ModelChoices* other = find_choices(benchmark_, m, "")) input.parameters.choices = other->name;
        }
      }
    }
    std::vector<ChoiceDistributions> kept;
    const std::size_t scored = input.items.size();
    const std::vector<std::size_t> candidates = taking_part(models_with_choices(benchmark_, input.parameters.choices));
    for (const std::size_t m : candidates) {
      auto distributions = distributions_of(*find_choices(benchmark_, m, input.parameters.choices));
      if (!distributions) return distributions.error();
      const std::size_t covered = intersection(scored_items(benchmark_, model_), distributions->items).size();
      if (real(covered) >= needed_coverage * real(scored)) kept.push_back(std::move(*distributions));
    }
    if (kept.empty()) return no_distributions();
    if (kept.size() < candidates.size()) {
      input.warnings.push_back({"models_left_out", counted(candidates.size() - kept.size(), "model") +
                                                       " without distributions on 90% of these items did not take " +
                                                       "part in the shared similarity."});
    }
    for (const auto& distributions : kept) {
      input.items = intersection(input.items, distributions.items);
      count_floor(distributions);
    }
    reason_left_out_ = " (with a distribution of every model)";
    std::vector<Matrix> rows;
    for (const auto& distributions : kept) rows.push_back(rows_of(distributions, input.items));
    if (!input.items.empty()) input.features = shared_divergence_features(rows);
    return {};
  }

  Result<void> response_patterns() {
    std::vector<std::size_t> kept;
    const std::vector<std::size_t> candidates = taking_part(models_with_scores(benchmark_));
    const std::vector<std::size_t> own = input.items;
    for (const std::size_t m : candidates) {
      const std::size_t covered = intersection(own, scored_items(benchmark_, m)).size();
      if (real(covered) >= needed_coverage * real(own.size())) kept.push_back(m);
    }
    if (kept.size() < 3) {
      return Error{ErrorCode::too_few_models,
                   "Response patterns need at least 3 models with scores on the same items of \"" + benchmark_.name +
                       "\"; there " + (kept.size() == 1 ? "is 1." : "are " + std::to_string(kept.size()) + "."),
                   "", 0, "Add results of more models, or partition by a column."};
    }
    if (kept.size() < candidates.size()) {
      input.warnings.push_back(
          {"models_left_out", counted(candidates.size() - kept.size(), "model") +
                                  " with scores on less than 90% of these items did not take part in the patterns."});
    }
    for (const std::size_t m : kept) input.items = intersection(input.items, scored_items(benchmark_, m));
    reason_left_out_ = " (with a score of every model)";
    if (input.items.empty()) return {};
    Matrix scores(kept.size(), input.items.size());
    bool vary = false;
    for (std::size_t r = 0; r < kept.size(); ++r) {
      for (std::size_t i = 0; i < input.items.size(); ++i) {
        scores(r, i) = std::clamp(benchmark_.scores(kept[r], input.items[i]), 0.0, 1.0);
        vary = vary || scores(r, i) != scores(r, 0);
      }
    }
    if (!vary) {
      return Error{ErrorCode::all_scores_equal,
                   "Every model has the same score on all items of \"" + benchmark_.name +
                       "\": response patterns cannot tell the items apart.",
                   "", 0, "Add models that differ, or partition by a column."};
    }
    input.features = response_divergence_features(scores, response_smoothing);
    return {};
  }

  Result<void> item_texts() {
    if (benchmark_.item_texts.size() != benchmark_.item_count()) {
      return Error{ErrorCode::not_found, "No file gives the texts of the items of \"" + benchmark_.name + "\".", "", 0,
                   "Add a table with the columns item_id and question, or choose another partition."};
    }
    std::vector<std::string> texts;
    for (const std::size_t item : input.items) texts.push_back(benchmark_.item_texts[item]);
    reason_left_out_ = " (with a score and a text with words)";
    use_cosines(text_vectors(texts), "items_without_words", "without words in their text");
    return {};
  }

  Result<void> item_vectors() {
    const auto found = std::find_if(benchmark_.vectors.begin(), benchmark_.vectors.end(),
                                    [&](const ItemVectors& each) { return each.name == input.parameters.attribute; });
    if (found == benchmark_.vectors.end()) {
      return Error{ErrorCode::not_found,
                   "\"" + benchmark_.name + "\" has no vectors named \"" + input.parameters.attribute + "\".", "", 0,
                   "Add the file with the vectors of its items, or choose another partition."};
    }
    std::vector<std::size_t> kept;
    for (const std::size_t item : input.items) {
      if (!std::isnan(found->values(item, 0))) kept.push_back(item);
    }
    input.items = std::move(kept);
    reason_left_out_ = " (with a score and a vector)";
    Matrix vectors(input.items.size(), found->values.columns());
    for (std::size_t r = 0; r < input.items.size(); ++r) {
      const auto from = found->values.row(input.items[r]);
      std::copy(from.begin(), from.end(), vectors.row(r).begin());
    }
    // Asked of all vectors, so that every model gets the same kind of similarity.
    if (!are_distributions(found->values)) {
      use_cosines(std::move(vectors), "items_without_direction", "whose vector is 0");
      return {};
    }
    const std::vector<std::uint32_t> widths(vectors.rows(), static_cast<std::uint32_t>(vectors.columns()));
    const auto distributions = choice_distributions({found->name, ChoiceKind::probability, std::move(vectors)}, widths,
                                                    input.parameters.floor, false);
    if (!distributions) return distributions.error();
    count_floor(*distributions);
    if (!input.items.empty()) input.features = divergence_features(distributions->probabilities);
    return {};
  }

  /// Features of the cosines between vectors (one row a used item); what has no direction is left out.
  void use_cosines(Matrix vectors, const char* code, const std::string& who) {
    const std::vector<std::size_t> rows = rows_with_direction(vectors);
    const std::size_t left_out = vectors.rows() - rows.size();
    if (left_out > 0) {
      input.warnings.push_back({code, counted(left_out, "item") + " " + who + (left_out == 1 ? " is" : " are") +
                                          " left out: such an item is similar to no other."});
      std::vector<std::size_t> kept;
      Matrix directed(rows.size(), vectors.columns());
      for (std::size_t r = 0; r < rows.size(); ++r) {
        kept.push_back(input.items[rows[r]]);
        const auto from = vectors.row(rows[r]);
        std::copy(from.begin(), from.end(), directed.row(r).begin());
      }
      input.items = std::move(kept);
      vectors = std::move(directed);
    }
    if (input.items.size() <= largest_exact_size || vectors.columns() <= principal_component_count) {
      if (!input.items.empty()) input.features = cosine_divergence_features(vectors);
      return;
    }
    ProjectedFeatures projected = projected_cosine_features(vectors);
    input.warnings.push_back({"principal_components",
                              "For more than 2,000 items " + std::to_string(projected.components) +
                                  " principal components stand for the " + std::to_string(vectors.columns()) +
                                  " numbers of each vector; they hold " +
                                  std::to_string(std::lround(100 * projected.kept_variance)) + "% of the variance."});
    input.features = std::move(projected.features);
  }

  Result<void> column() {
    const ItemAttribute* attribute = nullptr;
    for (const auto& candidate : benchmark_.attributes) {
      if (attribute == nullptr && candidate.name == input.parameters.attribute) attribute = &candidate;
    }
    if (attribute == nullptr) {
      return Error{ErrorCode::not_found,
                   "\"" + benchmark_.name + "\" has no column named \"" + input.parameters.attribute + "\".", "", 0,
                   "Choose one of its columns."};
    }
    std::vector<std::size_t> kept;
    for (const std::size_t item : input.items) {
      if (!attribute->values[item].empty()) kept.push_back(item);
    }
    reason_left_out_ = " (with a score and a value in \"" + attribute->name + "\")";
    input.items = std::move(kept);
    for (const std::size_t item : input.items) input.attribute_values.push_back(attribute->values[item]);
    const std::size_t levels = level_count(input.attribute_values);
    if (input.items.size() >= fewest_items && (levels < 2 || levels > input.items.size() / 2)) {
      return Error{ErrorCode::invalid_argument,
                   "The column \"" + attribute->name + "\" has " + counted(levels, "different value") + " on " +
                       counted(input.items.size(), "item") +
                       "; a partition needs at least 2 and at most half as many " + "as there are items.",
                   "", 0, "Choose another column."};
    }
    // The similarity is not needed for the partition: it is shown where every used item has a distribution.
    const ModelChoices* choices = find_choices(benchmark_, model_, input.parameters.choices);
    if (choices == nullptr) choices = find_choices(benchmark_, model_, "");
    if (choices == nullptr || !check_affinity_size(input.items.size()) || input.items.empty()) return {};
    const auto distributions = distributions_of(*choices);
    if (!distributions) return distributions.error();
    if (intersection(input.items, distributions->items).size() != input.items.size()) return {};
    input.parameters.choices = choices->name;
    count_floor(*distributions);
    input.features = divergence_features(rows_of(*distributions, input.items));
    return {};
  }

  /// The chosen option and the confidence, in the file's order of options, whatever the partition comes from.
  void add_choices() {
    const std::size_t n = input.items.size();
    input.chosen.assign(n, -1);
    input.confidence.assign(n, missing);
    const ModelChoices* choices = find_choices(benchmark_, model_, input.parameters.choices);
    if (choices == nullptr) choices = find_choices(benchmark_, model_, "");
    if (choices != nullptr) {
      const auto distributions = choice_distributions(*choices, benchmark_.option_counts, 0, false);
      if (distributions) {
        std::size_t source = 0;
        for (std::size_t r = 0; r < n; ++r) {
          while (source < distributions->items.size() && distributions->items[source] < input.items[r]) ++source;
          if (source == distributions->items.size() || distributions->items[source] != input.items[r]) continue;
          const auto row = distributions->probabilities.row(source);
          const auto largest = std::max_element(row.begin(), row.end());
          input.chosen[r] = static_cast<std::int32_t>(largest - row.begin());
          input.confidence[r] = *largest;
        }
      }
    }
    if (benchmark_.chosen.empty()) return;
    for (std::size_t r = 0; r < n; ++r) {
      if (input.chosen[r] < 0) input.chosen[r] = benchmark_.chosen(model_, input.items[r]);
    }
  }

  const Dataset& dataset_;
  const Benchmark& benchmark_;
  std::size_t model_;
  const std::vector<std::size_t>* among_;
  std::string reason_left_out_;
};

}  // namespace

const ModelChoices* find_choices(const Benchmark& benchmark, std::size_t model, const std::string& name) {
  if (model >= benchmark.choices.size()) return nullptr;
  for (const ModelChoices& choices : benchmark.choices[model]) {
    if ((name.empty() || choices.name == name) && has_values(choices)) return &choices;
  }
  return nullptr;
}

std::vector<std::size_t> models_with_choices(const Benchmark& benchmark, const std::string& name) {
  std::vector<std::size_t> models;
  for (std::size_t m = 0; m < benchmark.choices.size(); ++m) {
    if (find_choices(benchmark, m, name) != nullptr) models.push_back(m);
  }
  return models;
}

std::vector<std::size_t> models_with_scores(const Benchmark& benchmark) {
  std::vector<std::size_t> models;
  for (std::size_t m = 0; m < benchmark.scores.rows(); ++m) {
    const auto row = benchmark.scores.row(m);
    if (std::any_of(row.begin(), row.end(), [](double score) { return !std::isnan(score); })) models.push_back(m);
  }
  return models;
}

std::size_t level_count(const std::vector<std::string>& values) {
  std::set<std::string_view> levels;
  for (const std::string& value : values) {
    if (!value.empty()) levels.insert(value);
  }
  return levels.size();
}

Result<void> check_subdomain_count(std::size_t items, const AnalysisParameters& parameters) {
  if (parameters.partition == PartitionSource::attribute || parameters.subdomains <= items / 2) return {};
  return Error{ErrorCode::invalid_argument,
               std::to_string(parameters.subdomains) + " subdomains are too many for " + counted(items, "item") + ".",
               "", 0, "Ask for at most half as many subdomains as there are items."};
}

Result<AnalysisInput> prepare_analysis(const Dataset& dataset, std::size_t benchmark, std::size_t model,
                                       const AnalysisParameters& parameters, const std::vector<std::size_t>* among) {
  if (benchmark >= dataset.benchmarks.size() || model >= dataset.models.size()) {
    return Error{ErrorCode::not_found, "That benchmark or model is not loaded.", "", 0, "Choose one from the table."};
  }
  Preparation preparation(dataset, dataset.benchmarks[benchmark], model, parameters, among);
  if (auto done = preparation.run(); !done) return done.error();
  if (auto checked = check_subdomain_count(preparation.input.items.size(), parameters); !checked) {
    return checked.error();
  }
  return std::move(preparation.input);
}

std::uint32_t automatic_starts(std::size_t items) {
  constexpr std::size_t most = 40;
  constexpr std::size_t fewest = 10;
  constexpr std::size_t items_times_starts = 80'000;
  return static_cast<std::uint32_t>(std::clamp(items_times_starts / std::max<std::size_t>(1, items), fewest, most));
}

void fill_starts(AnalysisParameters& parameters, std::size_t items) {
  if (parameters.starts > 0) return;
  parameters.starts = parameters.partition == PartitionSource::directions ? direction_starts : automatic_starts(items);
}

}  // namespace harmonograph
