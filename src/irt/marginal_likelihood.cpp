#include "irt/marginal_likelihood.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>

#include "irt/item_response_fit.hpp"
#include "irt/marginal_kernels.hpp"

namespace harmonograph {
namespace {

/// Most tiles whose posterior distributions are kept together while the observed information is collected.
constexpr std::size_t most_tiles_per_group = 16;
/// Multiplications at the end of a group: about 0.1 s.
constexpr double most_group_work = 2e8;
/// A posterior probability below this adds nothing that double precision would keep.
constexpr double negligible_probability = 1e-16;
/// At most D + 2 = 5 parameters an item.
constexpr std::size_t most_columns = 5;

using EigenMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Block = Eigen::Map<EigenMatrix>;

Eigen::Index index(std::size_t value) {
  return static_cast<Eigen::Index>(value);
}

/// log(1 + exp(x)) without overflow.
double log_one_plus_exp(double x) {
  return x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

}  // namespace

double MarginalParameters::guessing_of(std::size_t item) const {
  if (estimates_guessing) return 1 / (1 + std::exp(-values(item, dimensions + 1)));
  return guessing[item];
}

ItemTables::ItemTables(const MarginalParameters& parameters, const Quadrature& quadrature)
    : probability(parameters.items(), quadrature.size()),
      log_wrong(parameters.items(), quadrature.size()),
      log_odds(parameters.items(), quadrature.size()),
      none(quadrature.log_weights),
      parameters_(&parameters),
      quadrature_(&quadrature) {
  const std::size_t nodes = quadrature.size();
  std::vector<double> eta(nodes);
  for (std::size_t i = 0; i < parameters.items(); ++i) {
    const auto row = parameters.values.row(i);
    const double c = parameters.guessing_of(i);
    std::fill(eta.begin(), eta.end(), row[parameters.dimensions]);
    for (std::size_t d = 0; d < parameters.dimensions; ++d) {
      const double* x = quadrature.nodes.row(d).data();
      for (std::size_t q = 0; q < nodes; ++q) eta[q] += row[d] * x[q];
    }
    const double log_rest = std::log1p(-c);
    double* p = probability.row(i).data();
    double* wrong = log_wrong.row(i).data();
    double* odds = log_odds.row(i).data();
    for (std::size_t q = 0; q < nodes; ++q) {
      const double softplus = log_one_plus_exp(eta[q]);
      wrong[q] = log_rest - softplus;
      p[q] = c + (1 - c) * std::exp(eta[q] - softplus);
      odds[q] = c > 0 ? std::log(p[q]) - wrong[q] : eta[q];
      none[q] += wrong[q];
    }
  }
}

void ItemTables::direction(std::size_t item, std::size_t node, double* h) const {
  const std::size_t dimensions = parameters_->dimensions;
  double slope = 1;
  const double c = parameters_->guessing_of(item);
  if (c > 0) {
    const double p = probability(item, node);
    slope = (p - c) / ((1 - c) * p);
    if (parameters_->estimates_guessing) h[dimensions + 1] = c / p;
  } else if (parameters_->estimates_guessing) {
    h[dimensions + 1] = 0;
  }
  for (std::size_t d = 0; d < dimensions; ++d) h[d] = slope * quadrature_->nodes(d, node);
  h[dimensions] = slope;
}

void compute_posterior(const ResponsePatterns& patterns, std::size_t tile, const ItemTables& tables,
                       TilePosterior& posterior) {
  const std::size_t nodes = tables.none.size();
  const std::size_t first = tile * patterns_per_tile;
  const std::size_t count = std::min(patterns_per_tile, patterns.patterns() - first);
  if (posterior.probability.columns() != nodes) posterior.probability = Matrix(patterns_per_tile, nodes);
  posterior.log_marginal.assign(patterns_per_tile, 0.0);
  std::vector<const double*> rows;
  std::vector<double> ones;
  for (std::size_t r = 0; r < count; ++r) {
    double* out = posterior.probability.row(r).data();
    std::copy(tables.none.begin(), tables.none.end(), out);
    rows.clear();
    for (std::size_t k = patterns.right_begin[first + r]; k < patterns.right_begin[first + r + 1]; ++k) {
      rows.push_back(tables.log_odds.row(patterns.right_items[k]).data());
    }
    if (patterns.binary) {
      add_rows(rows, nodes, out);
    } else {
      add_rows_weighted(rows, patterns.right_scores.data() + patterns.right_begin[first + r], nodes, out);
    }
    if (!patterns.complete) {
      rows.clear();
      for (std::size_t k = patterns.missing_begin[first + r]; k < patterns.missing_begin[first + r + 1]; ++k) {
        rows.push_back(tables.log_wrong.row(patterns.missing_items[k]).data());
      }
      subtract_rows(rows, nodes, out);
    }
    posterior.log_marginal[r] = exponentiate_and_normalise(out, nodes);
  }
}

ExpectedCounts::ExpectedCounts(std::size_t items, std::size_t nodes, bool complete)
    : persons(nodes, 0.0), right(items, nodes), absent(complete ? Matrix() : Matrix(items, nodes)) {}

void add_tile(const ResponsePatterns& patterns, std::size_t tile, const ItemTables& tables, TilePosterior& posterior,
              ExpectedCounts& counts) {
  compute_posterior(patterns, tile, tables, posterior);
  const std::size_t nodes = tables.none.size();
  const std::size_t items = patterns.items();
  const std::size_t first = tile * patterns_per_tile;
  const std::size_t count = std::min(patterns_per_tile, patterns.patterns() - first);
  std::vector<const double*> rows;
  for (std::size_t r = 0; r < count; ++r) {
    const double persons = patterns.counts[first + r];
    counts.log_likelihood += persons * posterior.log_marginal[r];
    double* row = posterior.probability.row(r).data();
    if (persons != 1) {
      for (std::size_t q = 0; q < nodes; ++q) row[q] *= persons;
    }
    rows.push_back(row);
  }
  add_rows(rows, nodes, counts.persons.data());
  std::vector<double> scores;
  for (std::size_t i = 0; i < items; ++i) {
    const std::size_t cell = tile * items + i;
    rows.clear();
    scores.clear();
    for (std::size_t k = patterns.tile_right_begin[cell]; k < patterns.tile_right_begin[cell + 1]; ++k) {
      rows.push_back(posterior.probability.row(patterns.tile_right[k].pattern).data());
      scores.push_back(patterns.tile_right[k].score);
    }
    if (patterns.binary) {
      add_rows(rows, nodes, counts.right.row(i).data());
    } else {
      add_rows_weighted(rows, scores.data(), nodes, counts.right.row(i).data());
    }
    if (patterns.complete) continue;
    rows.clear();
    for (std::size_t k = patterns.tile_missing_begin[cell]; k < patterns.tile_missing_begin[cell + 1]; ++k) {
      rows.push_back(posterior.probability.row(patterns.tile_missing[k]).data());
    }
    add_rows(rows, nodes, counts.absent.row(i).data());
  }
}

ItemDerivatives item_derivatives(const ItemTables& tables, const ExpectedCounts& counts) {
  const std::size_t items = tables.parameters().items();
  const std::size_t columns = tables.parameters().columns();
  const std::size_t nodes = tables.none.size();
  ItemDerivatives derivatives{Matrix(items, columns), Matrix(items, packed_size(columns))};
  std::array<double, most_columns> h{};
  for (std::size_t i = 0; i < items; ++i) {
    auto gradient = derivatives.gradient.row(i);
    auto information = derivatives.complete_information.row(i);
    for (std::size_t q = 0; q < nodes; ++q) {
      const double persons = counts.persons[q] - (counts.absent.empty() ? 0 : counts.absent(i, q));
      const double p = tables.probability(i, q);
      tables.direction(i, q, h.data());
      const double residual = counts.right(i, q) - persons * p;
      const double weight = persons * p * (1 - p);
      for (std::size_t r = 0; r < columns; ++r) {
        gradient[r] += residual * h[r];
        for (std::size_t s = 0; s <= r; ++s) information[packed_index(r, s)] += weight * h[r] * h[s];
      }
    }
  }
  return derivatives;
}

ObservedInformation::ObservedInformation(const ResponsePatterns& patterns, const ItemTables& tables, bool whole)
    : patterns_(patterns), tables_(tables), whole_(whole) {
  const std::size_t items = patterns.items();
  const std::size_t columns = tables.parameters().columns();
  const std::size_t order = items * columns;
  information_ = whole ? Matrix(order, order) : Matrix(items, columns * columns);
  const double square = static_cast<double>(order) * static_cast<double>(whole ? order : 32) / 2;
  tiles_per_group_ = static_cast<std::size_t>(
      std::clamp(most_group_work / (square * patterns_per_tile), 1.0, static_cast<double>(most_tiles_per_group)));
  // About ten million multiplications a piece.
  const double work = static_cast<double>(tiles_per_group_ * patterns_per_tile) * static_cast<double>(items) *
                          (whole ? static_cast<double>(items) / 2 : 1) +
                      static_cast<double>(order) * static_cast<double>(whole ? order : columns);
  nodes_per_piece_ = static_cast<std::size_t>(std::max(1.0, std::min(1e7 / work, 1e6)));
}

std::size_t ObservedInformation::pieces() const {
  const std::size_t groups = (patterns_.tiles() + tiles_per_group_ - 1) / tiles_per_group_;
  return groups * ((tables_.none.size() + nodes_per_piece_ - 1) / nodes_per_piece_);
}

void ObservedInformation::add_piece(std::size_t piece) {
  const std::size_t nodes = tables_.none.size();
  const std::size_t per_group = (nodes + nodes_per_piece_ - 1) / nodes_per_piece_;
  const std::size_t within = piece % per_group;
  if (within == 0) begin_group(piece / per_group);
  add_nodes(within * nodes_per_piece_, std::min(nodes, (within + 1) * nodes_per_piece_));
  if (within + 1 == per_group) end_group();
}

void ObservedInformation::begin_group(std::size_t group) {
  const std::size_t nodes = tables_.none.size();
  const std::size_t first_tile = group * tiles_per_group_;
  const std::size_t end_tile = std::min(first_tile + tiles_per_group_, patterns_.tiles());
  first_pattern_ = first_tile * patterns_per_tile;
  group_patterns_ = std::min(end_tile * patterns_per_tile, patterns_.patterns()) - first_pattern_;
  posterior_ = Matrix(group_patterns_, nodes);
  mean_score_ = Matrix(group_patterns_, patterns_.items() * tables_.parameters().columns());
  TilePosterior tile_posterior;
  for (std::size_t tile = first_tile; tile < end_tile; ++tile) {
    compute_posterior(patterns_, tile, tables_, tile_posterior);
    const std::size_t first = tile * patterns_per_tile;
    const std::size_t count = std::min(patterns_per_tile, patterns_.patterns() - first);
    for (std::size_t r = 0; r < count; ++r) {
      const auto row = tile_posterior.probability.row(r);
      std::copy(row.begin(), row.end(), posterior_.row(first - first_pattern_ + r).begin());
    }
  }
}

void ObservedInformation::add_nodes(std::size_t first_node, std::size_t end_node) {
  const std::size_t items = patterns_.items();
  const std::size_t columns = tables_.parameters().columns();
  const std::size_t span = end_node - first_node;
  Matrix directions(items, span * columns);
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t q = 0; q < span; ++q) {
      tables_.direction(i, first_node + q, directions.row(i).data() + q * columns);
    }
  }

