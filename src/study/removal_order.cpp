#include "study/removal_order.hpp"

#include <algorithm>

#include "core/random.hpp"
#include "similarity/single_precision_features.hpp"
#include "stats/summaries.hpp"

namespace harmonograph {
namespace {

constexpr std::uint64_t order_streams = 6'000'000'000;
constexpr std::size_t tile = 512;                    // columns whose features stay in the cache
constexpr std::uint64_t work_per_step = 20'000'000;  // products of features, about 20 ms
constexpr float fixed_point = 16777216.0F;           // 2^24: S in whole steps of its own precision
constexpr std::uint64_t work_of_exponential = 4;     // in products of features

DivergenceFeatures features_of(const DivergenceFeatures& features, const std::vector<std::size_t>& items) {
  DivergenceFeatures chosen{Matrix(features.width(), items.size()), Matrix(features.width(), items.size()),
                            std::vector<double>(items.size())};
  for (std::size_t i = 0; i < items.size(); ++i) chosen.a[i] = features.a[items[i]];
  for (std::size_t w = 0; w < features.width(); ++w) {
    for (std::size_t i = 0; i < items.size(); ++i) {
      chosen.p(w, i) = features.p(w, items[i]);
      chosen.l(w, i) = features.l(w, items[i]);
    }
  }
  return chosen;
}

/// The order inside one subdomain, in pieces.
class MostSimilarFirst {
 public:
  MostSimilarFirst(const DivergenceFeatures& features, double tau, std::vector<std::size_t> members,
                   std::size_t removals)
      : members_(std::move(members)),
        removals_(removals),
        features_(features_of(features, members_), tau),
        cost_of_pair_(features.width() + work_of_exponential),
        sums_(members_.size(), 0),
        inside_(members_.size(), 1) {}

  [[nodiscard]] bool done() const { return order_.size() == removals_; }
  [[nodiscard]] const std::vector<std::size_t>& order() const { return order_; }
  /// Share of the work that is behind.
  [[nodiscard]] double progress() const {
    return 0.5 * real(summed_) / real(members_.size()) +
           0.5 * real(order_.size()) / real(std::max<std::size_t>(1, removals_));
  }

  void step() {
    const std::size_t n = members_.size();
    const std::size_t rows = std::max<std::size_t>(1, static_cast<std::size_t>(work_per_step / (cost_of_pair_ * n)));
    if (summed_ < n) {
      add_rows(summed_, std::min(n, summed_ + rows));
      return;
    }
    for (std::size_t r = 0; r < rows && !done(); ++r) remove_next();
  }

 private:
  /// Every pair once: S is symmetric, also in rounding.
  void add_rows(std::size_t first, std::size_t last) {
    const std::size_t n = members_.size();
    for (std::size_t from = first + 1; from < n; from += tile) {
      for (std::size_t i = first; i < last; ++i) {
        const std::size_t begin = std::max(from, i + 1);
        const std::size_t end = std::min(n, from + tile);
        if (begin >= end) continue;
        features_.row(i, begin, end - begin, row_);
        std::int64_t total = 0;
        for (std::size_t j = 0; j < end - begin; ++j) {
          const auto value = static_cast<std::int32_t>(row_[j] * fixed_point);
          total += value;
          sums_[begin + j] += value;
        }
        sums_[i] += total;
      }
    }
    summed_ = last;
  }

  void remove_next() {
    const std::size_t n = members_.size();
    std::size_t best = n;
    for (std::size_t i = 0; i < n; ++i) {
      if (inside_[i] != 0 && (best == n || sums_[i] > sums_[best])) best = i;
    }
    inside_[best] = 0;
    order_.push_back(members_[best]);
    for (std::size_t from = 0; from < n; from += tile) {
      const std::size_t count = std::min(tile, n - from);
      features_.row(best, from, count, row_);
      for (std::size_t j = 0; j < count; ++j) sums_[from + j] -= static_cast<std::int32_t>(row_[j] * fixed_point);
    }
  }

  std::vector<std::size_t> members_;
  std::size_t removals_;
  SinglePrecisionFeatures features_;
  std::uint64_t cost_of_pair_;
  std::vector<std::int64_t> sums_;  // of S with the others inside
  std::vector<char> inside_;
  std::size_t summed_ = 0;
  std::vector<std::size_t> order_;
  float row_[tile] = {};
};

}  // namespace

std::vector<std::uint32_t> removal_sequence(std::vector<std::size_t> sizes, std::size_t most) {
  std::vector<std::uint32_t> sequence;
  if (sizes.empty()) return sequence;
  const std::size_t smallest = *std::min_element(sizes.begin(), sizes.end());
  while (sequence.size() < most) {
    const auto largest = std::max_element(sizes.begin(), sizes.end());
    if (*largest == smallest) break;
    --*largest;
    sequence.push_back(static_cast<std::uint32_t>(largest - sizes.begin()));
  }
  return sequence;
}

struct RemovalOrder::State {
  const DivergenceFeatures* features;
  double tau;
  std::uint64_t seed;
  std::vector<std::vector<std::size_t>> members;  // of each subdomain, ascending
  std::vector<std::uint32_t> sequence;
  std::vector<std::size_t> removals;  // of each subdomain
  std::vector<std::vector<std::size_t>> orders;
  std::size_t subdomain = 0;
  std::unique_ptr<MostSimilarFirst> inside;

  void order_randomly() {
    Random random(seed, order_streams + subdomain);
    std::vector<std::size_t> shuffled = members[subdomain];
    random.shuffle(std::span<std::size_t>(shuffled));
    shuffled.resize(removals[subdomain]);
    orders[subdomain] = std::move(shuffled);
    ++subdomain;
  }

  Result<JobStatus> step() {
    while (subdomain < members.size() && removals[subdomain] == 0) ++subdomain;
    if (subdomain == members.size()) return JobStatus{true, 1, "Order of removal"};
    double part = 0;
    if (features == nullptr) {
      order_randomly();
    } else if (!inside) {
      inside = std::make_unique<MostSimilarFirst>(*features, tau, members[subdomain], removals[subdomain]);
    } else {
      inside->step();
      part = inside->progress();
      if (inside->done()) {
        orders[subdomain++] = inside->order();
        part = 0;
        inside.reset();
      }
    }
    return JobStatus{false, (real(subdomain) + part) / real(members.size()), "Order of removal"};
  }
};

RemovalOrder::RemovalOrder(const Labeling& labeling, const DivergenceFeatures* features, double tau, std::uint64_t seed,
                           std::size_t most)
    : state_(std::make_unique<State>()) {
  state_->features = features;
  state_->tau = tau;
  state_->seed = seed;
  state_->members.resize(labeling.groups);
  for (std::size_t i = 0; i < labeling.labels.size(); ++i) state_->members[labeling.labels[i]].push_back(i);
  std::vector<std::size_t> sizes;
  for (const auto& members : state_->members) sizes.push_back(members.size());
  state_->sequence = removal_sequence(sizes, most);
  state_->removals.assign(labeling.groups, 0);
  for (const std::uint32_t subdomain : state_->sequence) ++state_->removals[subdomain];
  state_->orders.resize(labeling.groups);
}

RemovalOrder::~RemovalOrder() = default;

Result<JobStatus> RemovalOrder::step() {
  return state_->step();
}

std::vector<std::size_t> RemovalOrder::take_result() {
  std::vector<std::size_t> order;
  std::vector<std::size_t> taken(state_->orders.size(), 0);
  for (const std::uint32_t subdomain : state_->sequence) order.push_back(state_->orders[subdomain][taken[subdomain]++]);
  return order;
}

}  // namespace harmonograph
