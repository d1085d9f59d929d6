// Other ways to cut it: every partition that the data at hand allow, side by side. How many subdomains, the HARMONY of
// the model on them, what they agree with, and whether other models would have given the same.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/job.hpp"
#include "harmony/analysis_cache.hpp"
#include "harmony/halves_stability.hpp"
#include "harmony/harmony_result.hpp"

namespace harmonograph {

/// Columns with more values than this are no subdomains to look at.
inline constexpr std::size_t most_compared_levels = 50;

struct ComparedPartition {
  AnalysisParameters parameters;  // with its partition and attribute
  std::optional<Error> error;     // this one could not be made; what follows is empty then
  std::size_t items = 0;
  std::size_t k = 0;
  std::optional<double> harmony;
  std::optional<double> null_p_value;
  std::vector<AuditRow> agreement;  // with everything known of the items, but the column that makes the partition
  /// Rows of agreement that exceed chance most, of their kind; none where there is no row of that kind.
  std::optional<AuditRow> best_label;
  std::optional<AuditRow> best_artefact;
  std::optional<HalvesStability> stability;
  std::string stability_reason;  // why there is none
};

struct PartitionSourcesResult {
  std::size_t benchmark = 0;
  std::size_t model = 0;
  std::vector<ComparedPartition> partitions;
};

class PartitionSources : public Job {
 public:
  /// dataset must outlive the job; cache as for HarmonyAnalysis. Every partition is made with the given parameters but
  /// for its source. Errors: those of available_partitions.
  static Result<std::unique_ptr<PartitionSources>> create(const Dataset& dataset, std::size_t benchmark,
                                                          std::size_t model, const AnalysisParameters& parameters,
                                                          std::shared_ptr<AnalysisCache> cache = nullptr);
  ~PartitionSources() override;
  /// A partition that cannot be made is no error: its row says why.
  Result<JobStatus> step() override;
  /// After done, once.
  PartitionSourcesResult take_result();

 private:
  struct State;
  explicit PartitionSources(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// JSON text with the names of web/src/engine/results.ts.
std::string to_json(const PartitionSourcesResult& result);

}  // namespace harmonograph
