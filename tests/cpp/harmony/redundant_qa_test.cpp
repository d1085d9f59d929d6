#include "harmony/redundant_qa.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "core/random.hpp"
#include "observations_dataset.hpp"
#include "run_job.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

double pearson(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = static_cast<double>(x.size());
  double mean_x = 0;
  double mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += x[i] / n;
    mean_y += y[i] / n;
  }
  double xy = 0;
  double xx = 0;
  double yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean_x) * (y[i] - mean_y);
    xx += (x[i] - mean_x) * (x[i] - mean_x);
    yy += (y[i] - mean_y) * (y[i] - mean_y);
  }
  return xy / std::sqrt(xx * yy);
}

double divergence_of(const Matrix& values, std::size_t i, std::size_t j) {
  double total = 0;
  for (std::size_t c = 0; c < values.columns(); ++c) {
    total += (values(i, c) - values(j, c)) * (std::log(values(i, c)) - std::log(values(j, c)));
  }
  return total;
}

}  // namespace

TEST_CASE("paraphrases share the reference's distribution, look-alikes do not") {
  RedundantQaOptions options;
  options.models = random_simulated_models(1, 3);
  const Dataset dataset = dataset_of(redundant_qa(options));
  const Matrix& values = dataset.benchmarks[0].choices[0][0].values;
  REQUIRE(values.rows() == 600);
  double paraphrase = 0;
  double look_alike = 0;
  for (std::size_t entry = 0; entry < 120; ++entry) {
    paraphrase += divergence_of(values, 5 * entry, 5 * entry + 1) + divergence_of(values, 5 * entry, 5 * entry + 2);
    look_alike += divergence_of(values, 5 * entry, 5 * entry + 3) + divergence_of(values, 5 * entry, 5 * entry + 4);
  }
  CHECK(look_alike > 5 * paraphrase);
}

TEST_CASE("keys do not tell domains apart") {
  RedundantQaOptions options;
  options.entries = {20, 12, 16, 24};
  const Dataset dataset = dataset_of(redundant_qa(options));
  const Benchmark& benchmark = dataset.benchmarks[0];
  // Of each entry the reference and the two look-alikes have keys of their own: three an entry, balanced in a domain.
  std::map<std::string, std::map<std::int32_t, int>> counts;
  for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
    if (benchmark.attributes[2].values[i] != "paraphrase")
      ++counts[benchmark.attributes[0].values[i]][benchmark.keys[i]];
  }
  REQUIRE(counts.size() == 4);
  CHECK(counts["biology"] == std::map<std::int32_t, int>{{0, 15}, {1, 15}, {2, 15}, {3, 15}});
  CHECK(counts["history"] == std::map<std::int32_t, int>{{0, 9}, {1, 9}, {2, 9}, {3, 9}});
}

TEST_CASE("noise touches the domains' words alone, and takes away what tells domains apart") {
  constexpr std::size_t letters = 4;
  constexpr std::size_t words = 6;  // of each domain
  RedundantQaOptions options;
  options.entries = {24, 24, 24, 24, 24, 24, 24, 24};  // chance moves the gap below by .02 (1 sd, at noise 1)
  options.models = random_simulated_models(1, 3, 8);
  REQUIRE(options.models[0].strength.size() == 8);
  const auto values_at = [&](double noise) {
    options.noise = noise;
    return dataset_of(redundant_qa(options)).benchmarks[0].choices[0][0].values;
  };
  const Matrix clear = values_at(0);
  REQUIRE(clear.columns() == letters + 8 * words);
  // Mean log-odds of a question's own words against those of other domains.
  const auto gap = [&](const Matrix& values) {
    double total = 0;
    for (std::size_t q = 0; q < values.rows(); ++q) {
      const std::size_t domain = q / 120;
      for (std::size_t v = letters; v < values.columns(); ++v) {
        const bool own = (v - letters) / words == domain;
        total += std::log(values(q, v)) * (own ? 1.0 / words : -1.0 / (7 * words));
      }
    }
    return total / static_cast<double>(values.rows());
  };
  const double whole = options.models[0].register_gap;
  CHECK(gap(clear) == Approx(whole).margin(0.05));
  CHECK(gap(values_at(0.4)) == Approx(0.6 * whole).margin(0.1));
  const Matrix blurred = values_at(1);
  CHECK(gap(blurred) == Approx(0).margin(0.1));
  for (std::size_t q = 0; q < clear.rows(); ++q) {
    CHECK(blurred(q, 0) / blurred(q, 1) == Approx(clear(q, 0) / clear(q, 1)));
  }
}

