// What a session answers about item response theory: fits by handle, and the questions about them.
#include <nlohmann/json.hpp>
#include <utility>

#include "core/parameter_reader.hpp"
#include "core/text.hpp"
#include "irt/adaptive_testing.hpp"
#include "irt/diagnostics.hpp"
#include "irt/differential_functioning.hpp"
#include "irt/fit_file.hpp"
#include "irt/item_detail.hpp"
#include "irt/item_response_analysis.hpp"
#include "irt/item_selection.hpp"
#include "irt/measures.hpp"
#include "irt/model_comparison.hpp"
#include "irt/prediction.hpp"
#include "irt/prediction_setup.hpp"
#include "irt/stability.hpp"
#include "session/loaded_fit_json.hpp"
#include "session/session.hpp"
#include "session/trimmed_responses.hpp"

namespace harmonograph {
namespace {

using Json = nlohmann::json;

std::string json_text(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::uint32_t> benchmarks_of(const ResponseSet& set) {
  std::vector<std::uint32_t> benchmarks;
  for (const auto& reference : set.items) benchmarks.push_back(reference.benchmark);
  return benchmarks;
}

struct TrimmedRequest {
  std::uint64_t fit = 0;
  std::vector<std::uint32_t> positions;
  ResponseFileFormat format = ResponseFileFormat::csv;
};

Error invalid_request(const std::string& what) {
  return {ErrorCode::invalid_argument,
          "The request for trimmed responses is not valid: " + what + ".",
          {},
          0,
          "Give the fit, a list of positions, and the format \"csv\" or \"json\"."};
}

Result<TrimmedRequest> parse_trimmed_request(const std::string& text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) return invalid_request("it is no JSON object");
  TrimmedRequest request;
  const auto fit = json.find("fit");
  if (fit == json.end() || !fit->is_number_unsigned()) return invalid_request("\"fit\" is no handle");
  request.fit = fit->get<std::uint64_t>();
  const auto positions = json.find("positions");
  if (positions == json.end() || !positions->is_array()) return invalid_request("\"positions\" is no list");
  for (const auto& position : *positions) {
    if (!position.is_number_unsigned() || position.get<std::uint64_t>() >= UINT32_MAX) {
      return invalid_request("a position is no whole number from 0");
    }
    request.positions.push_back(position.get<std::uint32_t>());
  }
  const auto format = json.find("format");
  if (format != json.end() && *format == "json") {
    request.format = ResponseFileFormat::json;
  } else if (format == json.end() || *format != "csv") {
    return invalid_request("\"format\" is neither \"csv\" nor \"json\"");
  }
  return request;
}

}  // namespace

Result<std::uint32_t> Session::start_item_response(const ItemResponseParameters& parameters) {
  RunningJob job;
  job.data = current_assembly();
  auto analysis = ItemResponseAnalysis::create(job.data->dataset, parameters);
  if (!analysis) return analysis.error();
  ItemResponseAnalysis* work = analysis->get();
  job.finish = [this, work, data = job.data] {
    const ItemResponseResult result = work->take_result();
    const auto fitted = work->take_fitted();
    return to_json(result, *fitted, fits_.keep({data, fitted, nullptr}));
  };
  job.stop = [work] { work->stop(); };
  job.work = std::move(*analysis);
  return keep_job(std::move(job));
}

Result<std::uint32_t> Session::start_prediction(const std::string& text) {
  auto parameters = parse_prediction_parameters(text);
  if (!parameters) return parameters.error();
  auto of_fit = parse_item_response_parameters(parameters->fit);
  if (!of_fit) return of_fit.error();
  auto data = current_assembly();
  auto setup = set_up_prediction(data->dataset, *of_fit);
  if (!setup) return setup.error();
  auto prediction = PredictionJob::create(std::move(setup->data), std::move(*parameters));
  if (!prediction) return prediction.error();
  return keep_work(std::move(data), setup->set, std::move(*prediction));
}

Result<std::uint32_t> Session::start_selection(const std::string& text) {
  auto parameters = parse_selection_parameters(text);
  if (!parameters) return parameters.error();
  auto kept = fits_.find_with_responses(parameters->fit);
  if (!kept) return kept.error();
  const auto& [set, of_fit, plan, fit] = *kept->fitted;
  auto selection = SelectionJob::create(set.responses, fit, plan.variational, benchmarks_of(set), *parameters);
  if (!selection) return selection.error();
  return keep_work(kept->data, kept->fitted, std::move(*selection));
}

Result<std::uint32_t> Session::start_stability(const std::string& text) {
  auto parameters = parse_stability_parameters(text);
  if (!parameters) return parameters.error();
  auto kept = fits_.find_with_responses(parameters->fit);
  if (!kept) return kept.error();
  const auto& [set, of_fit, plan, fit] = *kept->fitted;
  auto stability = StabilityJob::create(set.responses, fit, plan.variational, *parameters);
  if (!stability) return stability.error();
  return keep_work(kept->data, kept->fitted, std::move(*stability));
}

Result<std::uint32_t> Session::start_adaptive_simulation(const std::string& text) {
  auto parameters = parse_adaptive_simulation_parameters(text);
  if (!parameters) return parameters.error();
  auto kept = fits_.find_with_responses(parameters->fit);
  if (!kept) return kept.error();
  const auto& [set, of_fit, plan, fit] = *kept->fitted;
  auto simulation = AdaptiveSimulationJob::create(set.responses, plan.variational, *parameters);
  if (!simulation) return simulation.error();
  return keep_work(kept->data, kept->fitted, std::move(*simulation));
}

Result<std::uint32_t> Session::start_diagnostics(const std::string& text) {
  ParameterReader reader(text, "The parameters of the diagnostics");
  std::uint32_t handle = 0;
  std::string level;
  reader.integer("fit", 0, 4294967295.0, handle, "the handle of a fit");
  reader.text("level", level);
  if (reader.failed()) return reader.error();
  auto kept = fits_.find_with_responses(handle);
  if (!kept) return kept.error();
  auto diagnostics = DiagnosticsJob::create(kept->data->dataset, kept->fitted->set, kept->fitted->fit, level);
  if (!diagnostics) return diagnostics.error();
  RunningJob job;
  job.data = kept->data;
  job.keeps = kept->fitted;
  job.finish = [work = diagnostics->get(), handle] {
    Diagnostics result = work->take_result();
    result.fit = handle;
    return to_json(result);
  };
  job.work = std::move(*diagnostics);
  return keep_job(std::move(job));
}

Result<std::string> Session::differential(const std::string& text) {
  auto parameters = parse_differential_parameters(text);
  if (!parameters) return parameters.error();
  auto kept = fits_.find_with_responses(parameters->fit);
  if (!kept) return kept.error();
  auto result = differential_functioning(kept->fitted->set, kept->fitted->fit, std::move(*parameters));
  if (!result) return result.error();
  return to_json(*result);
}

Result<std::string> Session::item_detail(std::uint32_t fit, std::size_t position) {
  auto kept = fits_.find_with_responses(fit);
  if (!kept) return kept.error();
  auto detail = harmonograph::item_detail(kept->data->dataset, kept->fitted->set, kept->fitted->fit, position);
  if (!detail) return detail.error();
  return to_json(*detail);
}

Result<std::string> Session::compare_models(std::uint32_t fit, std::uint32_t first, std::uint32_t second,
                                            std::size_t dimension) {
  auto kept = fits_.find_with_responses(fit);
  if (!kept) return kept.error();
  auto comparison = harmonograph::compare_models(kept->fitted->set, kept->fitted->fit, first, second, dimension);
  if (!comparison) return comparison.error();
  return to_json(*comparison);
}

Result<std::string> Session::measures(std::uint32_t fit, const std::string& level) {
  auto kept = fits_.find_with_responses(fit);
  if (!kept) return kept.error();
  const auto& [set, of_fit, plan, fitted] = *kept->fitted;
  auto measures = measure_groups(kept->data->dataset, set, fitted, level, of_fit.seed);
  if (!measures) return measures.error();
  return to_json(*measures);
}

Result<std::string> Session::adaptive(const std::string& text) {
  auto request = parse_adaptive_request(text);
  if (!request) return request.error();
  auto kept = fits_.find(request->fit);
  if (!kept) return kept.error();
  auto state = adaptive_state(kept->fitted->fit, *request);
  if (!state) return state.error();
  return to_json(*state);
}

Result<std::string> Session::export_fit(std::uint32_t fit, const std::string& format) {
  auto kept = fits_.find(fit);
  if (!kept) return kept.error();
  const NamedFit named = kept->named ? *kept->named : name_fit(kept->data->dataset, *kept->fitted);
  if (format == "json") return json_text(write_fit_json(named));
  if (format == "items.csv") return json_text(write_item_parameters_csv(named));
  if (format == "models.csv") return json_text(write_abilities_csv(named));
  return Error{ErrorCode::invalid_argument,
               "Parameters cannot be written as \"" + format + "\".",
               {},
               0,
               "Choose \"json\", \"items.csv\" or \"models.csv\"."};
}

Result<std::string> Session::import_fit(const std::string& text) {
  auto read = read_fit(text);
  if (!read) return read.error();
  auto fitted = std::make_shared<FittedResponses>();
  fitted->fit = read->named.fit;
  const std::uint32_t handle = fits_.keep({nullptr, std::move(fitted), std::make_shared<const NamedFit>(read->named)});
  return loaded_fit_to_json(*read, current_assembly()->dataset, handle);
}

Result<std::string> Session::trimmed_responses(const std::string& text) {
  auto request = parse_trimmed_request(text);
  if (!request) return request.error();
  auto kept = fits_.find_with_responses(request->fit);
  if (!kept) return kept.error();
  auto file = harmonograph::trimmed_responses(kept->data->dataset, kept->fitted->set, std::move(request->positions),
                                              request->format);
  if (!file) return file.error();
  return json_text(*file);
}

}  // namespace harmonograph
