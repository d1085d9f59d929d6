#include "study/validation.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "core/parameter_reader.hpp"
#include "core/random.hpp"
#include "dataset/assemble.hpp"
#include "harmony/harmony_index.hpp"
#include "harmony/induced_partition.hpp"
#include "harmony/redundant_qa.hpp"
#include "stats/agreement.hpp"
#include "stats/linear_regression.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

// Of k-means: the domains are far apart, and more find nothing else.
constexpr std::uint32_t starts = 4;
// Streams of random partitions: one a model.
constexpr std::uint64_t random_partitions = 2'000'000;

/// A partition of the used items.
struct FoundPartition {
  std::vector<std::uint32_t> labels;
  std::size_t k = 0;
  std::vector<std::size_t> items;
};

const char* measure_stage(SimilarityMeasure measure) {
  switch (measure) {
    case SimilarityMeasure::predictive: return "Predictive similarity";
    case SimilarityMeasure::responses: return "Response patterns";
    case SimilarityMeasure::texts: return "Lexical overlap";
    case SimilarityMeasure::random: break;
  }
  return "Random partition";
}

void summarise(ValidatedMeasure& measure) {
  std::vector<double> truth;
  std::vector<double> found;
  std::vector<double> rand;
  std::vector<double> information;
  std::vector<double> errors;
  for (const ValidatedModel& point : measure.points) {
    truth.push_back(point.true_harmony);
    found.push_back(point.harmony);
    rand.push_back(point.adjusted_rand);
    information.push_back(point.mutual_information);
    errors.push_back(std::fabs(point.harmony - point.true_harmony));
  }
  measure.pearson.pairs = measure.spearman.pairs = truth.size();
  // Two domains of equal size have a HARMONY of 1 for every model: what differs is rounding.
  if (range(truth) > 1e-9) {
    measure.pearson = pearson_correlation(truth, found);
    measure.spearman = spearman_correlation(truth, found);
    measure.slope = linear_regression(truth, found).slope;
  }
  measure.adjusted_rand = mean(rand);
  measure.mutual_information = mean(information);
  measure.mean_error = mean(errors);
}

class ValidationWork : public StudyWork {
 public:
  explicit ValidationWork(const ValidationParameters& parameters) { validation_.parameters = parameters; }

  Result<JobStatus> step() override {
    if (dataset_.benchmarks.empty()) {
      generate();
      return JobStatus{false, 0.02, "Questions and answers"};
    }
    if (place_ == measures_.size()) return JobStatus{true, 1, "Done"};
    if (model_ == 0 && !partition_job_) begin_measure();
    work();
    const std::size_t models = validation_.parameters.models;
    if (model_ == models) {
      summarise(validation_.measures.back());
      model_ = 0;
      ++place_;
    }
    return JobStatus{false, progress(), stage()};
  }

  std::string result_json() override { return to_json(validation_); }

 private:
  void generate() {
    const ValidationParameters& asked = validation_.parameters;
    RedundantQaOptions options;
    options.seed = asked.seed;
    options.entries = unequal_entries(asked.domains, asked.entries, asked.imbalance);
    options.noise = asked.noise;
    options.models = random_simulated_models(asked.models, asked.seed, asked.domains);
    const FileObservations observations = redundant_qa(options);
    const LoadedFile file{"simulated.json", &observations};
    dataset_ = assemble(std::span<const LoadedFile>(&file, 1)).dataset;
    for (std::size_t d = 0; d < asked.domains; ++d) {
      validation_.domain_names.emplace_back(redundant_qa_domain(d));
      validation_.sizes.push_back(0);
    }
    for (const std::string& name : attribute_named_domain().values) {
      std::uint32_t domain = 0;
      while (validation_.domain_names[domain] != name) ++domain;
      domains_.push_back(domain);
      ++validation_.sizes[domain];
    }
    validation_.items = domains_.size();
    for (std::size_t m = 0; m < asked.models; ++m) {
      const auto scores = subdomain_scores(domains_, asked.domains, dataset_.benchmarks[0].scores.row(m));
      true_harmony_.push_back(harmony(scores, bandwidth).value_or(std::numeric_limits<double>::quiet_NaN()));
    }
  }

  [[nodiscard]] const ItemAttribute& attribute_named_domain() const {
    const auto& attributes = dataset_.benchmarks[0].attributes;
    std::size_t place = 0;
    while (attributes[place].name != "domain") ++place;
    return attributes[place];
  }

  void begin_measure() {
    ValidatedMeasure measure;
    measure.measure = measures_[place_];
    validation_.measures.push_back(std::move(measure));
    shared_ = {};
  }

  /// One piece: a step of a partition, or all models when one partition serves them.
  void work() {
    ValidatedMeasure& measure = validation_.measures.back();
    switch (measure.measure) {
      case SimilarityMeasure::predictive: return predictive_step();
      case SimilarityMeasure::responses: return shared_step("responses");
      case SimilarityMeasure::texts: return shared_step("texts");
      case SimilarityMeasure::random: break;
    }
    for (; model_ < validation_.parameters.models; ++model_) {
      FoundPartition partition = predictive_[model_];
      Random random(validation_.parameters.seed, random_partitions + model_);
      random.shuffle(std::span<std::uint32_t>(partition.labels));
      add_point(partition);
    }
  }

