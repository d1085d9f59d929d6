#include "study/kept_scores.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace harmonograph {

PartitionedScores::PartitionedScores(const Matrix& scores, std::span<const std::size_t> models,
                                     std::span<const std::size_t> items, Labeling labeling)
    : labeling_(std::move(labeling)), values_(items.size(), models.size()) {
  bool missing = false;
  for (std::size_t m = 0; m < models.size(); ++m) {
    const auto row = scores.row(models[m]);
    for (std::size_t i = 0; i < items.size(); ++i) {
      const double score = row[items[i]];
      missing = missing || std::isnan(score);
      values_(i, m) = std::isnan(score) ? 0 : score;
    }
  }
  if (!missing) return;
  present_ = Matrix(items.size(), models.size());
  for (std::size_t m = 0; m < models.size(); ++m) {
    const auto row = scores.row(models[m]);
    for (std::size_t i = 0; i < items.size(); ++i) present_(i, m) = std::isnan(row[items[i]]) ? 0 : 1;
  }
}

void PartitionedScores::copy_with_missing(std::size_t item, std::span<double> scores) const {
  const auto row = values(item);
  std::copy(row.begin(), row.end(), scores.begin());
  if (complete()) return;
  for (std::size_t m = 0; m < models(); ++m) {
    if (present_(item, m) == 0) scores[m] = std::numeric_limits<double>::quiet_NaN();
  }
}

KeptScores::KeptScores(const PartitionedScores& scores, std::size_t first, std::size_t count)
    : scores_(&scores),
      first_(first),
      sums_(scores.labeling().groups, count),
      counts_(scores.labeling().groups, scores.complete() ? 1 : count) {
  for (std::size_t i = 0; i < scores.items(); ++i) {
    const std::uint32_t subdomain = scores.labeling().labels[i];
    for (std::size_t m = 0; m < count; ++m) sums_(subdomain, m) += scores.values(i)[first + m];
    if (scores.complete()) {
      counts_(subdomain, 0) += 1;
    } else {
      for (std::size_t m = 0; m < count; ++m) counts_(subdomain, m) += scores.present(i)[first + m];
    }
  }
}

void KeptScores::remove(std::size_t item) {
  const std::uint32_t subdomain = scores_->labeling().labels[item];
  double* sums = sums_.row(subdomain).data();
  const double* values = scores_->values(item).data() + first_;
  for (std::size_t m = 0; m < sums_.columns(); ++m) sums[m] -= values[m];
  if (scores_->complete()) {
    counts_(subdomain, 0) -= 1;
    return;
  }
  double* counts = counts_.row(subdomain).data();
  const double* present = scores_->present(item).data() + first_;
  for (std::size_t m = 0; m < counts_.columns(); ++m) counts[m] -= present[m];
}

double KeptScores::accuracy(std::size_t model) const {
  double sum = 0;
  double items = 0;
  for (std::size_t a = 0; a < sums_.rows(); ++a) {
    sum += sums_(a, model);
    items += count(model, a);
  }
  return items > 0 ? sum / items : std::numeric_limits<double>::quiet_NaN();
}

bool KeptScores::covers_all(std::size_t model) const {
  for (std::size_t a = 0; a < sums_.rows(); ++a) {
    if (!(count(model, a) > 0)) return false;
  }
  return true;
}

SubdomainScores KeptScores::subdomains(std::size_t model) const {
  SubdomainScores result{std::vector<double>(sums_.rows()), std::vector<double>(sums_.rows())};
  double items = 0;
  for (std::size_t a = 0; a < sums_.rows(); ++a) items += count(model, a);
  for (std::size_t a = 0; a < sums_.rows(); ++a) {
    const double own = count(model, a);
    result.weights[a] = own / items;
    result.accuracies[a] = own > 0 ? sums_(a, model) / own : 0;
  }
  return result;
}

}  // namespace harmonograph
