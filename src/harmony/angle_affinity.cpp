#include "harmony/angle_affinity.hpp"

#include <cmath>

#include "stats/summaries.hpp"

namespace harmonograph {

AngleAffinity::AngleAffinity(Matrix vectors) : units_(std::move(vectors)), degrees_(units_.rows(), 0) {
  for (std::size_t i = 0; i < units_.rows(); ++i) {
    double squares = 0;
    for (const double value : units_.row(i)) squares += value * value;
    const double length = std::sqrt(squares);
    for (double& value : units_.row(i)) value = length > 0 ? value / length : 0;
  }
  Matrix ones(size(), 1);
  Matrix sums(size(), 1);
  for (std::size_t i = 0; i < size(); ++i) ones(i, 0) = 1;
  add_product(0, ones, sums);
  for (std::size_t i = 0; i < size(); ++i) degrees_[i] = sums(i, 0);
}

double AngleAffinity::with_itself(std::size_t item) const {
  double squares = 0;
  for (const double value : units_.row(item)) squares += value * value;
  return (1 + squares) / 2;
}

void AngleAffinity::add_product(std::size_t /*piece*/, const Matrix& x, Matrix& y) const {
  const std::size_t dimensions = units_.columns();
  for (std::size_t c = 0; c < x.columns(); ++c) {
    std::vector<double> moment(dimensions, 0);
    double total = 0;
    for (std::size_t j = 0; j < size(); ++j) {
      total += x(j, c);
      for (std::size_t d = 0; d < dimensions; ++d) moment[d] += units_(j, d) * x(j, c);
    }
    for (std::size_t i = 0; i < size(); ++i) {
      double along = 0;
      for (std::size_t d = 0; d < dimensions; ++d) along += units_(i, d) * moment[d];
      y(i, c) += (total + along) / 2 - with_itself(i) * x(i, c);
    }
  }
}

void AngleAffinity::add_group_sums(std::size_t /*piece*/, const std::vector<Labeling>& labelings,
                                   std::vector<Matrix>& sums) const {
  const std::size_t dimensions = units_.columns();
  for (std::size_t t = 0; t < labelings.size(); ++t) {
    const Labeling& labeling = labelings[t];
    Matrix moments(labeling.groups, dimensions);
    std::vector<double> sizes(labeling.groups, 0);
    for (std::size_t j = 0; j < size(); ++j) {
      const std::size_t group = labeling.labels[j];
      sizes[group] += 1;
      for (std::size_t d = 0; d < dimensions; ++d) moments(group, d) += units_(j, d);
    }
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t g = 0; g < labeling.groups; ++g) {
        double along = 0;
        for (std::size_t d = 0; d < dimensions; ++d) along += units_(i, d) * moments(g, d);
        const double own = labeling.labels[i] == g ? with_itself(i) : 0;
        sums[t](i, g) += (sizes[g] + along) / 2 - own;
      }
    }
  }
}

}  // namespace harmonograph
