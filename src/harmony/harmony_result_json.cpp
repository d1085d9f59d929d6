// The JSON of web/src/engine/results.ts, name for name.
#include <cmath>

#include "core/json_values.hpp"
#include "harmony/harmony_result.hpp"
#include "harmony/partition_sources.hpp"

namespace harmonograph {
namespace {

using json_values::Json;
using json_values::list_of;
using json_values::number;
using json_values::numbers;

Json interval_json(const Interval& interval) {
  return {{"low", number(interval.low)}, {"high", number(interval.high)}};
}

const char* kind_name(BootstrapKind kind) {
  return kind == BootstrapKind::reclustered ? "reclustered" : "within";
}

Json parameters_json(const AnalysisParameters& parameters) {
  return {{"partition", partition_name(parameters)},
          {"choices", parameters.choices},
          {"orderFree", parameters.order_free},
          {"tau", number(parameters.tau)},
          {"bandwidth", number(parameters.bandwidth)},
          {"subdomains", parameters.subdomains},
          {"largestK", parameters.largest_k},
          {"silhouette", parameters.silhouette == SilhouetteDistance::affinity ? "affinity" : "divergence"},
          {"floor", number(parameters.floor)},
          {"seed", parameters.seed},
          {"starts", parameters.starts},
          {"dimensions", parameters.dimensions},
          {"nullDraws", parameters.null_draws},
          {"bootstrap", kind_name(parameters.bootstrap)},
          {"bootstrapDraws", parameters.bootstrap_draws},
          {"detail", parameters.detail}};
}

Json accuracy_json(const Accuracy& accuracy) {
  return {{"value", number(accuracy.value)},
          {"interval", std::isfinite(accuracy.interval.low) ? interval_json(accuracy.interval) : Json(nullptr)},
          {"items", accuracy.items},
          {"missing", accuracy.missing},
          {"method", accuracy.method}};
}

Json point_json(const SilhouettePoint& point) {
  return {{"k", point.k}, {"silhouette", number(point.silhouette)}, {"harmony", number(point.harmony)}};
}

Json central_item_json(const CentralItem& item) {
  return {{"item", item.item},           {"id", item.id},
          {"text", item.text},           {"centrality", number(item.centrality)},
          {"score", number(item.score)}, {"attributes", item.attributes}};
}

Json word_json(const DistinctiveWord& word) {
  return {{"word", word.word}, {"score", number(word.score)}, {"inside", word.inside}, {"outside", word.outside}};
}

Json typical_json(const TypicalValue& typical) {
  return {{"variable", typical.variable},
          {"value", typical.value},
          {"share", number(typical.share)},
          {"overallShare", number(typical.overall_share)}};
}

Json subdomain_json(const Subdomain& subdomain) {
  return {{"index", subdomain.index},
          {"name", subdomain.name},
          {"size", subdomain.size},
          {"weight", number(subdomain.weight)},
          {"accuracy", number(subdomain.accuracy)},
          {"interval", interval_json(subdomain.interval)},
          {"fromMean", number(subdomain.from_mean)},
          {"mass", number(subdomain.mass)},
          {"silhouette", number(subdomain.silhouette)},
          {"cohesion", number(subdomain.cohesion)},
          {"centralItems", list_of(subdomain.central_items, central_item_json)},
          {"words", list_of(subdomain.words, word_json)},
          {"typical", list_of(subdomain.typical, typical_json)}};
}

Json audit_row_json(const AuditRow& row) {
  return {{"variable", row.variable},
          {"kind", row.kind},
          {"levels", row.levels},
          {"items", row.items},
          {"mutualInformation", number(row.mutual_information)},
          {"adjustedRand", number(row.adjusted_rand)},
          {"baseline", number(row.baseline)},
          {"pValue", number(row.p_value)}};
}

Json audit_row_json(const std::optional<AuditRow>& row) {
  return row ? audit_row_json(*row) : Json(nullptr);
}

Json audit_json(const Audit& audit) {
  return {{"rows", list_of(audit.rows, [](const AuditRow& row) { return audit_row_json(row); })},
          {"explainedBy", audit.explained_by},
          {"alternative", audit.alternative}};
}

Json null_json(const std::optional<NullDistribution>& null) {
  if (!null) return nullptr;
  return {{"mean", number(null->mean)}, {"sd", number(null->sd)},          {"low", number(null->low)},
          {"high", number(null->high)}, {"pValue", number(null->p_value)}, {"draws", null->draws}};
}

Json bootstrap_json(const std::optional<BootstrapDistribution>& bootstrap) {
  if (!bootstrap) return nullptr;
  return {{"kind", kind_name(bootstrap->kind)},
          {"low", number(bootstrap->low)},
          {"high", number(bootstrap->high)},
          {"sd", number(bootstrap->sd)},
          {"draws", bootstrap->draws}};
}

Json map_json(const std::optional<AffinityMap>& map) {
  if (!map) return nullptr;
  return {{"size", map->size},
          {"itemsPerBin", map->items_per_bin},
          {"values", numbers(map->values)},
          {"boundaries", numbers(map->boundaries)}};
}

/// Text from files may hold anything: what is not UTF-8 is replaced, never thrown at.
std::string text_of(const Json& json) {
  return json_values::dump(json);
}

}  // namespace

std::string to_json(const AnalysisParameters& parameters) {
  return text_of(parameters_json(parameters));
}

std::string to_json(const Accuracy& accuracy) {
  return text_of(accuracy_json(accuracy));
}

std::string to_json(const HarmonyResult& result) {
  Json json;
  json["benchmark"] = result.benchmark;
  json["model"] = result.model;
  json["parameters"] = parameters_json(result.parameters);
  json["items"] = result.items;
  json["itemsLeftOut"] = result.items_left_out;
  json["accuracy"] = accuracy_json(result.accuracy);
  json["k"] = result.k;
  json["kChosenBy"] = result.k_chosen_by;
  json["silhouetteCurve"] = list_of(result.silhouette_curve, point_json);
  json["labels"] = result.labels;
  json["usedItems"] = result.used_items;
  json["subdomains"] = list_of(result.subdomains, subdomain_json);
  json["bandwidth"] = number(result.bandwidth);
  json["harmony"] = number(result.harmony);
  json["harmonyOfSizes"] = number(result.harmony_of_sizes);
  json["effectiveSubdomains"] = number(result.effective_subdomains);
  json["nullDistribution"] = null_json(result.null_distribution);
  json["bootstrap"] = bootstrap_json(result.bootstrap);
  json["spread"] = {{"weightedSd", number(result.spread.weighted_sd)},
                    {"range", number(result.spread.range)},
                    {"gini", number(result.spread.gini)},
                    {"coefficientOfVariation", number(result.spread.coefficient_of_variation)},
                    {"macroAverage", number(result.spread.macro_average)}};
  json["stability"] = nullptr;
  if (result.stability) {
    json["stability"] = {{"adjustedRand", number(result.stability->adjusted_rand)},
                         {"seeds", result.stability->seeds},
                         {"over", result.stability->over_halves ? "halves" : "seeds"}};
  }
  json["flooredCells"] = result.floored_cells;
  json["flooredItems"] = result.floored_items;
  json["paddedItems"] = result.padded_items;
  json["eigenvalues"] = numbers(result.eigenvalues);
  json["similarity"] = nullptr;
  if (result.similarity) {
    json["similarity"] = {{"path", result.similarity->path},
                          {"rank", result.similarity->rank},
                          {"largestError", number(result.similarity->largest_error)},
                          {"typicalError", number(result.similarity->typical_error)},
                          {"checkedPairs", result.similarity->checked_pairs}};
  }
  json["degenerate"] = result.degenerate;
  json["affinityMap"] = map_json(result.affinity_map);
  json["otherModels"] = list_of(result.other_models, [](const OtherModel& other) -> Json {
    return {{"model", other.model}, {"accuracy", numbers(other.accuracy)}, {"overall", number(other.overall)}};
  });
  json["audit"] = audit_json(result.audit);
  json["warnings"] = list_of(result.warnings, [](const Warning& warning) -> Json {
    return {{"code", warning.code}, {"message", warning.message}};
  });
  return text_of(json);
}

std::string to_json(const SensitivityResult& result) {
  Json json;
  json["bandwidth"] = list_of(result.bandwidth, [](const SensitivityResult::Bandwidth& point) -> Json {
    return {
        {"b", number(point.b)}, {"harmony", number(point.harmony)}, {"harmonyOfSizes", number(point.harmony_of_sizes)}};
  });
  json["tau"] = list_of(result.tau, [](const SensitivityResult::Tau& point) -> Json {
    return {{"tau", number(point.tau)},
            {"k", point.k},
            {"harmony", number(point.harmony)},
            {"silhouette", number(point.silhouette)}};
  });
  json["subdomains"] = list_of(result.subdomains, point_json);
  json["seeds"] = list_of(result.seeds, [](const SensitivityResult::Seed& point) -> Json {
    return {{"seed", point.seed},
            {"k", point.k},
            {"harmony", number(point.harmony)},
            {"adjustedRand", number(point.adjusted_rand)}};
  });
  return text_of(json);
}

std::string to_json(const PartitionSourcesResult& result) {
  Json json;
  json["benchmark"] = result.benchmark;
  json["model"] = result.model;
  json["partitions"] = list_of(result.partitions, [](const ComparedPartition& row) -> Json {
    Json stability = nullptr;
    if (row.stability) {
      stability = {{"adjustedRand", number(row.stability->adjusted_rand)},
                   {"splits", row.stability->splits},
                   {"models", row.stability->models}};
    }
    return {{"partition", partition_name(row.parameters)},
            {"error", row.error ? Json(row.error->message) : Json(nullptr)},
            {"items", row.items},
            {"k", row.k},
            {"harmony", number(row.harmony)},
            {"nullPValue", number(row.null_p_value)},
            {"agreement", list_of(row.agreement, [](const AuditRow& entry) { return audit_row_json(entry); })},
            {"bestLabel", audit_row_json(row.best_label)},
            {"bestArtefact", audit_row_json(row.best_artefact)},
            {"stability", std::move(stability)},
            {"stabilityReason", row.stability_reason}};
  });
  return text_of(json);
}

}  // namespace harmonograph
