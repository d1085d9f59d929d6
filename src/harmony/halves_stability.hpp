// Would other models have given the same subdomains? The models are split into two random halves, each half makes its
// own partition, and the two are compared. For the partitions that several models make together.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "harmony/analysis_cache.hpp"

namespace harmonograph {

inline constexpr std::size_t halves_splits = 5;

struct HalvesStability {
  double adjusted_rand = 0;  // between the partitions of the two halves, mean over splits
  std::size_t splits = 0;    // that could be made
  std::size_t models = 0;    // that were split
};

class HalvesStabilityJob : public Job {
 public:
  /// dataset must outlive the job. parameters: those of the partition, with the source similarity_shared, responses or
  /// directions, and starts filled in; k: the number of subdomains it has (at least 2), which both halves are asked
  /// for. Of the directions of more than 4,000 items every n-th is compared: ten fits more would take long.
  HalvesStabilityJob(const Dataset& dataset, std::size_t benchmark, std::size_t model,
                     const AnalysisParameters& parameters, std::shared_ptr<const InputPart> source, std::size_t k);
  ~HalvesStabilityJob() override;
  /// A half that cannot be partitioned is no error: its split is left out.
  Result<JobStatus> step() override;
  /// After done; none when no split could be made, with the reason.
  [[nodiscard]] const std::optional<HalvesStability>& result() const;
  [[nodiscard]] const std::string& reason() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace harmonograph
