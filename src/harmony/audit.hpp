// The partition audit: what do the induced subdomains follow? Their agreement with the chosen option, the key,
// confidence, difficulty, option count, question length and every column, beside what chance gives.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cluster/kmeans.hpp"
#include "harmony/analysis_input.hpp"

namespace harmonograph {

/// Something that items differ by. Items without a value have level -1.
struct AuditVariable {
  std::string name;
  std::string kind;  // "artefact" (option, key, difficulty, option count, length), "label", or "neutral" (confidence)
  std::vector<std::int32_t> level;       // per used item
  std::vector<std::string> level_names;  // per level
};

/// The variables that exist for these items and take at least two levels.
std::vector<AuditVariable> audit_variables(const Dataset& dataset, std::size_t benchmark, const AnalysisInput& input);

/// One row: the agreement over the items that have a level, and its permutation baseline (labels shuffled `draws`
/// times, own random stream).
AuditRow audit_row(const AuditVariable& variable, const Labeling& labeling, std::size_t draws, std::uint64_t seed,
                   std::uint64_t stream);

/// The neutral variable that every similarity partition follows to some degree: how sure the model is.
inline constexpr const char* confidence_variable = "confidence quartile";

/// Rule [ours]: what explains the partition is the artefact, or the confidence when that agrees even more, with the
/// largest agreement above its baseline, provided that this excess is at least 0.1 and larger than the excess of every
/// label. A partition that follows the answers less than the confidence is not called one by answers. Its name, or
/// empty.
std::string explaining_variable(const std::vector<AuditRow>& rows);

/// What to try instead when something other than a label explains the partition: "order-free" against the option or key
/// when options are not sorted yet; else the label that agrees most (any column); else response patterns when
/// `responses` is possible; else empty.
std::string alternative_partition(const std::string& explained_by, const std::vector<AuditRow>& rows,
                                  const AnalysisParameters& parameters, bool responses);

/// For each variable the value that is most over-represented in the group (largest share minus overall share).
std::vector<TypicalValue> typical_values(const std::vector<AuditVariable>& variables, const Labeling& labeling,
                                         std::uint32_t group);

}  // namespace harmonograph
