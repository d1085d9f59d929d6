#include "harmony/parameters.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

namespace harmonograph {
namespace {

using Json = nlohmann::json;

Error out_of_range(const std::string& name, const std::string& range) {
  return Error{ErrorCode::invalid_argument, "The parameter \"" + name + "\" must be " + range + ".", "", 0,
               "Choose a value in that range, or leave it out for the default."};
}

/// Reads what is there and keeps the first complaint.
class Reader {
 public:
  explicit Reader(const Json& json) : json_(json) {}

  void number(const char* name, double low, double high, double& target, const std::string& range) {
    const Json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_number()) return complain(name, range);
    const double given = value->get<double>();
    if (!(given >= low && given <= high)) return complain(name, range);
    target = given;
  }

  template <class Integer>
  void integer(const char* name, double low, double high, Integer& target, const std::string& range) {
    double given = static_cast<double>(target);
    number(name, low, high, given, range);
    if (given != std::floor(given)) return complain(name, range);
    target = static_cast<Integer>(given);
  }

  void boolean(const char* name, bool& target) {
    const Json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_boolean()) return complain(name, "true or false");
    target = value->get<bool>();
  }

  void text(const char* name, std::string& target) {
    const Json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_string()) return complain(name, "text");
    target = value->get<std::string>();
  }

  void complain(const char* name, const std::string& range) {
    if (!failed_) error_ = out_of_range(name, range);
    failed_ = true;
  }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] const Error& error() const { return error_; }

 private:
  [[nodiscard]] const Json* find(const char* name) const {
    const auto place = json_.find(name);
    return place == json_.end() ? nullptr : &*place;
  }

  const Json& json_;
  bool failed_ = false;
  Error error_;
};

bool set_partition(const std::string& name, AnalysisParameters& parameters) {
  constexpr std::string_view attribute = "attribute:";
  if (name == "similarity") {
    parameters.partition = PartitionSource::similarity;
  } else if (name == "similarity-shared") {
    parameters.partition = PartitionSource::similarity_shared;
  } else if (name == "responses") {
    parameters.partition = PartitionSource::responses;
  } else if (name == "directions") {
    parameters.partition = PartitionSource::directions;
  } else if (name.size() > attribute.size() && name.compare(0, attribute.size(), attribute) == 0) {
    parameters.partition = PartitionSource::attribute;
    parameters.attribute = name.substr(attribute.size());
  } else {
    return false;
  }
  return true;
}

}  // namespace

Result<AnalysisParameters> parse_analysis_parameters(const std::string& json) {
  const Json parsed = Json::parse(json, nullptr, false);
  if (!parsed.is_object()) {
    return Error{ErrorCode::invalid_argument, "The analysis parameters are not a JSON object.", "", 0,
                 "Pass {} for the defaults."};
  }
  AnalysisParameters parameters;
  Reader reader(parsed);
  std::string partition = "similarity";
  reader.text("partition", partition);
  if (!set_partition(partition, parameters)) {
    reader.complain("partition",
                    "\"similarity\", \"similarity-shared\", \"responses\", \"directions\" or \"attribute:\" with a "
                    "column's name");
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
