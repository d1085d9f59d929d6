// The session as JavaScript sees it: copies in, JSON text out.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "guard.hpp"
#include "session/session.hpp"

namespace harmonograph {
namespace {

const std::string nothing = "null";

class SessionBinding {
 public:
  std::string formats() {
    return guard([]() -> Result<std::string> { return formats_to_json(); });
  }

  std::string begin_file(std::uint32_t id, std::string path, double bytes, const std::string& options_json) {
    return guard([&]() -> Result<std::string> {
      auto options = parse_read_options(options_json);
      if (!options) return options.error();
      auto begun = session_.begin_file(id, std::move(path), static_cast<std::uint64_t>(bytes), std::move(*options));
      if (!begun) return begun.error();
      return nothing;
    });
  }

  /// A view to be filled before the next call of anything else: memory may move.
  emscripten::val input_buffer(std::uint32_t length) {
    input_.resize(length);
    return emscripten::val(emscripten::typed_memory_view(input_.size(), input_.data()));
  }

  std::string feed(std::uint32_t length) {
    return guard([&]() -> Result<std::string> {
      const auto* bytes = reinterpret_cast<const char*>(input_.data());
      auto fed = session_.feed({bytes, length});
      if (!fed) return fed.error();
      return "{\"rows\":" + std::to_string(session_.rows()) + "}";
    });
  }

  std::string end_file() {
    return guard([&]() -> Result<std::string> {
      auto file = session_.end_file();
      if (!file) return file.error();
      return file_to_json(**file);
    });
  }

  std::string abort_file() {
    return guard([&]() -> Result<std::string> {
      session_.abort_file();
      return nothing;
    });
  }

  std::string remove_file(std::uint32_t id) {
    return guard([&]() -> Result<std::string> {
      session_.remove_file(id);
      return nothing;
    });
  }

  std::string load_example(std::uint32_t id) {
    return guard([&]() -> Result<std::string> {
      auto loaded = session_.load_example(id);
      if (!loaded) return loaded.error();
      return file_to_json(session_.files().back());
    });
  }

  std::string set_merged_groups(const std::string& names_json) {
    return guard([&]() -> Result<std::string> {
      auto names = parse_names(names_json);
      if (!names) return names.error();
      session_.set_merged_groups(std::move(*names));
      return nothing;
    });
  }

  std::string take_snapshot(std::uint32_t benchmark) {
    return guard([&]() -> Result<std::string> {
      drop_outgoing();
      return take(session_.benchmark_snapshot(benchmark));
    });
  }

  std::string take_data_file() {
    return guard([&]() -> Result<std::string> {
      drop_outgoing();
      return take(session_.data_file());
    });
  }

  /// A view of what was taken last, to be copied at once: memory may move.
  emscripten::val outgoing_bytes() {
    return emscripten::val(
        emscripten::typed_memory_view(outgoing_.size(), reinterpret_cast<const std::uint8_t*>(outgoing_.data())));
  }

  /// Gives the memory of what was taken last back.
  void drop_outgoing() { outgoing_ = std::string(); }

  std::string load_snapshot(std::uint32_t length) {
    return guard([&]() -> Result<std::string> {
      const auto* bytes = reinterpret_cast<const char*>(input_.data());
      auto loaded = session_.load_snapshot({bytes, std::min<std::size_t>(length, input_.size())});
      input_ = std::vector<std::uint8_t>();  // it can be large
      if (!loaded) return loaded.error();
      return nothing;
    });
  }

  std::string report() {
    return guard([&]() -> Result<std::string> { return report_to_json(session_.files(), session_.assembly()); });
  }

  std::string overview() {
    return guard([&]() -> Result<std::string> { return overview_to_json(session_.overview()); });
  }

  std::string items(std::uint32_t benchmark) {
    return guard([&]() -> Result<std::string> { return items_to_json(session_.assembly().dataset, benchmark); });
  }

