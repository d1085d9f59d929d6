#include "harmony/column_partition.hpp"

#include <map>

#include "cluster/kmeans.hpp"

namespace harmonograph {

Labeling column_labeling(const std::vector<std::string>& values) {
  std::map<std::string, std::uint32_t> levels;
  std::vector<std::uint32_t> labels;
  labels.reserve(values.size());
  for (const std::string& value : values) {
    labels.push_back(levels.emplace(value, static_cast<std::uint32_t>(levels.size())).first->second);
  }
  return canonical_labeling(labels);
}

}  // namespace harmonograph
