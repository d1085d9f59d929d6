// The free parameters of a marginal maximum likelihood estimation as one vector: how they map to the items, their
// priors, the start, and the directions along which the likelihood does not change.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <vector>

#include "irt/marginal_likelihood.hpp"
#include "irt/marginal_options.hpp"

namespace harmonograph {

/// |slopes| beyond which an item counts as running away (on the scale of abilities ~ N(0, 1)): a step function.
inline constexpr double runaway_slope = 15;

class MarginalModel {
 public:
  /// guessing: the fixed c of each item.
  MarginalModel(const MarginalOptions& options, std::vector<double> guessing);

  [[nodiscard]] std::size_t items() const { return guessing_.size(); }
  [[nodiscard]] std::size_t size() const;
  /// Position in the vector of a parameter of an item: column 0 .. D - 1 slopes, D intercept, D + 1 logit guessing.
  [[nodiscard]] std::size_t position(std::size_t item, std::size_t column) const;

  /// First guess: principal components of the standardised scores.
  [[nodiscard]] Eigen::VectorXd start(const ResponsePatterns& patterns) const;
  [[nodiscard]] MarginalParameters parameters(const Eigen::VectorXd& x) const;

  /// Logarithm of the prior density, with a soft wall far outside (|slopes| > 100, |intercept| > 600) that keeps
  /// parameters finite where the likelihood has no maximum.
  [[nodiscard]] double log_prior(const Eigen::VectorXd& x) const;
  /// Its gradient, and minus its second derivative (the diagonal).
  void prior_derivatives(const Eigen::VectorXd& x, Eigen::VectorXd& gradient, Eigen::VectorXd& curvature) const;

  /// Sums what belongs to the same free parameter.
  [[nodiscard]] Eigen::VectorXd gather(const Matrix& gradient) const;
  /// The observed information of the items' parameters (order items x columns) for the free parameters.
  [[nodiscard]] Eigen::MatrixXd gather_information(const Matrix& information) const;

  /// The largest multiple (at most 1) of a step that changes no parameter too much and keeps positive what must be.
  [[nodiscard]] double longest_step(const Eigen::VectorXd& x, const Eigen::VectorXd& direction) const;

  /// Orthonormal directions along which no step is taken (size x D (D - 1) / 2): the tangents of rotations, or, once
  /// the axes are turned to the last items, the slopes that are 0 there.
  [[nodiscard]] Eigen::MatrixXd held_directions(const Eigen::VectorXd& x, bool turned) const;
  /// Turns the axes as asked for, sums of slopes positive. False when nothing moved.
  bool turn_axes(Eigen::VectorXd& x) const;

 private:
  [[nodiscard]] bool equal_slopes() const { return options_.item_model == ItemModel::one_parameter; }
  [[nodiscard]] bool estimates_guessing() const { return options_.item_model == ItemModel::three_parameter; }
  [[nodiscard]] std::size_t columns() const { return options_.dimensions + 1 + (estimates_guessing() ? 1 : 0); }

  MarginalOptions options_;
  std::vector<double> guessing_;
};

/// Solves (complete-data information + prior) v = g: item by item, with a shared slope by its Schur complement. The
/// information of an item gets a small ridge, so that items without information move by bounded steps.
class CompleteInformation {
 public:
  CompleteInformation(const MarginalModel& model, const Matrix& item_information,
                      const Eigen::VectorXd& prior_curvature, std::size_t columns, bool equal_slopes);
  [[nodiscard]] Eigen::VectorXd solve(const Eigen::VectorXd& gradient) const;

 private:
  std::size_t items_;
  std::size_t columns_;
  bool equal_slopes_;
  std::vector<Eigen::MatrixXd> inverse_;  // per item, free slopes
  Eigen::VectorXd intercept_, mixed_;     // per item, equal slopes
  double slope_ = 0;                      // Schur complement
};

}  // namespace harmonograph