  std::string model_items(std::uint32_t benchmark, std::uint32_t model, const std::string& choices) {
    return guard([&]() -> Result<std::string> {
      auto items = harmonograph::model_items(session_.assembly().dataset, benchmark, model, choices);
      if (!items) return items.error();
      return model_items_to_json(*items);
    });
  }

  std::string start_analysis(std::uint32_t benchmark, std::uint32_t model, const std::string& parameters_json) {
    return guard([&]() -> Result<std::string> {
      auto parameters = parse_analysis_parameters(parameters_json);
      if (!parameters) return parameters.error();
      return handle(session_.start_analysis(benchmark, model, *parameters));
    });
  }

  std::string start_sensitivity(std::uint32_t benchmark, std::uint32_t model, const std::string& parameters_json) {
    return guard([&]() -> Result<std::string> {
      auto parameters = parse_analysis_parameters(parameters_json);
      if (!parameters) return parameters.error();
      return handle(session_.start_sensitivity(benchmark, model, *parameters));
    });
  }

  std::string start_partition_sources(std::uint32_t benchmark, std::uint32_t model,
                                      const std::string& parameters_json) {
    return guard([&]() -> Result<std::string> {
      auto parameters = parse_analysis_parameters(parameters_json);
      if (!parameters) return parameters.error();
      return handle(session_.start_partition_sources(benchmark, model, *parameters));
    });
  }

  std::string start_study(const std::string& question, const std::string& parameters_json) {
    return guard([&]() { return handle(session_.start_study(question, parameters_json)); });
  }

  std::string start_item_response(const std::string& parameters_json) {
    return guard([&]() -> Result<std::string> {
      auto parameters = parse_item_response_parameters(parameters_json);
      if (!parameters) return parameters.error();
      return handle(session_.start_item_response(*parameters));
    });
  }

  std::string start_prediction(const std::string& parameters_json) {
    return guard([&]() { return handle(session_.start_prediction(parameters_json)); });
  }

  std::string start_selection(const std::string& parameters_json) {
    return guard([&]() { return handle(session_.start_selection(parameters_json)); });
  }

  std::string start_stability(const std::string& parameters_json) {
    return guard([&]() { return handle(session_.start_stability(parameters_json)); });
  }

  std::string start_diagnostics(const std::string& parameters_json) {
    return guard([&]() { return handle(session_.start_diagnostics(parameters_json)); });
  }

  std::string start_adaptive_simulation(const std::string& parameters_json) {
    return guard([&]() { return handle(session_.start_adaptive_simulation(parameters_json)); });
  }

  std::string stop_job(std::uint32_t job) {
    return guard([&]() -> Result<std::string> {
      session_.stop_job(job);
      return nothing;
    });
  }

  std::string item_detail(std::uint32_t fit, std::uint32_t position) {
    return guard([&]() { return session_.item_detail(fit, position); });
  }

  std::string compare_models(std::uint32_t fit, std::uint32_t first, std::uint32_t second, std::uint32_t dimension) {
    return guard([&]() { return session_.compare_models(fit, first, second, dimension); });
  }

  std::string measures(std::uint32_t fit, const std::string& level) {
    return guard([&]() { return session_.measures(fit, level); });
  }

  std::string differential(const std::string& parameters_json) {
    return guard([&]() { return session_.differential(parameters_json); });
  }

  std::string adaptive(const std::string& request_json) {
    return guard([&]() { return session_.adaptive(request_json); });
  }

  std::string export_fit(std::uint32_t fit, const std::string& format) {
    return guard([&]() { return session_.export_fit(fit, format); });
  }

  std::string import_fit(const std::string& text) {
    return guard([&]() { return session_.import_fit(text); });
  }

  std::string trimmed_responses(const std::string& parameters_json) {
    return guard([&]() { return session_.trimmed_responses(parameters_json); });
  }

