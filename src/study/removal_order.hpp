// Which items a benchmark can lose so that its subdomains become equally large: from the largest subdomain, the item
// that is most like the others that are still inside.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/job.hpp"
#include "similarity/affinity_operator.hpp"
#include "similarity/divergence.hpp"

namespace harmonograph {

/// The subdomain that loses an item, removal by removal: always the largest one (the lower index of equals), until all
/// are equally large or `most` items are gone. It depends on the sizes alone.
std::vector<std::uint32_t> removal_sequence(std::vector<std::size_t> sizes, std::size_t most);

class RemovalOrder : public Job {
 public:
  /// Inside a subdomain the item with the highest mean similarity S_ij = exp(-tau J_ij / 2) to the items still inside
  /// goes first, the lowest index of equals. features: of all items of labeling, and must outlive the job; nullptr =
  /// a random order from the seed. No item x item matrix: rows of S are computed when needed, and the sums of S are
  /// kept up to date by subtracting the row of what was removed (exact: S is rounded to multiples of 2^-24).
  RemovalOrder(const Labeling& labeling, const DivergenceFeatures* features, double tau, std::uint64_t seed,
               std::size_t most);
  ~RemovalOrder() override;
  Result<JobStatus> step() override;
  /// After done, once: positions of the items in labeling, in the order of their removal.
  std::vector<std::size_t> take_result();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace harmonograph
