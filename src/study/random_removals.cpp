#include "study/random_removals.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/random.hpp"
#include "stats/summaries.hpp"
#include "study/words.hpp"

namespace harmonograph {
namespace {

constexpr std::uint64_t removal_streams = 5'000'000'000;
constexpr double step_nanoseconds = 30e6;
// Measured on one core, in nanoseconds; they decide only how much a step does.
constexpr double per_shuffled_item = 8;
constexpr double per_removed_score = 1.5;
constexpr double per_subdomain_of_harmony = 45;
constexpr double per_sorted_value = 100;

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

std::size_t times_in_step(double nanoseconds) {
  return std::max<std::size_t>(1, static_cast<std::size_t>(std::min(1e6, step_nanoseconds / nanoseconds)));
}

/// Those that are there, ascending.
std::vector<double> sorted_present(std::span<const double> values) {
  std::vector<double> present;
  for (const double value : values) {
    if (!std::isnan(value)) present.push_back(value);
  }
  std::sort(present.begin(), present.end());
  return present;
}

double two_sided_p(const std::vector<double>& draws, double expected, double observed) {
  if (draws.empty() || std::isnan(observed)) return not_a_number;
  const double distance = std::fabs(observed - expected) - 1e-12;
  std::size_t as_far = 0;
  for (const double draw : draws) as_far += std::fabs(draw - expected) >= distance ? 1 : 0;
  return (1 + real(as_far)) / (1 + real(draws.size()));
}

void set_band(const std::vector<double>& sorted, double& low, double& high) {
  low = sorted.empty() ? not_a_number : quantile_of_sorted(sorted, 0.025);
  high = sorted.empty() ? not_a_number : quantile_of_sorted(sorted, 0.975);
}

}  // namespace

struct RandomRemovals::State {
  const PartitionedScores& scores;
  std::vector<std::size_t> removed;
  const Matrix& observed;
  const std::vector<double>& bandwidths;
  std::size_t draws;
  std::uint64_t seed;
  RandomRemovalBands bands;

  std::size_t block;  // models at once
  std::size_t first = 0;
  std::size_t count = 0;  // in this block
  std::size_t draw = 0;
  std::size_t summarised = 0;      // models of this block
  std::vector<KeptScores> full;    // the block with all items; one entry
  std::vector<double> accuracies;  // model, point, draw
  std::vector<double> harmonies;
  std::vector<std::size_t> order;

  State(const PartitionedScores& all, std::vector<std::size_t> points, const Matrix& seen,
        const std::vector<double>& widths, std::size_t wanted, std::uint64_t given_seed, std::uint64_t most_values)
      : scores(all),
        removed(std::move(points)),
        observed(seen),
        bandwidths(widths),
        draws(wanted),
        seed(given_seed),
        order(all.items()) {
    const std::size_t models = scores.models();
    for (Matrix* matrix :
         {&bands.accuracy_low, &bands.accuracy_high, &bands.harmony_low, &bands.harmony_high, &bands.p_values}) {
      *matrix = Matrix(models, removed.size(), not_a_number);
    }
    const std::uint64_t of_model = std::uint64_t{draws} * removed.size();
    const auto by_memory = static_cast<std::size_t>(most_values / std::max<std::uint64_t>(1, of_model));
    block = std::clamp<std::size_t>(std::min(by_memory, times_in_step(nanoseconds_of_model())), 1,
                                    std::max<std::size_t>(1, models));
  }

  [[nodiscard]] double nanoseconds_of_model() const {
    return per_removed_score * real(removed.back()) +
           per_subdomain_of_harmony * real(removed.size()) * real(scores.labeling().groups);
  }

  void start_block() {
    count = std::min(block, scores.models() - first);
    full.clear();
    full.emplace_back(scores, first, count);
    const std::size_t values = count * removed.size() * draws;
    accuracies.assign(values, not_a_number);
    harmonies.assign(values, not_a_number);
    draw = 0;
    summarised = 0;
  }

  void one_draw() {
    std::iota(order.begin(), order.end(), std::size_t{0});
    Random random(seed, removal_streams + draw);
    random.shuffle(std::span<std::size_t>(order));
    KeptScores kept = full.front();
    std::size_t gone = 0;
    for (std::size_t p = 0; p < removed.size(); ++p) {
      while (gone < removed[p]) kept.remove(order[gone++]);
      for (std::size_t m = 0; m < count; ++m) {
        const std::size_t place = (m * removed.size() + p) * draws + draw;
        accuracies[place] = kept.accuracy(m);
        if (std::isnan(accuracies[place]) || std::isnan(bandwidths[first + m])) continue;
        harmonies[place] = harmony(kept.subdomains(m), bandwidths[first + m]).value_or(not_a_number);
      }
    }
    ++draw;
  }

  void summarise(std::size_t m) {
    for (std::size_t p = 0; p < removed.size(); ++p) {
      const std::size_t place = (m * removed.size() + p) * draws;
      const std::size_t model = first + m;
      const auto accuracy = sorted_present(std::span<const double>(accuracies).subspan(place, draws));
      set_band(accuracy, bands.accuracy_low(model, p), bands.accuracy_high(model, p));
      bands.p_values(model, p) = two_sided_p(accuracy, full.front().accuracy(m), observed(model, p));
      set_band(sorted_present(std::span<const double>(harmonies).subspan(place, draws)), bands.harmony_low(model, p),
               bands.harmony_high(model, p));
    }
  }

  Result<JobStatus> step() {
    if (first >= scores.models()) return JobStatus{true, 1, "Random removals"};
    if (full.empty()) start_block();
    if (draw < draws) {
      const double cost = nanoseconds_of_model() * real(count) + per_shuffled_item * real(scores.items());
      for (std::size_t times = times_in_step(cost); times > 0 && draw < draws; --times) one_draw();
    } else {
      const double cost = per_sorted_value * 2 * real(removed.size()) * real(draws);
      for (std::size_t times = times_in_step(cost); times > 0 && summarised < count; --times) summarise(summarised++);
    }
    if (summarised == count) {
      first += count;
      full.clear();
      draw = 0;
      count = 0;
      summarised = 0;
    }
    return now();
  }

  [[nodiscard]] JobStatus now() const {
    const double models = real(scores.models());
    if (first >= scores.models()) return {true, 1, "Random removals"};
    const double share = 0.9 * real(draw) / real(draws) + (count > 0 ? 0.1 * real(summarised) / real(count) : 0);
    std::string stage = "Random removals, " + with_separators(draw) + " of " + with_separators(draws);
    if (block < scores.models()) {
      stage += " (models " + with_separators(first + 1) + " to " +
               with_separators(std::min(first + block, scores.models())) + ")";
    }
    return {false, (real(first) + real(count) * share) / models, std::move(stage)};
  }
};

RandomRemovals::RandomRemovals(const PartitionedScores& scores, std::vector<std::size_t> removed,
                               const Matrix& observed, const std::vector<double>& bandwidths, std::size_t draws,
                               std::uint64_t seed, std::uint64_t most_values)
    : state_(std::make_unique<State>(scores, std::move(removed), observed, bandwidths, draws, seed, most_values)) {}

RandomRemovals::~RandomRemovals() = default;

Result<JobStatus> RandomRemovals::step() {
  return state_->step();
}

RandomRemovalBands RandomRemovals::take_result() {
  return std::move(state_->bands);
}

}  // namespace harmonograph
