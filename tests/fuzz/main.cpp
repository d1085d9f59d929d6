// One program for all targets: HARMONOGRAPH_FUZZ_TARGET names one. With "list" it prints all names, with "sort" the
// target that reads each of the files whose names follow.
#include <cstddef>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include "targets.hpp"

namespace {

using Target = std::function<void(std::string_view)>;

std::map<std::string, Target> all_targets() {
  std::map<std::string, Target> targets{
      {"sniff", fuzz::sniff}, {"json_records", fuzz::json_records}, {"csv", fuzz::csv}, {"text", fuzz::text_encoding}};
  for (const harmonograph::Format& format : harmonograph::all_formats()) {
    targets["read_" + std::string(format.id)] = [&format](std::string_view bytes) { fuzz::reader(format, bytes); };
  }
  return targets;
}

void print_sorted(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    std::ifstream stream(arguments[i], std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    const auto format = harmonograph::recognise_format({"unknown", bytes, true});
    if (format) std::cout << "read_" << (*format)->id << '\t' << arguments[i] << '\n';
  }
}

Target chosen;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* count, char*** arguments) {
  const char* const given = std::getenv("HARMONOGRAPH_FUZZ_TARGET");
  const std::string name = given == nullptr ? "" : given;
  const auto targets = all_targets();
  const auto found = targets.find(name);
  if (found != targets.end()) {
    chosen = found->second;
    return 0;
  }
  if (name == "sort") {
    print_sorted(*count, *arguments);
  } else {
    for (const auto& [target, run] : targets) std::cout << target << '\n';
  }
  std::exit(name == "sort" || name == "list" ? 0 : 2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  chosen({reinterpret_cast<const char*>(data), size});
  return 0;
}