  // Expected scores of each pattern: sum over nodes of posterior (y - p) h.
  const Eigen::Map<const EigenMatrix, 0, Eigen::OuterStride<>> posterior(
      posterior_.data() + first_node, index(group_patterns_), index(span),
      Eigen::OuterStride<>(index(posterior_.columns())));
  EigenMatrix times_p(index(span), index(columns));
  for (std::size_t i = 0; i < items; ++i) {
    const Eigen::Map<const EigenMatrix> h(directions.row(i).data(), index(span), index(columns));
    for (std::size_t q = 0; q < span; ++q) {
      times_p.row(index(q)) = h.row(index(q)) * tables_.probability(i, first_node + q);
    }
    const EigenMatrix at_right = posterior * h;
    const EigenMatrix at_all = posterior * times_p;
    for (std::size_t r = 0; r < group_patterns_; ++r) {
      const float cell = patterns_.cells(first_pattern_ + r, i);
      if (cell < 0) continue;
      double* score = mean_score_.row(r).data() + i * columns;
      for (std::size_t c = 0; c < columns; ++c) {
        score[c] += static_cast<double>(cell) * at_right(index(r), index(c)) - at_all(index(r), index(c));
      }
    }
  }

  // Minus the expected products of scores, node by node: the residuals' products, then their directions.
  EigenMatrix residuals(index(group_patterns_), index(items));
  EigenMatrix products(index(whole_ ? items : 0), index(whole_ ? items : 0));
  std::vector<double> probability(items);
  for (std::size_t q = first_node; q < end_node; ++q) {
    for (std::size_t i = 0; i < items; ++i) probability[i] = tables_.probability(i, q);
    Eigen::Index used = 0;
    for (std::size_t r = 0; r < group_patterns_; ++r) {
      if (posterior_(r, q) < negligible_probability) continue;
      const double root = std::sqrt(posterior_(r, q) * patterns_.counts[first_pattern_ + r]);
      const auto cells = patterns_.cells.row(first_pattern_ + r);
      double* row = residuals.data() + used * residuals.cols();
      for (std::size_t i = 0; i < items; ++i) {
        row[i] = cells[i] < 0 ? 0 : root * (static_cast<double>(cells[i]) - probability[i]);
      }
      ++used;
    }
    if (used == 0) continue;
    const auto h_of = [&](std::size_t item) { return directions.row(item).data() + (q - first_node) * columns; };
    if (whole_) {
      products.setZero();
      products.selfadjointView<Eigen::Lower>().rankUpdate(residuals.topRows(used).transpose());
    }
    for (std::size_t i = 0; i < items; ++i) {
      const double* hi = h_of(i);
      if (!whole_) {
        const double product = residuals.topRows(used).col(index(i)).squaredNorm();
        for (std::size_t a = 0; a < columns; ++a) {
          for (std::size_t b = 0; b < columns; ++b) information_(i, a * columns + b) -= product * hi[a] * hi[b];
        }
        continue;
      }
      for (std::size_t a = 0; a < columns; ++a) {
        double* out = information_.row(i * columns + a).data();
        for (std::size_t j = 0; j <= i; ++j) {
          const double product = products(index(i), index(j)) * hi[a];
          const double* hj = h_of(j);
          for (std::size_t b = 0; b < columns; ++b) out[j * columns + b] -= product * hj[b];
        }
      }
    }
  }
}