TEST_CASE("estimated against true HARMONY over simulated models", "[slow]") {
  // Three benchmarks of 300 questions, uneven domains, 40 models each: strong and weak, even and specialised, with and
  // without a feeling for the domains' words. Random partitions keep sizes and k of the estimate.
  std::vector<double> all_estimated;
  std::vector<double> all_true;
  std::vector<double> all_random;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    RedundantQaOptions options;
    options.seed = seed;
    options.entries = {20, 14, 10, 16};
    options.models = random_simulated_models(40, seed);
    const Dataset dataset = dataset_of(redundant_qa(options));
    std::vector<double> estimated;
    std::vector<double> truth;
    for (std::size_t m = 0; m < dataset.models.size(); ++m) {
      AnalysisParameters by_similarity = quick();
      by_similarity.starts = 10;  // the domains are far apart: more find nothing else
      AnalysisParameters by_domain = quick();
      by_domain.partition = PartitionSource::attribute;
      by_domain.attribute = "domain";
      const HarmonyResult found = analyse(dataset, m, by_similarity);
      const HarmonyResult known = analyse(dataset, m, by_domain);
      REQUIRE(found.harmony);
      REQUIRE(known.k == 4);
      std::vector<double> scores;
      for (const std::size_t item : found.used_items) scores.push_back(dataset.benchmarks[0].scores(m, item));
      std::vector<std::uint32_t> shuffled = found.labels;
      Random random(seed, m);
      random.shuffle(std::span<std::uint32_t>(shuffled));
      estimated.push_back(*found.harmony);
      truth.push_back(*known.harmony);
      all_random.push_back(*harmony(subdomain_scores(shuffled, found.k, scores), 0.1));
    }
    CHECK(pearson(estimated, truth) >= 0.9);
    all_estimated.insert(all_estimated.end(), estimated.begin(), estimated.end());
    all_true.insert(all_true.end(), truth.begin(), truth.end());
  }
  REQUIRE(all_true.size() == 120);
  CHECK(pearson(all_estimated, all_true) >= 0.9);
  CHECK(pearson(all_random, all_true) < 0.5);
  // The truth must vary, or the correlation would mean nothing.
  CHECK(*std::min_element(all_true.begin(), all_true.end()) < 0.5);
  CHECK(*std::max_element(all_true.begin(), all_true.end()) > 0.95);
}

TEST_CASE("the built-in example: an even model and a specialist") {
  const Dataset dataset = dataset_of(redundant_qa_example());
  const HarmonyResult even = analyse(dataset, 0);
  const HarmonyResult specialist = analyse(dataset, 3);
  CHECK(*even.harmony > 0.95);
  CHECK(even.null_distribution->p_value > 0.05);
  CHECK(*specialist.harmony < 0.7);
  CHECK(specialist.null_distribution->p_value < 0.01);
  CHECK(even.audit.explained_by.empty());
  for (const AuditRow& row : even.audit.rows) {
    if (row.variable == "domain") CHECK(row.mutual_information > 0.9);
    if (row.variable == "chosen option" || row.variable == "key") CHECK(row.mutual_information < 0.05);
  }
  for (const Subdomain& subdomain : even.subdomains) {
    CHECK(subdomain.words.size() >= 5);
    CHECK(subdomain.central_items.size() == 10);
  }
}
