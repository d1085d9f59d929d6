// per_instance_stats.json of a HELM run: the metrics of each instance. Perturbed versions of an instance and further
// trials (other examples in the prompt) are items of their own. Probabilities are not here: max_prob 1 and logprob 0
// are what HELM writes where the interface gave none. The model stands in run_spec.json, or in the folder's name.
#include <cmath>
#include <set>

#include "core/text.hpp"
#include "formats/helm_names.hpp"
#include "formats/record_reader.hpp"
#include "formats/record_values.hpp"
#include "formats/registry.hpp"
#include "ingest/json_outline.hpp"

namespace harmonograph {
namespace {

/// Counts, sizes, times and what has placeholders: no scores.
bool is_bookkeeping(const std::string& name) {
  static const std::set<std::string> names{"batch_size",
                                           "inference_runtime",
                                           "inference_denoised_runtime",
                                           "inference_idealized_runtime",
                                           "prompt_truncated",
                                           "logprob",
                                           "max_prob",
                                           "predicted_index",
                                           "training_co2_cost",
                                           "training_energy_cost"};
  return names.count(name) > 0 || name.compare(0, 4, "num_") == 0 || name.compare(0, 14, "finish_reason_") == 0 ||
         name.find('@') != std::string::npos;
}

class HelmStatsReader final : public RecordReader {
 public:
  explicit HelmStatsReader(const FileSource& source) : RecordReader(source, {}) {
    const HelmRunName run = helm_run_of_path(source.path);
    model_ = collected().model(run.model);
    benchmark_ = collected().benchmark(run.benchmark);
  }

 private:
  Result<void> take(const JsonRecord& record) override {
    const std::string id = text_in(record.value, "instance_id");
    const JsonValue* stats = value_in(record.value, "stats");
    if (id.empty() || stats == nullptr || !stats->is_array()) {
      skip("no_stats", record.line);
      return {};
    }
    FileItem item;
    item.benchmark = benchmark_;
    item.native_id = helm_item_id(id, record.value, record.value);
    item.line = record.line;
    const std::uint32_t place = collected().item(std::move(item));
    collected().attribute(place, "perturbation", helm_perturbation(record.value));
    const std::int64_t trial = helm_trial(record.value);
    if (trial > 0) collected().attribute(place, "trial", std::to_string(trial + 1));
    collected().respond(model_, place, record.line);
    std::set<std::string> seen;
    for (const JsonValue& stat : *stats) {
      const JsonValue* about = value_in(stat, "name");
      if (about == nullptr) continue;
      const std::string name = text_in(*about, "name");
      if (name.empty() || is_bookkeeping(name) || !seen.insert(name).second) continue;
      if (whole_number_in(stat, "count") == 0) continue;
      if (const JsonValue* split = value_in(*about, "split")) collected().attribute(place, "split", text_of(*split));
      collected().score(name, number_in(stat, "mean"));
    }
    return {};
  }

  std::vector<std::string> ended() override {
    collected().notes().describe("no_stats", "{n} entries without an instance and its stats were left out.");
    return {"exact_match", "quasi_exact_match", "math_equiv_chain_of_thought", "math_equiv",
            "f1_score",    "rouge_l",           "prefix_exact_match",          "quasi_prefix_exact_match"};
  }

  void complete(FileObservations& file) override { file.run_key = "helm:" + std::string(folder_of(path())); }

  std::uint32_t model_ = 0;
  std::uint32_t benchmark_ = 0;
};

int recognise(const FileHead& head) {
  const JsonOutline outline = json_outline(head.bytes);
  return outline.has("instance_id") && outline.has("train_trial_index") && outline.has("stats") &&
                 outline.find("stats")->kind == JsonKind::array
             ? 95
             : 0;
}

}  // namespace

Format helm_stats_format() {
  return {"helm_stats", "HELM per-instance stats", recognise, open_reader<HelmStatsReader>};
}

}  // namespace harmonograph
