#include "core/parameter_reader.hpp"

namespace harmonograph {

ParameterReader::ParameterReader(const std::string& text, const std::string& what)
    : json_(Json::parse(text, nullptr, false)) {
  if (json_.is_object()) return;
  failed_ = true;
  error_ = Error{ErrorCode::invalid_argument, what + " are not a JSON object.", "", 0, "Pass {} for the defaults."};
  json_ = Json::object();
}

void ParameterReader::number(const char* name, double low, double high, double& target, const std::string& range) {
  const Json* value = find(name);
  if (value == nullptr) return;
  if (!value->is_number()) return complain(name, range);
  const double given = value->get<double>();
  if (!(given >= low && given <= high)) return complain(name, range);
  target = given;
}

void ParameterReader::boolean(const char* name, bool& target) {
  const Json* value = find(name);
  if (value == nullptr) return;
  if (!value->is_boolean()) return complain(name, "true or false");
  target = value->get<bool>();
}

void ParameterReader::text(const char* name, std::string& target) {
  const Json* value = find(name);
  if (value == nullptr) return;
  if (!value->is_string()) return complain(name, "text");
  target = value->get<std::string>();
}

void ParameterReader::complain(const std::string& name, const std::string& range) {
  if (!failed_) {
    error_ = Error{ErrorCode::invalid_argument, "The parameter \"" + name + "\" must be " + range + ".", "", 0,
                   "Choose a value in that range, or leave it out for the default."};
  }
  failed_ = true;
}

const ParameterReader::Json* ParameterReader::find(const char* name) const {
  const auto place = json_.find(name);
  return place == json_.end() ? nullptr : &*place;
}

}  // namespace harmonograph