  void predictive_step() {
    if (!advance("similarity", model_)) return;
    if (validation_.measures.back().error.empty()) add_point(shared_);
    predictive_.push_back(std::move(shared_));
    shared_ = {};
    ++model_;
  }

  /// A partition that does not depend on the model is made once.
  void shared_step(const char* partition) {
    if (!advance(partition, 0)) return;
    const bool found = validation_.measures.back().error.empty();
    for (; model_ < validation_.parameters.models; ++model_) {
      if (found) add_point(shared_);
    }
  }

  /// True when the partition, or the reason why there is none, is there. The same partition as that of an analysis,
  /// without what is shown beside it.
  bool advance(const char* partition, std::size_t model) {
    ValidatedMeasure& measure = validation_.measures.back();
    if (!partition_job_) {
      const auto parameters =
          parse_analysis_parameters(R"({"partition": ")" + std::string(partition) + R"(", "largestK": 20, "starts": )" +
                                    std::to_string(starts) + "}");
      if (!parameters) return failed(measure, parameters.error());
      auto source = obtain_input(*cache_, dataset_, 0, model, *parameters, false);
      if (!source) return failed(measure, source.error());
      auto created = InducedPartitionJob::create(cache_, *source, input_key(0, model, *parameters), parameters->tau,
                                                 *parameters, Keep::nothing);
      if (!created) return failed(measure, created.error());
      partition_job_ = std::move(*created);
      used_items_ = (*source)->input.items;
    }
    const auto status = partition_job_->step();
    if (!status) return failed(measure, status.error());
    inside_ = status->progress;
    if (!status->done) return false;
    const Labeling& found = partition_job_->sweep().partitions[partition_job_->chosen()].labeling;
    shared_ = {found.labels, found.groups, used_items_};
    partition_job_.reset();
    inside_ = 0;
    return true;
  }

  bool failed(ValidatedMeasure& measure, const Error& error) {
    partition_job_.reset();
    inside_ = 0;
    measure.error = error.message;
    return true;
  }

  void add_point(const FoundPartition& partition) {
    if (partition.k < 2) return;
    std::vector<double> scores;
    std::vector<std::uint32_t> truth;
    for (const std::size_t item : partition.items) {
      scores.push_back(dataset_.benchmarks[0].scores(model_, item));
      truth.push_back(domains_[item]);
    }
    ValidatedModel point;
    point.model = model_;
    point.name = dataset_.models[model_].name;
    point.true_harmony = true_harmony_[model_];
    point.harmony = *harmony(subdomain_scores(partition.labels, partition.k, scores), bandwidth);
    point.k = partition.k;
    point.adjusted_rand = adjusted_rand_index(partition.labels, truth);
    point.mutual_information = normalised_mutual_information(partition.labels, truth);
    validation_.measures.back().points.push_back(std::move(point));
  }

  /// Nearly all the work is one clustering a model.
  [[nodiscard]] double progress() const {
    const double models = real(validation_.parameters.models);
    const double clusterings = models + 2;
    double done = 0;
    if (place_ == 0) {
      done = real(model_) + inside_;
    } else {
      done = std::min(clusterings, models + real(place_ - 1) + inside_);
    }
    return 0.02 + 0.97 * done / clusterings;
  }

  [[nodiscard]] std::string stage() const {
    if (place_ == measures_.size()) return "Correlations";
    std::string stage = measure_stage(measures_[place_]);
    if (place_ == 0) {
      stage += ", model " + std::to_string(model_ + 1) + " of " + std::to_string(validation_.parameters.models);
    }
    return stage;
  }

  static constexpr double bandwidth = 0.1;  // the default b
  static constexpr std::array measures_{SimilarityMeasure::predictive, SimilarityMeasure::responses,
                                        SimilarityMeasure::texts, SimilarityMeasure::random};

  Validation validation_;
  Dataset dataset_;
  std::vector<std::uint32_t> domains_;  // per item
  std::vector<double> true_harmony_;    // per model
  std::vector<FoundPartition> predictive_;
  FoundPartition shared_;
  std::shared_ptr<AnalysisCache> cache_ = std::make_shared<AnalysisCache>();
  std::unique_ptr<InducedPartitionJob> partition_job_;
  std::vector<std::size_t> used_items_;
  double inside_ = 0;  // progress of the partition
  std::size_t place_ = 0;
  std::size_t model_ = 0;
};

}  // namespace

Result<std::unique_ptr<StudyWork>> start_validation(const StudyData& /*data*/, const std::string& parameters_json) {
  ParameterReader reader(parameters_json, "The parameters of the validation");
  ValidationParameters parameters;
  reader.integer("domains", 2, real(most_redundant_qa_domains), parameters.domains, "a whole number from 2 to 8");
  reader.integer("entries", 4, 100, parameters.entries, "a whole number from 4 to 100");
  reader.number("noise", 0, 1, parameters.noise, "a number from 0 to 1");
  reader.number("imbalance", 0, 1, parameters.imbalance, "a number from 0 to 1");
  reader.integer("models", 3, 200, parameters.models, "a whole number from 3 to 200");
  reader.integer("seed", 0, 9007199254740991.0, parameters.seed, "a whole number from 0 to 9007199254740991");
  if (reader.failed()) return reader.error();
  return std::unique_ptr<StudyWork>(std::make_unique<ValidationWork>(parameters));
}

}  // namespace harmonograph
