#include "irt/marginal_quasi_newton.hpp"

#include <vector>

namespace harmonograph {

Eigen::VectorXd QuasiNewtonMemory::direction(
    const Eigen::VectorXd& gradient, const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& solve) const {
  Eigen::VectorXd q = gradient;
  std::vector<double> along(pairs_.size());
  for (std::size_t k = pairs_.size(); k-- > 0;) {
    along[k] = pairs_[k].scale * pairs_[k].step.dot(q);
    q -= along[k] * pairs_[k].fall;
  }
  Eigen::VectorXd result = solve(q);
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const double back = pairs_[k].scale * pairs_[k].fall.dot(result);
    result += (along[k] - back) * pairs_[k].step;
  }
  return result;
}

void QuasiNewtonMemory::remember(const Eigen::VectorXd& step, const Eigen::VectorXd& fall) {
  const double curvature = step.dot(fall);
  if (!(curvature > 1e-10 * step.norm() * fall.norm())) return;
  pairs_.push_back({step, fall, 1 / curvature});
  if (pairs_.size() > most_pairs_) pairs_.pop_front();
}

}  // namespace harmonograph
