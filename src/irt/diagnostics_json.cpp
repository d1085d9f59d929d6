// The JSON of web/src/engine/item_response.ts, name for name: diagnostics and differential item functioning.
#include <cmath>

#include "core/json_values.hpp"
#include "core/parameter_reader.hpp"
#include "irt/diagnostics.hpp"
#include "irt/differential_functioning.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

Json rows_json(const Matrix& matrix) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < matrix.rows(); ++r) {
    Json row = Json::array();
    for (const double value : matrix.row(r)) row.push_back(number(value));
    rows.push_back(row);
  }
  return rows;
}

void read_models(ParameterReader& reader, const char* name, std::vector<std::uint32_t>& models) {
  const auto* list = reader.find(name);
  const std::string allowed = "a list of models (whole numbers from 0)";
  if (list == nullptr || !list->is_array()) return reader.complain(name, allowed);
  for (const auto& each : *list) {
    const double value = each.is_number() ? each.get<double>() : -1;
    if (!(value >= 0 && value < 4e9 && value == std::floor(value))) return reader.complain(name, allowed);
    models.push_back(static_cast<std::uint32_t>(value));
  }
}

}  // namespace

std::string to_json(const Diagnostics& diagnostics) {
  Json pairs = Json::array();
  for (const DependentPair& pair : diagnostics.local_dependence) {
    pairs.push_back({{"first", pair.first}, {"second", pair.second}, {"q3", number(pair.q3)}, {"models", pair.models}});
  }
  return Json{
      {"fit", diagnostics.fit},
      {"localDependence", pairs},
      {"itemsCompared", diagnostics.items_compared},
      {"modelResiduals", {{"models", diagnostics.residual_models}, {"values", rows_json(diagnostics.model_residuals)}}},
      {"residualMap",
       {{"level", diagnostics.level},
        {"groups", diagnostics.groups},
        {"models", diagnostics.map_models},
        {"values", rows_json(diagnostics.residual_map)},
        {"z", rows_json(diagnostics.residual_z)}}},
      {"identicalModels", diagnostics.identical_models}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<DifferentialParameters> parse_differential_parameters(const std::string& json) {
  ParameterReader reader(json, "The parameters of differential item functioning");
  DifferentialParameters parameters;
  reader.integer("fit", 0, 4e9, parameters.fit, "the number of a fit");
  read_models(reader, "first", parameters.first);
  read_models(reader, "second", parameters.second);
  if (reader.failed()) return reader.error();
  return parameters;
}

std::string to_json(const DifferentialResult& result) {
  Json items = Json::array();
  for (const DifferentialItem& item : result.items) {
    items.push_back({{"position", item.position},
                     {"difference", number(item.difference)},
                     {"error", number(item.error)},
                     {"z", number(item.z)},
                     {"pValue", number(item.p_value)},
                     {"adjustedP", number(item.adjusted_p)}});
  }
  return Json{
      {"parameters",
       {{"fit", result.parameters.fit}, {"first", result.parameters.first}, {"second", result.parameters.second}}},
      {"items", items},
      {"significant", result.significant}}
      .dump();
}

}  // namespace harmonograph
