#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/text.hpp"
#include "irt/fit_file.hpp"
#include "irt/variational_kernel.hpp"

namespace harmonograph {
namespace {

using Json = nlohmann::json;

constexpr double largest_guessing = 0.999;

Error malformed(const std::string& what) {
  return {ErrorCode::malformed_file,
          "The parameter file cannot be used: " + what + ".",
          {},
          0,
          "Download the parameters again, or compare them with the description of the format."};
}

/// A list of `count` finite numbers. Where one is not there, the complaint names it.
Result<std::vector<double>> numbers(const Json* list, std::size_t count, const std::string& place) {
  if (list == nullptr || !list->is_array() || list->size() != count) {
    return malformed(place + " is not a list of " + counted(count, "number"));
  }
  std::vector<double> values;
  for (const auto& value : *list) {
    if (!value.is_number() || !std::isfinite(value.get<double>())) return malformed(place + " holds no number");
    values.push_back(value.get<double>());
  }
  return values;
}

const Json* find(const Json& object, const char* name) {
  if (!object.is_object()) return nullptr;
  const auto place = object.find(name);
  return place == object.end() ? nullptr : &*place;
}

std::string text_of(const Json& object, const char* name) {
  const Json* value = find(object, name);
  return value != nullptr && value->is_string() ? value->get<std::string>() : std::string();
}

void name_dimensions(NamedFit& named) {
  const std::size_t dimensions = named.fit.dimensions;
  for (std::size_t d = named.dimension_names.size(); d < dimensions; ++d) {
    named.dimension_names.push_back(dimensions == 1 ? "Ability" : "Dimension " + std::to_string(d + 1));
  }
}

// ---------------------------------------------------------------- our own

Result<void> read_items(const Json& list, NamedFit& named) {
  ItemResponseFit& fit = named.fit;
  const std::size_t order = fit.dimensions + 1;
  fit.slopes = Matrix(list.size(), fit.dimensions);
  const bool uncertain = find(list.front(), "covariance") != nullptr;
  if (uncertain) fit.item_covariances = Matrix(list.size(), packed_size(order));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string place = "item " + std::to_string(i + 1);
    auto slopes = numbers(find(list[i], "slopes"), fit.dimensions, "\"slopes\" of " + place);
    if (!slopes) return slopes.error();
    std::copy(slopes->begin(), slopes->end(), fit.slopes.row(i).begin());
    const Json* intercept = find(list[i], "intercept");
    if (intercept == nullptr || !intercept->is_number()) return malformed("\"intercept\" of " + place + " is missing");
    fit.intercepts.push_back(intercept->get<double>());
    const Json* guessing = find(list[i], "guessing");
    const double c = guessing != nullptr && guessing->is_number() ? guessing->get<double>() : 0;
    if (!(c >= 0 && c < 1)) return malformed("\"guessing\" of " + place + " is not from 0 to below 1");
    fit.guessing.push_back(c);
    if (uncertain) {
      const Json* covariance = find(list[i], "covariance");
      if (covariance == nullptr || !covariance->is_array() || covariance->size() != packed_size(order)) {
        return malformed("\"covariance\" of " + place + " is not a list of " + counted(packed_size(order), "number"));
      }
      // null stands for a parameter that could not be estimated.
      for (std::size_t p = 0; p < covariance->size(); ++p) {
        const Json& value = (*covariance)[p];
        fit.item_covariances(i, p) = value.is_number() ? value.get<double>() : std::numeric_limits<double>::quiet_NaN();
      }
    }
    named.item_benchmarks.push_back(text_of(list[i], "benchmark"));
    named.item_ids.push_back(text_of(list[i], "id"));
  }
  return {};
}

Result<void> read_models(const Json* list, NamedFit& named) {
  ItemResponseFit& fit = named.fit;
  const std::size_t count = list != nullptr && list->is_array() ? list->size() : 0;
  fit.abilities = Matrix(count, fit.dimensions);
  fit.ability_covariances = Matrix(count, packed_size(fit.dimensions));
  for (std::size_t m = 0; m < count; ++m) {
    const std::string place = "model " + std::to_string(m + 1);
    auto abilities = numbers(find((*list)[m], "abilities"), fit.dimensions, "\"abilities\" of " + place);
    if (!abilities) return abilities.error();
    std::copy(abilities->begin(), abilities->end(), fit.abilities.row(m).begin());
    auto covariance =
        numbers(find((*list)[m], "covariance"), packed_size(fit.dimensions), "\"covariance\" of " + place);
    if (!covariance) return covariance.error();
    std::copy(covariance->begin(), covariance->end(), fit.ability_covariances.row(m).begin());
    named.models.push_back(text_of((*list)[m], "name"));
  }
  return {};
}

Result<ReadFit> read_own(const Json& json) {
  ReadFit read;
  read.source = "harmonograph";
  NamedFit& named = read.named;
  const Json* version = find(json, "version");
  if (version == nullptr || *version != 1) return malformed("its version is not 1");
  const Json* names = find(json, "dimensions");
  if (names == nullptr || !names->is_array() || names->empty() || names->size() > largest_dimensions) {
    return malformed("\"dimensions\" is not a list of 1 to 6 names");
  }
  named.fit.dimensions = names->size();
  for (const auto& name : *names) {
    if (name.is_string()) named.dimension_names.push_back(name.get<std::string>());
  }
  name_dimensions(named);
  named.fit.estimator = text_of(json, "estimator") == "marginal" ? Estimator::marginal : Estimator::variational;
  const std::string item_model = text_of(json, "item_model");
  named.fit.item_model = item_model == "1PL"   ? ItemModel::one_parameter
                         : item_model == "3PL" ? ItemModel::three_parameter
                                               : ItemModel::two_parameter;
  const Json* correlations = find(json, "ability_correlations");
  if (correlations == nullptr || !correlations->is_array() || correlations->size() != named.fit.dimensions) {
    return malformed("\"ability_correlations\" is not a square of the number of dimensions");
  }
  named.fit.ability_correlations = Matrix(named.fit.dimensions, named.fit.dimensions);
  for (std::size_t d = 0; d < named.fit.dimensions; ++d) {
    auto row = numbers(&(*correlations)[d], named.fit.dimensions, "\"ability_correlations\"");
    if (!row) return row.error();
    std::copy(row->begin(), row->end(), named.fit.ability_correlations.row(d).begin());
  }
  const Json* items = find(json, "items");
  if (items == nullptr || !items->is_array()) return malformed("\"items\" is not a list");
  if (items->empty()) {
    return Error{ErrorCode::too_few_items, "The parameter file has no item.", {}, 0, "Download the parameters again."};
  }
  auto read_them = read_items(*items, named);
  if (!read_them) return read_them.error();
  auto models = read_models(find(json, "models"), named);
  if (!models) return models.error();
  return read;
}

// ---------------------------------------------------------------- py-irt

/// Rows of one number or of one number a dimension.
Result<Matrix> rows_of(const Json* list, const char* name) {
  if (list == nullptr || !list->is_array() || list->empty()) {
    return malformed(std::string("\"") + name + "\" is not a list");
  }
  const std::size_t columns = list->front().is_array() ? list->front().size() : 1;
  if (columns == 0 || columns > largest_dimensions) {
    return malformed(std::string("\"") + name + "\" has " + counted(columns, "dimension"));
  }
  Matrix rows(list->size(), columns);
  for (std::size_t r = 0; r < list->size(); ++r) {
    const Json row = (*list)[r].is_array() ? (*list)[r] : Json::array({(*list)[r]});
    auto values = numbers(&row, columns, std::string("entry ") + std::to_string(r + 1) + " of \"" + name + "\"");
    if (!values) return values.error();
    std::copy(values->begin(), values->end(), rows.row(r).begin());
  }
  return rows;
}

/// py-irt writes {"0": "name", "1": "name"}.
std::vector<std::string> names_of(const Json* names, std::size_t count, const std::string& otherwise) {
  std::vector<std::string> list;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string given = names == nullptr ? std::string() : text_of(*names, std::to_string(i).c_str());
    list.push_back(given.empty() ? otherwise + " " + std::to_string(i + 1) : given);
  }
  return list;
}

