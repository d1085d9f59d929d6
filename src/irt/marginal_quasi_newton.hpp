// Limited-memory BFGS for a maximum, with any positive definite first guess of the inverse of the negative Hessian
// (Nocedal 1980; here the information of the complete data, which makes it an accelerated EM).
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <deque>
#include <functional>

namespace harmonograph {

class QuasiNewtonMemory {
 public:
  explicit QuasiNewtonMemory(std::size_t pairs) : most_pairs_(pairs) {}

  /// An uphill direction at a point with this gradient. solve applies the first guess.
  [[nodiscard]] Eigen::VectorXd direction(const Eigen::VectorXd& gradient,
                                          const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& solve) const;

  /// step = change of the point; fall = minus the change of the gradient. A pair without positive curvature is not
  /// kept.
  void remember(const Eigen::VectorXd& step, const Eigen::VectorXd& fall);
  void forget() { pairs_.clear(); }
  [[nodiscard]] bool empty() const { return pairs_.empty(); }

 private:
  struct Pair {
    Eigen::VectorXd step;
    Eigen::VectorXd fall;
    double scale;  // 1 / step'fall
  };
  std::size_t most_pairs_;
  std::deque<Pair> pairs_;
};

}  // namespace harmonograph
