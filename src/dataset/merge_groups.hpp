// Tasks that belong together become one benchmark, with the task as a category of its items: MMLU's subjects, the tasks
// of a leaderboard.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "dataset/assemble.hpp"
#include "dataset/dataset.hpp"

namespace harmonograph {

/// The attribute that says which task an item comes from.
inline constexpr const char* task_attribute = "task";

/// Which loaded benchmarks could be read as one: the groups of results files with at least two loaded tasks (groups
/// inside groups are resolved), then at least three loaded benchmarks that no such group holds and whose names share
/// what stands before the first "_". None is merged.
std::vector<TaskGroup> propose_groups(const Dataset& dataset,
                                      const std::map<std::string, std::vector<std::string>>& groups_of_files);

/// Merges the tasks of the named proposals of assembly.report.task_groups, in the given order, and marks them.
///
/// The benchmark of a group has the group's name and the place of its first task; the items of its tasks follow each
/// other in the order of the tasks, with ids "task/id" and an attribute "task", the task without what all names of the
/// group begin with. Attributes, choice sets and vectors are joined by name; what a task lacks is empty or NaN. The
/// benchmark's report is counted anew. A task that an earlier group took, and a name that is no proposal, are noted.
void merge_groups(Assembly& assembly, const std::vector<std::string>& names);

}  // namespace harmonograph
