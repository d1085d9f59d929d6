// One line of JSON a measurement: what the bench script reads from the native program.
#pragma once

#include <chrono>
#include <cstdio>
#include <ctime>
#include <initializer_list>
#include <string>
#include <utility>

namespace harmonograph::bench {

/// Processor seconds of this program: what other programs do meanwhile is not counted. WebAssembly only has the clock.
inline double seconds() {
#ifdef __EMSCRIPTEN__
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
#else
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

class Record {
 public:
  explicit Record(const std::string& work) : text_("{\"work\":\"" + work + "\"") {}
  Record& number(const std::string& name, double value) {
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.9g", value);
    // JSON has no infinity and no NaN.
    text_ += ",\"" + name + "\":" + (value == value && value - value == 0 ? digits : "null");
    return *this;
  }
  Record& word(const std::string& name, const std::string& value) {
    text_ += ",\"" + name + "\":\"" + value + "\"";
    return *this;
  }
  /// value is JSON text already.
  Record& json(const std::string& name, const std::string& value) {
    text_ += ",\"" + name + "\":" + value;
    return *this;
  }
  void print() {
    std::printf("%s}\n", text_.c_str());
    std::fflush(stdout);
  }

 private:
  std::string text_;
};

/// The shortest of several runs: what the code needs when nothing else disturbs it.
template <class Work>
double shortest(int runs, Work work) {
  double best = 1e300;
  for (int run = 0; run < runs; ++run) {
    const double start = seconds();
    work();
    const double taken = seconds() - start;
    if (taken < best) best = taken;
  }
  return best;
}

}  // namespace harmonograph::bench
