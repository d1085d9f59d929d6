// The marginal likelihood of item parameters on a quadrature grid: its value, its gradient (through expected counts:
// Fisher's identity), the information of the complete data and the observed information (Louis 1982).
// Graded scores enter as quasi-likelihood y log p + (1 - y) log(1 - p); missing cells are left out.
#pragma once

#include <cstddef>
#include <vector>

#include "core/matrix.hpp"
#include "irt/marginal_patterns.hpp"
#include "irt/quadrature.hpp"

namespace harmonograph {

/// Parameters of the items, one row each: a_1 .. a_D, d and, when guessing is estimated, logit c.
struct MarginalParameters {
  std::size_t dimensions = 1;
  bool estimates_guessing = false;
  Matrix values;                 // items x columns()
  std::vector<double> guessing;  // the fixed c of each item when it is not estimated

  [[nodiscard]] std::size_t columns() const { return dimensions + 1 + (estimates_guessing ? 1 : 0); }
  [[nodiscard]] std::size_t items() const { return values.rows(); }
  /// c of an item.
  [[nodiscard]] double guessing_of(std::size_t item) const;
};

/// Values of all items at all nodes: items x nodes.
class ItemTables {
 public:
  ItemTables(const MarginalParameters& parameters, const Quadrature& quadrature);

  Matrix probability;        // p
  Matrix log_wrong;          // log(1 - p)
  Matrix log_odds;           // log p - log(1 - p)
  std::vector<double> none;  // per node, log weight + sum over all items of log(1 - p)

  /// d log L / d parameters of one answer y is (y - p) h: writes h at one node (columns() numbers).
  void direction(std::size_t item, std::size_t node, double* h) const;

  const MarginalParameters& parameters() const { return *parameters_; }
  const Quadrature& quadrature() const { return *quadrature_; }

 private:
  const MarginalParameters* parameters_;  // must outlive the tables
  const Quadrature* quadrature_;
};

/// Posterior distributions over the nodes of the patterns of one tile (patterns_per_tile x nodes, rows sum to 1) and
/// the log marginal likelihood of each.
struct TilePosterior {
  Matrix probability;
  std::vector<double> log_marginal;
};
void compute_posterior(const ResponsePatterns& patterns, std::size_t tile, const ItemTables& tables,
                       TilePosterior& posterior);

/// What an E-step collects over the tiles.
struct ExpectedCounts {
  ExpectedCounts() = default;
  ExpectedCounts(std::size_t items, std::size_t nodes, bool complete);

  double log_likelihood = 0;
  std::vector<double> persons;  // per node: expected number of persons there
  Matrix right;                 // items x nodes: expected sum of scores
  Matrix absent;                // items x nodes: expected number of persons without a score; empty when complete
};

/// Adds one tile. posterior is overwritten (room that the caller keeps).
void add_tile(const ResponsePatterns& patterns, std::size_t tile, const ItemTables& tables, TilePosterior& posterior,
              ExpectedCounts& counts);

/// Gradient of the log-likelihood (items x columns) and the information of the complete data, packed per item.
struct ItemDerivatives {
  Matrix gradient;
  Matrix complete_information;  // items x packed_size(columns): expected, never negative definite
};
ItemDerivatives item_derivatives(const ItemTables& tables, const ExpectedCounts& counts);

/// Collects the observed information tile by tile: the complete-data information less the information that is missing
/// because abilities are not observed (Louis 1982). Either the whole symmetric matrix of order items x columns, or
/// only each item's own block (when the whole matrix would be too large).
class ObservedInformation {
 public:
  ObservedInformation(const ResponsePatterns& patterns, const ItemTables& tables, bool whole);

  /// Groups of tiles that are added together, and the pieces that the work of one group falls into.
  [[nodiscard]] std::size_t pieces() const;
  void add_piece(std::size_t piece);
  /// After all pieces; counts = the expected counts at the same parameters. Whole: order x order; else items x
  /// (columns x columns).
  Matrix finish(const ExpectedCounts& counts);

 private:
  void begin_group(std::size_t group);
  void add_nodes(std::size_t first_node, std::size_t end_node);
  void end_group();

  const ResponsePatterns& patterns_;
  const ItemTables& tables_;
  bool whole_;
  std::size_t tiles_per_group_ = 1;
  std::size_t nodes_per_piece_ = 1;
  std::size_t first_pattern_ = 0;
  std::size_t group_patterns_ = 0;
  Matrix posterior_;    // patterns of the group x nodes
  Matrix mean_score_;   // patterns of the group x order: expected score
  Matrix information_;  // what has been added up
};

}  // namespace harmonograph