  std::string drop_fit(std::uint32_t fit) {
    return guard([&]() -> Result<std::string> {
      session_.drop_fit(fit);
      return nothing;
    });
  }

  std::string step(std::uint32_t job) {
    return guard([&]() -> Result<std::string> {
      auto status = session_.step(job);
      if (!status) return status.error();
      return status_to_json(*status);
    });
  }

  std::string result(std::uint32_t job) {
    return guard([&]() { return session_.result(job); });
  }

  std::string drop_job(std::uint32_t job) {
    return guard([&]() -> Result<std::string> {
      session_.drop_job(job);
      return nothing;
    });
  }

  std::string version() {
    return guard([]() -> Result<std::string> { return std::string("{\"version\":\"") + HARMONOGRAPH_VERSION + "\"}"; });
  }

 private:
  static Result<std::string> handle(const Result<std::uint32_t>& job) {
    if (!job) return job.error();
    return "{\"job\":" + std::to_string(*job) + "}";
  }

  Result<std::string> take(Result<std::string> bytes) {
    if (!bytes) return bytes.error();
    outgoing_ = std::move(*bytes);
    return "{\"bytes\":" + std::to_string(outgoing_.size()) + "}";
  }

  Session session_;
  std::vector<std::uint8_t> input_;
  std::string outgoing_;
};

}  // namespace

void register_session() {
  emscripten::class_<SessionBinding>("Session")
      .constructor<>()
      .function("formats", &SessionBinding::formats)
      .function("beginFile", &SessionBinding::begin_file)
      .function("inputBuffer", &SessionBinding::input_buffer)
      .function("feed", &SessionBinding::feed)
      .function("endFile", &SessionBinding::end_file)
      .function("abortFile", &SessionBinding::abort_file)
      .function("removeFile", &SessionBinding::remove_file)
      .function("loadExample", &SessionBinding::load_example)
      .function("setMergedGroups", &SessionBinding::set_merged_groups)
      .function("takeSnapshot", &SessionBinding::take_snapshot)
      .function("takeDataFile", &SessionBinding::take_data_file)
      .function("outgoingBytes", &SessionBinding::outgoing_bytes)
      .function("dropOutgoing", &SessionBinding::drop_outgoing)
      .function("loadSnapshot", &SessionBinding::load_snapshot)
      .function("report", &SessionBinding::report)
      .function("overview", &SessionBinding::overview)
      .function("items", &SessionBinding::items)
      .function("modelItems", &SessionBinding::model_items)
      .function("startAnalysis", &SessionBinding::start_analysis)
      .function("startSensitivity", &SessionBinding::start_sensitivity)
      .function("startPartitionSources", &SessionBinding::start_partition_sources)
      .function("startStudy", &SessionBinding::start_study)
      .function("startItemResponse", &SessionBinding::start_item_response)
      .function("startPrediction", &SessionBinding::start_prediction)
      .function("startSelection", &SessionBinding::start_selection)
      .function("startStability", &SessionBinding::start_stability)
      .function("startDiagnostics", &SessionBinding::start_diagnostics)
      .function("startAdaptiveSimulation", &SessionBinding::start_adaptive_simulation)
      .function("stopJob", &SessionBinding::stop_job)
      .function("itemDetail", &SessionBinding::item_detail)
      .function("compareModels", &SessionBinding::compare_models)
      .function("measures", &SessionBinding::measures)
      .function("differential", &SessionBinding::differential)
      .function("adaptive", &SessionBinding::adaptive)
      .function("exportFit", &SessionBinding::export_fit)
      .function("importFit", &SessionBinding::import_fit)
      .function("trimmedResponses", &SessionBinding::trimmed_responses)
      .function("dropFit", &SessionBinding::drop_fit)
      .function("step", &SessionBinding::step)
      .function("result", &SessionBinding::result)
      .function("dropJob", &SessionBinding::drop_job)
      .function("version", &SessionBinding::version);
}

}  // namespace harmonograph
