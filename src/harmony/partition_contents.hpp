// What is shown of one partition and depends neither on b nor on draws: its stability over seeds, similarity inside
// subdomains, the map of S, the audit, the contents of each subdomain, the other models.
#pragma once

#include <memory>

#include "core/job.hpp"
#include "harmony/analysis_cache.hpp"

namespace harmonograph {

/// All that the contents are made of.
struct PartitionToDescribe {
  const Dataset* dataset = nullptr;  // must outlive the job, as what the pointers below hold does by itself
  std::size_t benchmark = 0;
  AnalysisParameters parameters;
  std::shared_ptr<const InputPart> source;
  std::shared_ptr<const AuditVariablesPart> variables;  // nullptr: not made yet
  Labeling labeling;
  std::shared_ptr<AffinityPart> affinity;    // nullptr: no similarity; it may still have to be prepared
  const EmbeddingPart* embedding = nullptr;  // must outlive the job; nullptr: a partition by a column
  std::optional<Stability> stability;        // found before; none: over seeds, where there is an embedding
  std::size_t k = 0;                         // as asked of k-means, for the stability
};

class PartitionContentsJob : public Job {
 public:
  explicit PartitionContentsJob(PartitionToDescribe partition);
  ~PartitionContentsJob() override;
  Result<JobStatus> step() override;
  // After done:
  [[nodiscard]] std::shared_ptr<const PartitionPart> result() const;
  [[nodiscard]] std::shared_ptr<const AuditVariablesPart> variables() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace harmonograph