/// Abilities to mean 0 and variance 1 in each dimension, the items with them; correlations as they are.
void standardise(ItemResponseFit& fit) {
  const auto models = static_cast<double>(fit.models());
  std::vector<double> mean(fit.dimensions, 0);
  std::vector<double> deviation(fit.dimensions, 0);
  for (std::size_t d = 0; d < fit.dimensions; ++d) {
    for (std::size_t m = 0; m < fit.models(); ++m) mean[d] += fit.abilities(m, d) / models;
    for (std::size_t m = 0; m < fit.models(); ++m) {
      const double centred = fit.abilities(m, d) - mean[d];
      deviation[d] += centred * centred / models;
    }
    deviation[d] = deviation[d] > 0 ? std::sqrt(deviation[d]) : 1;
    for (std::size_t m = 0; m < fit.models(); ++m) fit.abilities(m, d) = (fit.abilities(m, d) - mean[d]) / deviation[d];
  }
  for (std::size_t i = 0; i < fit.items(); ++i) {
    for (std::size_t d = 0; d < fit.dimensions; ++d) {
      fit.intercepts[i] += fit.slopes(i, d) * mean[d];
      fit.slopes(i, d) *= deviation[d];
    }
  }
  for (std::size_t r = 0; r < fit.dimensions; ++r) {
    for (std::size_t c = 0; c < fit.dimensions; ++c) {
      double sum = 0;
      for (std::size_t m = 0; m < fit.models(); ++m) sum += fit.abilities(m, r) * fit.abilities(m, c) / models;
      fit.ability_correlations(r, c) = r == c ? 1 : sum;
    }
  }
}

