// Reads the parameters of an analysis from a JSON object and keeps the first complaint, which names the parameter and
// what is allowed.
#pragma once

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "core/result.hpp"

namespace harmonograph {

class ParameterReader {
 public:
  using Json = nlohmann::json;

  /// what: for the message, "The prediction's parameters".
  ParameterReader(const std::string& text, const std::string& what) : json_(Json::parse(text, nullptr, false)) {
    if (json_.is_object()) return;
    failed_ = true;
    error_ = Error{ErrorCode::invalid_argument, what + " are not a JSON object.", "", 0, "Pass {} for the defaults."};
    json_ = Json::object();
  }

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
    auto given = static_cast<double>(target);
    number(name, low, high, given, range);
    if (given != std::floor(given)) return complain(name, range);
    target = static_cast<Integer>(given);
  }

  void text(const char* name, std::string& target) {
    const Json* value = find(name);
    if (value == nullptr) return;
    if (!value->is_string()) return complain(name, "text");
    target = value->get<std::string>();
  }

  void complain(const std::string& name, const std::string& range) {
    if (!failed_) {
      error_ = Error{ErrorCode::invalid_argument, "The parameter \"" + name + "\" must be " + range + ".", "", 0,
                     "Choose a value in that range, or leave it out for the default."};
    }
    failed_ = true;
  }

  /// nullptr when it is absent.
  [[nodiscard]] const Json* find(const char* name) const {
    const auto place = json_.find(name);
    return place == json_.end() ? nullptr : &*place;
  }

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] const Error& error() const { return error_; }

 private:
  Json json_;
  bool failed_ = false;
  Error error_;
};

}  // namespace harmonograph
