// Spectral embedding of a similarity operator: the leading eigenpairs of D^-1/2 S D^-1/2, found iteratively.
// The convention is scikit-learn's spectral_embedding(drop_first=False, norm_laplacian=True).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/job.hpp"
#include "core/matrix.hpp"
#include "similarity/affinity_operator.hpp"

namespace harmonograph {

struct SpectralEmbedding {
  std::vector<double> eigenvalues;  // descending, of D^-1/2 S D^-1/2 (zero diagonal); 1 minus the Laplacian's
  Matrix vectors;                   // items x pairs: D^-1/2 v, the entry of largest absolute value positive
  double largest_residual = 0;      // of |A v - lambda v| over the pairs with lambda > 0; |v| = 1, |A| = 1
  bool converged = true;            // largest_residual <= 1e-8
};

/// Block Krylov method with thick restart: the basis grows by the residuals of all pairs that have not converged
/// (block Davidson without preconditioner; Sadkane 1993, Saad 2011, chapter 8), so that repeated eigenvalues come out
/// with their multiplicity. Pairs with lambda <= 0 (no similarity in them) are taken at a residual of 1e-5. Starts from
/// D^1/2 and fixed random vectors: deterministic. For few items the dense decomposition of Eigen is taken instead.
class SpectralEmbeddingJob : public Job {
 public:
  /// affinity must be prepared and outlive the job; 1 <= pairs <= items.
  SpectralEmbeddingJob(const AffinityOperator& affinity, std::size_t pairs);
  ~SpectralEmbeddingJob() override;
  Result<JobStatus> step() override;
  /// After done.
  SpectralEmbedding take_result();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace harmonograph