void ObservedInformation::end_group() {
  const std::size_t items = patterns_.items();
  const std::size_t columns = tables_.parameters().columns();
  for (std::size_t r = 0; r < group_patterns_; ++r) {
    const double root = std::sqrt(patterns_.counts[first_pattern_ + r]);
    for (double& score : mean_score_.row(r)) score *= root;
  }
  if (whole_) {
    const Block scores(mean_score_.data(), index(mean_score_.rows()), index(mean_score_.columns()));
    Block information(information_.data(), index(information_.rows()), index(information_.columns()));
    information.selfadjointView<Eigen::Lower>().rankUpdate(scores.transpose());
    return;
  }
  for (std::size_t r = 0; r < group_patterns_; ++r) {
    for (std::size_t i = 0; i < items; ++i) {
      const double* score = mean_score_.row(r).data() + i * columns;
      for (std::size_t a = 0; a < columns; ++a) {
        for (std::size_t b = 0; b < columns; ++b) information_(i, a * columns + b) += score[a] * score[b];
      }
    }
  }
}

Matrix ObservedInformation::finish(const ExpectedCounts& counts) {
  const std::size_t items = patterns_.items();
  const std::size_t columns = tables_.parameters().columns();
  const std::size_t dimensions = tables_.parameters().dimensions;
  const std::size_t nodes = tables_.none.size();
  const bool estimates_guessing = tables_.parameters().estimates_guessing;
  std::array<double, most_columns> h{};
  for (std::size_t i = 0; i < items; ++i) {
    const double c = tables_.parameters().guessing_of(i);
    const auto at = [&](std::size_t a, std::size_t b) -> double& {
      return whole_ ? information_(i * columns + a, i * columns + b) : information_(i, a * columns + b);
    };
    for (std::size_t q = 0; q < nodes; ++q) {
      const double persons = counts.persons[q] - (counts.absent.empty() ? 0 : counts.absent(i, q));
      const double p = tables_.probability(i, q);
      const double residual = counts.right(i, q) - persons * p;
      tables_.direction(i, q, h.data());
      const double weight = persons * p * (1 - p);
      // With guessing the score (y - p) h also changes through h: dh/d(eta, logit c), both multiplied by (x, 1).
      double by_eta = 0;
      double by_guessing = 0;
      double guessing_twice = 0;
      if (c > 0) {
        const double sigma = (p - c) / (1 - c);
        by_eta = residual * sigma * (1 - sigma) * c / (p * p);
        by_guessing = -residual * sigma * (1 - sigma) * c * (1 - c) / (p * p);
        guessing_twice = residual * c * (1 - c) * sigma / (p * p);
      }
      for (std::size_t a = 0; a < columns; ++a) {
        const double xa = a < dimensions ? tables_.quadrature().nodes(a, q) : 1;
        for (std::size_t b = 0; b < columns; ++b) {
          if (whole_ && b > a) continue;
          const double xb = b < dimensions ? tables_.quadrature().nodes(b, q) : 1;
          const bool guess_a = estimates_guessing && a == dimensions + 1;
          const bool guess_b = estimates_guessing && b == dimensions + 1;
          const double bend = guess_a && guess_b ? guessing_twice
                              : guess_a          ? by_guessing * xb
                              : guess_b          ? by_guessing * xa
                                                 : by_eta * xa * xb;
          at(a, b) += weight * h[a] * h[b] - bend;
        }
      }
    }
  }
  if (whole_) {
    for (std::size_t r = 0; r < information_.rows(); ++r) {
      for (std::size_t s = 0; s < r; ++s) information_(s, r) = information_(r, s);
    }
  }
  return std::move(information_);
}

}  // namespace harmonograph
