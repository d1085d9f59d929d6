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
  ParameterReader(const std::string& text, const std::string& what);

  /// What is absent keeps its value; what is outside the range is a complaint.
  void number(const char* name, double low, double high, double& target, const std::string& range);
  template <class Integer>
  void integer(const char* name, double low, double high, Integer& target, const std::string& range) {
    auto given = static_cast<double>(target);
    number(name, low, high, given, range);
    if (given != std::floor(given)) return complain(name, range);
    target = static_cast<Integer>(given);
  }
  void boolean(const char* name, bool& target);
  void text(const char* name, std::string& target);

  void complain(const std::string& name, const std::string& range);
  /// nullptr when it is absent.
  [[nodiscard]] const Json* find(const char* name) const;

  [[nodiscard]] bool failed() const { return failed_; }
  [[nodiscard]] const Error& error() const { return error_; }

 private:
  Json json_;
  bool failed_ = false;
  Error error_;
};

}  // namespace harmonograph