Result<ReadFit> read_py_irt(const Json& json) {
  const std::string type = text_of(json, "irt_model");
  if (type == "4pl" || (type.empty() && find(json, "lambdas") != nullptr)) {
    return Error{ErrorCode::invalid_argument,
                 "These are parameters of py-irt's four-parameter model, whose upper asymptote is not supported.",
                 {},
                 0,
                 "Fit the 1PL, 2PL, 3PL or multidimensional 2PL."};
  }
  auto difficulties = rows_of(find(json, "diff"), "diff");
  if (!difficulties) return difficulties.error();
  auto abilities = rows_of(find(json, "ability"), "ability");
  if (!abilities) return abilities.error();
  const std::size_t items = difficulties->rows();
  const std::size_t dimensions = abilities->columns();
  Matrix slopes(items, dimensions, 1);
  if (const Json* given = find(json, "disc"); given != nullptr && type != "1pl") {
    auto read = rows_of(given, "disc");
    if (!read) return read.error();
    slopes = std::move(*read);
  }
  if (slopes.rows() != items || slopes.columns() != dimensions || difficulties->columns() != dimensions) {
    return malformed("\"disc\", \"diff\" and \"ability\" do not have the same number of items or dimensions");
  }
  ReadFit read;
  read.source = "py-irt";
  ItemResponseFit& fit = read.named.fit;
  fit.dimensions = dimensions;
  fit.item_model = type == "1pl"   ? ItemModel::one_parameter
                   : type == "3pl" ? ItemModel::three_parameter
                                   : ItemModel::two_parameter;
  for (std::size_t i = 0; i < items; ++i) {
    double intercept = 0;
    for (std::size_t d = 0; d < dimensions; ++d) intercept -= slopes(i, d) * (*difficulties)(i, d);
    fit.intercepts.push_back(intercept);
  }
  fit.slopes = std::move(slopes);
  fit.guessing.assign(items, 0);
  if (const Json* guessing = find(json, "lambdas"); guessing != nullptr) {
    auto values = numbers(guessing, items, "\"lambdas\"");
    if (!values) return values.error();
    for (std::size_t i = 0; i < items; ++i) fit.guessing[i] = std::clamp((*values)[i], 0.0, largest_guessing);
  }
  fit.abilities = std::move(*abilities);
  fit.ability_covariances = Matrix(fit.models(), packed_size(dimensions), std::numeric_limits<double>::quiet_NaN());
  fit.ability_correlations = Matrix(dimensions, dimensions);
  standardise(fit);
  read.named.item_ids = names_of(find(json, "item_ids"), items, "item");
  read.named.item_benchmarks.assign(items, "");
  read.named.models = names_of(find(json, "subject_ids"), fit.models(), "model");
  name_dimensions(read.named);
  read.notes.push_back(
      {"abilities_standardised",
       Severity::info,
       "The abilities of " + counted(fit.models(), "model") +
           " were brought to mean 0 and variance 1, and the items with them; predictions are the same.",
       fit.models(),
       {}});
  return read;
}

}  // namespace

Result<ReadFit> read_fit(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) return malformed("it is not JSON, or its end is missing");
  if (text_of(json, "format") == "harmonograph item response") return read_own(json);
  if (find(json, "diff") != nullptr && find(json, "ability") != nullptr) return read_py_irt(json);
  return Error{ErrorCode::unknown_format,
               "This JSON holds no item response parameters that are known here.",
               {},
               0,
               "Load parameters that this page or py-irt (best_parameters.json) wrote."};
}

}  // namespace harmonograph
