#include "files.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

#include "cluster/partition_sweep.hpp"
#include "cluster/spectral_embedding.hpp"
#include "dataset/choice_distributions.hpp"
#include "harmony/analysis_input.hpp"
#include "harmony/harmony_index.hpp"
#include "harmony/induced_partition.hpp"
#include "report.hpp"
#include "session/import_json.hpp"
#include "session/session.hpp"
#include "similarity/dense_affinity.hpp"
#include "similarity/low_rank_affinity.hpp"
#include "similarity/tiled_affinity.hpp"
#include "stats/agreement.hpp"

namespace harmonograph::bench {
namespace {

constexpr std::size_t chunk_bytes = std::size_t{1} << 20U;

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

Result<void> load(Session& session, const std::string& path, const std::string& bytes) {
  if (auto begun = session.begin_file(1, path, bytes.size(), {}); !begun) return begun.error();
  for (std::size_t start = 0; start < bytes.size(); start += chunk_bytes) {
    auto fed = session.feed({bytes.data() + start, std::min(chunk_bytes, bytes.size() - start)});
    if (!fed) return fed.error();
  }
  auto file = session.end_file();
  if (!file) return file.error();
  if ((*file)->error) return *(*file)->error;
  return {};
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Seconds of one analysis, by the part of the stage's name before its comma.
struct Timing {
  double total = 0;
  double longest_step = 0;
  std::map<std::string, double> stages;
  std::string result;
};

Result<Timing> analyse(Session& session, const AnalysisParameters& parameters) {
  Timing timing;
  const double start = seconds();
  auto job = session.start_analysis(0, 0, parameters);
  if (!job) return job.error();
  timing.stages["Preparation"] = seconds() - start;
  for (bool done = false; !done;) {
    const double step_start = seconds();
    auto status = session.step(*job);
    if (!status) return status.error();
    const double taken = seconds() - step_start;
    timing.stages[status->stage.substr(0, status->stage.find(','))] += taken;
    timing.longest_step = std::max(timing.longest_step, taken);
    done = status->done;
  }
  auto result = session.result(*job);
  if (!result) return result.error();
  timing.result = std::move(*result);
  timing.total = seconds() - start;
  session.drop_job(*job);
  return timing;
}

std::string stages_to_json(const std::map<std::string, double>& stages) {
  std::string text = "{";
  for (const auto& [stage, taken] : stages) {
    text += (text.size() > 1 ? ",\"" : "\"") + stage + "\":" + std::to_string(taken);
  }
  return text + "}";
}

/// The number after "name": in JSON text, as text; empty when it is absent.
std::string number_named(const std::string& json, const std::string& name) {
  const std::size_t place = json.find("\"" + name + "\":");
  if (place == std::string::npos) return "null";
  const std::size_t start = place + name.size() + 3;
  return json.substr(start, json.find_first_of(",}", start) - start);
}

struct Sample {
  Session session;
  AnalysisParameters parameters;
  std::vector<double> scores;
  DivergenceFeatures features;
};

/// The first model's features and scores, as an analysis takes them.
Result<std::unique_ptr<Sample>> load_sample(const std::string& path) {
  auto sample = std::make_unique<Sample>();
  if (auto loaded = load(sample->session, path, bytes_of(path)); !loaded) return loaded.error();
  auto input = prepare_analysis(sample->session.assembly().dataset, 0, 0, sample->parameters);
  if (!input) return input.error();
  sample->features = std::move(*input->features);
  sample->scores = input->scores;
  return sample;
}

template <class Kernel>
void prepare_all(Kernel& kernel) {
  for (std::size_t piece = 0; piece < kernel.preparation_pieces(); ++piece) kernel.prepare(piece);
}

std::vector<SweptPartition> partitions_of(const AffinityOperator& affinity, const Sample& sample) {
  const std::vector<std::size_t> counts = cluster_counts(sample.parameters, affinity.size());
  SpectralEmbeddingJob embedding_job(affinity, counts.back());
  for (bool done = false; !done;) done = embedding_job.step()->done;
  const SpectralEmbedding embedding = embedding_job.take_result();
  PartitionSweepJob sweep(affinity, sample.features, embedding,
                          {counts, sample.parameters.starts, sample.parameters.seed, false});
  for (bool done = false; !done;) done = sweep.step()->done;
  return sweep.take_result();
}

}  // namespace

int measure_reading(const std::string& path, int runs) {
  const std::string bytes = bytes_of(path);
  double reading = 1e300;
  double numbers = 1e300;
  for (int run = 0; run < runs; ++run) {
    Session session;
    const double start = seconds();
    if (auto loaded = load(session, path, bytes); !loaded) return fail(loaded.error());
    const double read = seconds() - start;
    const std::string shown = overview_to_json(session.overview());
    const double shown_after = seconds() - start;
    if (shown.size() < 3) return 1;
    reading = std::min(reading, read);
    numbers = std::min(numbers, shown_after);
  }
  Record("read")
      .number("bytes", static_cast<double>(bytes.size()))
      .number("seconds", reading)
      .number("first_numbers", numbers)
      .number("peak_megabytes", peak_megabytes())
      .print();
  return 0;
}

int measure_harmony(const std::string& path, int runs, const std::string& parameters_json) {
  auto parameters = parse_analysis_parameters(parameters_json);
  if (!parameters) return fail(parameters.error());
  const std::string bytes = bytes_of(path);
  Timing best;
  double again = 1e300;
  double assembling = 1e300;
  double reading = 1e300;
  for (int run = 0; run < runs; ++run) {
    Session session;
    double start = seconds();
    if (auto loaded = load(session, path, bytes); !loaded) return fail(loaded.error());
    reading = std::min(reading, seconds() - start);
    start = seconds();
    (void)session.assembly();
    assembling = std::min(assembling, seconds() - start);
    auto timing = analyse(session, *parameters);
    if (!timing) return fail(timing.error());
    if (run == 0 || timing->total < best.total) best = std::move(*timing);
    AnalysisParameters other = *parameters;
    other.bandwidth = 0.2;
    auto repeated = analyse(session, other);
    if (!repeated) return fail(repeated.error());
    again = std::min(again, repeated->total);
  }
  Record("harmony")
      .number("reading", reading)
      .number("assembling", assembling)
      .number("total", best.total)
      .number("longest_step", best.longest_step)
      .json("stages", stages_to_json(best.stages))
      .number("changed_bandwidth", again)
      .json("k", number_named(best.result, "k"))
      .json("harmony", number_named(best.result, "harmony"))
      .number("peak_megabytes", peak_megabytes())
      .print();
  return 0;
}

int measure_similarity(const std::string& path, bool exact) {
  auto sample = load_sample(path);
  if (!sample) return fail(sample.error());
  const DivergenceFeatures& features = (*sample)->features;
  const double start = seconds();
  LowRankAffinity fast(features, 1.0);
  prepare_all(fast);
  Record record("similarity");
  record.number("items", static_cast<double>(features.items()))
      .number("low_rank", seconds() - start)
      .number("rank", static_cast<double>(fast.rank()))
      .number("largest_error", fast.largest_error())
      .number("typical_error", fast.typical_error());
  if (exact) {
    record.number("tiled", shortest(1, [&] {
                    TiledAffinity tiled(features, 1.0);
                    prepare_all(tiled);
                  }));
    record.number("dense", shortest(1, [&] {
                    DenseAffinity dense(features, 1.0);
                    prepare_all(dense);
                  }));
  }
  record.print();
  return 0;
}

int measure_agreement(const std::string& path) {
  auto loaded = load_sample(path);
  if (!loaded) return fail(loaded.error());
  const Sample& sample = **loaded;
  DenseAffinity exact(sample.features, 1.0);
  prepare_all(exact);
  LowRankAffinity fast(sample.features, 1.0);
  prepare_all(fast);
  const double start = seconds();
  const std::vector<SweptPartition> from_exact = partitions_of(exact, sample);
  const double middle = seconds();
  const std::vector<SweptPartition> from_fast = partitions_of(fast, sample);
  const double end = seconds();
  const std::size_t chosen = chosen_partition(from_exact, sample.parameters);
  const auto h = [&](const SweptPartition& partition) {
    return harmony(subdomain_scores(partition.labeling.labels, partition.labeling.groups, sample.scores),
                   sample.parameters.bandwidth)
        .value_or(std::nan(""));
  };
  std::string indices = "[";
  double smallest = 1;
  for (std::size_t t = 0; t < from_exact.size(); ++t) {
    const double index = adjusted_rand_index(from_exact[t].labeling.labels, from_fast[t].labeling.labels);
    smallest = std::min(smallest, index);
    indices += (t > 0 ? "," : "") + std::to_string(index);
  }
  Record("agreement")
      .number("items", static_cast<double>(sample.features.items()))
      .number("rank", static_cast<double>(fast.rank()))
      .number("largest_error", fast.largest_error())
      .number("k_exact", static_cast<double>(from_exact[chosen].k))
      .number("k_fast", static_cast<double>(from_fast[chosen_partition(from_fast, sample.parameters)].k))
      .number("adjusted_rand",
              adjusted_rand_index(from_exact[chosen].labeling.labels, from_fast[chosen].labeling.labels))
      .number("smallest_adjusted_rand", smallest)
      .json("adjusted_rand_by_k", indices + "]")
      .number("harmony_difference", std::abs(h(from_exact[chosen]) - h(from_fast[chosen])))
      .number("exact_seconds", middle - start)
      .number("fast_seconds", end - middle)
      .print();
  return 0;
}

}  // namespace harmonograph::bench
