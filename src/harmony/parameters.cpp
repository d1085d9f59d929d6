#include "harmony/parameters.hpp"

#include <string>
#include <string_view>
#include <utility>

#include "core/parameter_reader.hpp"

namespace harmonograph {
namespace {

constexpr std::string_view attribute_prefix = "attribute:";
constexpr std::string_view vectors_prefix = "vectors:";

/// The rest of "attribute:rest"; empty when there is none or the prefix is another.
std::string after_prefix(const std::string& name, std::string_view prefix) {
  return name.compare(0, prefix.size(), prefix) == 0 ? name.substr(prefix.size()) : std::string();
}

}  // namespace

std::string partition_name(const AnalysisParameters& parameters) {
  switch (parameters.partition) {
    case PartitionSource::similarity: return "similarity";
    case PartitionSource::similarity_shared: return "similarity-shared";
    case PartitionSource::responses: return "responses";
    case PartitionSource::directions: return "directions";
    case PartitionSource::texts: return "texts";
    case PartitionSource::vectors: return std::string(vectors_prefix) + parameters.attribute;
    case PartitionSource::attribute: break;
  }
  return std::string(attribute_prefix) + parameters.attribute;
}

bool set_partition(const std::string& name, AnalysisParameters& parameters) {
  parameters.attribute.clear();
  if (name == "similarity") {
    parameters.partition = PartitionSource::similarity;
  } else if (name == "similarity-shared") {
    parameters.partition = PartitionSource::similarity_shared;
  } else if (name == "responses") {
    parameters.partition = PartitionSource::responses;
  } else if (name == "directions") {
    parameters.partition = PartitionSource::directions;
  } else if (name == "texts") {
    parameters.partition = PartitionSource::texts;
  } else if (std::string column = after_prefix(name, attribute_prefix); !column.empty()) {
    parameters.partition = PartitionSource::attribute;
    parameters.attribute = std::move(column);
  } else if (std::string vectors = after_prefix(name, vectors_prefix); !vectors.empty()) {
    parameters.partition = PartitionSource::vectors;
    parameters.attribute = std::move(vectors);
  } else {
    return false;
  }
  return true;
}

Result<AnalysisParameters> parse_analysis_parameters(const std::string& json) {
  AnalysisParameters parameters;
  ParameterReader reader(json, "The analysis parameters");
  std::string partition = "similarity";
  reader.text("partition", partition);
  if (!set_partition(partition, parameters)) {
    reader.complain(
        "partition",
        "\"similarity\", \"similarity-shared\", \"responses\", \"directions\", \"texts\", \"vectors:\" with "
        "their name, or \"attribute:\" with a column's name");
  }
  reader.text("choices", parameters.choices);
  reader.boolean("orderFree", parameters.order_free);
  reader.number("tau", 1e-6, 1000, parameters.tau, "a number above 0, at most 1000");
  const std::string bandwidths = "0 (from the data) or a number from 0.001 to 10";
  reader.number("bandwidth", 0, 10, parameters.bandwidth, bandwidths);
  if (parameters.bandwidth != 0 && parameters.bandwidth < 0.001) reader.complain("bandwidth", bandwidths);
  reader.integer("subdomains", 0, 200, parameters.subdomains,
                 "0 (chosen by the silhouette) or a whole number up to 200");
  reader.integer("largestK", 2, 100, parameters.largest_k, "a whole number from 2 to 100");
  std::string silhouette = "affinity";
  reader.text("silhouette", silhouette);
  if (silhouette == "divergence") {
    parameters.silhouette = SilhouetteDistance::divergence;
  } else if (silhouette != "affinity") {
    reader.complain("silhouette", "\"affinity\" or \"divergence\"");
  }
  reader.number("floor", 0, 0.1, parameters.floor, "a number from 0 to 0.1");
  reader.integer("seed", 0, 9007199254740991.0, parameters.seed, "a whole number from 0 to 9007199254740991");
  reader.integer("starts", 0, 1000, parameters.starts, "a whole number from 0 (automatic) to 1000");
  reader.integer("dimensions", 2, 6, parameters.dimensions, "a whole number from 2 to 6");
  reader.integer("nullDraws", 0, 100000, parameters.null_draws, "a whole number from 0 to 100000");
  std::string bootstrap = "within";
  reader.text("bootstrap", bootstrap);
  if (bootstrap == "reclustered") {
    parameters.bootstrap = BootstrapKind::reclustered;
    parameters.bootstrap_draws = default_reclustered_draws;
  } else if (bootstrap != "within") {
    reader.complain("bootstrap", "\"within\" or \"reclustered\"");
  }
  reader.integer("bootstrapDraws", 0, 100000, parameters.bootstrap_draws, "a whole number from 0 to 100000");
  reader.boolean("detail", parameters.detail);
  if (reader.failed()) return reader.error();
  return parameters;
}

}  // namespace harmonograph
