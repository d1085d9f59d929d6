#include "study/study_parameters.hpp"

#include <set>
#include <string>
#include <utility>

namespace harmonograph {
namespace {

using Json = ParameterReader::Json;

bool is_index_below(const Json& object, const char* name, std::size_t count) {
  const auto value = object.find(name);
  return value != object.end() && value->is_number_unsigned() && value->get<std::uint64_t>() < count;
}

/// A number from low to high, or null; absent counts as null.
bool read_optional(const Json& object, const char* name, double low, double high, double& target) {
  const auto value = object.find(name);
  if (value == object.end() || value->is_null()) return true;
  if (!value->is_number()) return false;
  target = value->get<double>();
  return target >= low && target <= high;
}

bool read_cell(const Json& object, const Dataset& dataset, StudyCell& cell) {
  if (!object.is_object() || !is_index_below(object, "benchmark", dataset.benchmarks.size()) ||
      !is_index_below(object, "model", dataset.models.size())) {
    return false;
  }
  cell.benchmark = object["benchmark"].get<std::size_t>();
  cell.model = object["model"].get<std::size_t>();
  if (object.contains("items")) {
    if (!is_index_below(object, "items", 4294967295U)) return false;
    cell.items = object["items"].get<std::size_t>();
  }
  return read_optional(object, "harmony", 0, 1, cell.harmony) &&
         read_optional(object, "accuracy", -1e300, 1e300, cell.accuracy);
}

}  // namespace

void read_index(ParameterReader& reader, const char* name, const std::string& of, std::size_t count,
                std::size_t& target) {
  const Json* value = reader.find(name);
  if (value == nullptr || !value->is_number_unsigned() || value->get<std::uint64_t>() >= count) {
    return reader.complain(name, "the index of a loaded " + of);
  }
  target = value->get<std::size_t>();
}

Result<AnalysisParameters> read_analysis_parameters(const ParameterReader& reader) {
  const Json* value = reader.find("analysis");
  // Text that was parsed from the page is valid UTF-8, so that it can be written again.
  return parse_analysis_parameters(value == nullptr ? "{}" : value->dump());
}

void read_study_cells(ParameterReader& reader, const Dataset& dataset, std::vector<StudyCell>& cells) {
  const Json* list = reader.find("cells");
  if (list == nullptr || !list->is_array()) return reader.complain("cells", "a list of cells");
  std::set<std::pair<std::size_t, std::size_t>> seen;
  for (const Json& object : *list) {
    StudyCell cell;
    if (!read_cell(object, dataset, cell)) {
      return reader.complain("cells",
                             "a list of {benchmark, model, harmony, accuracy, items} of loaded benchmarks and models, "
                             "with a HARMONY from 0 to 1 or null");
    }
    if (!seen.insert({cell.benchmark, cell.model}).second) {
      return reader.complain("cells", "a list with at most one cell for each benchmark and model");
    }
    cells.push_back(cell);
  }
}

}  // namespace harmonograph
