#include <array>
#include <cmath>
#include <cstdio>

#include "core/csv_text.hpp"
#include "core/json_values.hpp"
#include "core/text.hpp"
#include "irt/fit_file.hpp"
#include "irt/item_summaries.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::number;

template <class Row>
Json row_of(const Row& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

const char* model_name(ItemModel model) {
  switch (model) {
    case ItemModel::one_parameter: return "1PL";
    case ItemModel::three_parameter: return "3PL";
    case ItemModel::two_parameter: break;
  }
  return "2PL";
}

}  // namespace

NamedFit name_fit(const Dataset& dataset, const FittedResponses& fitted) {
  NamedFit named;
  named.fit = fitted.fit;
  for (const auto& reference : fitted.set.items) {
    const Benchmark& benchmark = dataset.benchmarks[reference.benchmark];
    named.item_benchmarks.push_back(benchmark.name);
    named.item_ids.push_back(benchmark.item_ids[reference.item]);
  }
  for (const auto model : fitted.set.models) named.models.push_back(dataset.models[model].name);
  for (std::size_t d = 0; d < fitted.fit.dimensions; ++d) {
    named.dimension_names.push_back(fitted.fit.dimensions == 1 ? "Ability" : "Dimension " + std::to_string(d + 1));
  }
  return named;
}

std::string write_fit_json(const NamedFit& named) {
  const ItemResponseFit& fit = named.fit;
  Json items = Json::array();
  for (std::size_t i = 0; i < fit.items(); ++i) {
    Json item = {{"benchmark", to_valid_utf8(named.item_benchmarks[i])},
                 {"id", to_valid_utf8(named.item_ids[i])},
                 {"slopes", row_of(fit.slopes.row(i))},
                 {"intercept", number(fit.intercepts[i])},
                 {"guessing", number(fit.guessing[i])}};
    if (!fit.item_covariances.empty()) item["covariance"] = row_of(fit.item_covariances.row(i));
    items.push_back(std::move(item));
  }
  Json models = Json::array();
  for (std::size_t m = 0; m < fit.models(); ++m) {
    models.push_back({{"name", to_valid_utf8(named.models[m])},
                      {"abilities", row_of(fit.abilities.row(m))},
                      {"covariance", row_of(fit.ability_covariances.row(m))}});
  }
  Json correlations = Json::array();
  for (std::size_t d = 0; d < fit.dimensions; ++d) correlations.push_back(row_of(fit.ability_correlations.row(d)));
  Json names = Json::array();
  for (const auto& name : named.dimension_names) names.push_back(to_valid_utf8(name));
  const Json json = {{"format", "harmonograph item response"},
                     {"version", 1},
                     {"estimator", fit.estimator == Estimator::marginal ? "marginal" : "variational"},
                     {"item_model", model_name(fit.item_model)},
                     {"dimensions", std::move(names)},
                     {"ability_correlations", std::move(correlations)},
                     {"log_likelihood", number(fit.log_likelihood)},
                     {"items", std::move(items)},
                     {"models", std::move(models)}};
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

std::string write_item_parameters_csv(const NamedFit& named) {
  const ItemResponseFit& fit = named.fit;
  const Estimates discriminations = item_discriminations(fit);
  const Estimates difficulties = item_difficulties(fit);
  std::string text = "benchmark,item";
  for (std::size_t d = 1; d <= fit.dimensions; ++d) {
    const std::string name = "slope_" + std::to_string(d);
    text += "," + name + "," + name + "_error";
  }
  text += ",intercept,intercept_error,guessing,discrimination,discrimination_error,difficulty,difficulty_error\n";
  for (std::size_t i = 0; i < fit.items(); ++i) {
    text += csv_cell(named.item_benchmarks[i]) + "," + csv_cell(named.item_ids[i]);
    for (std::size_t d = 0; d < fit.dimensions; ++d) {
      text += "," + csv_cell(fit.slopes(i, d)) + "," + csv_cell(item_parameter_error(fit, i, d));
    }
    text += "," + csv_cell(fit.intercepts[i]) + "," + csv_cell(item_parameter_error(fit, i, fit.dimensions)) + "," +
            csv_cell(fit.guessing[i]) + "," + csv_cell(discriminations.values[i]) + "," +
            csv_cell(discriminations.errors[i]) + "," + csv_cell(difficulties.values[i]) + "," +
            csv_cell(difficulties.errors[i]) + "\n";
  }
  return text;
}

std::string write_abilities_csv(const NamedFit& named) {
  const ItemResponseFit& fit = named.fit;
  std::string text = "model";
  for (std::size_t d = 1; d <= fit.dimensions; ++d) {
    const std::string name = "ability_" + std::to_string(d);
    text += "," + name + "," + name + "_error";
  }
  text += "\n";
  for (std::size_t m = 0; m < fit.models(); ++m) {
    text += csv_cell(named.models[m]);
    for (std::size_t d = 0; d < fit.dimensions; ++d) {
      text += "," + csv_cell(fit.abilities(m, d)) + "," +
              csv_cell(std::sqrt(fit.ability_covariances(m, packed_index(d, d))));
    }
    text += "\n";
  }
  return text;
}

}  // namespace harmonograph
