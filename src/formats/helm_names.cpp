#include "formats/helm_names.hpp"

#include "core/text.hpp"
#include "formats/record_values.hpp"

namespace harmonograph {

HelmRunName helm_run_of_path(std::string_view path) {
  HelmRunName run;
  const std::string folder = last_folder(path);
  if (folder.find('=') == std::string::npos) return run;
  for (const std::string_view part : split(folder, ',')) {
    // "mmlu:subject=philosophy" is the first part; "bbq:model=x" has its only
    // argument there.
    const std::size_t colon = part.find(':');
    const std::string_view argument = colon == std::string_view::npos ? part : part.substr(colon + 1);
    const bool is_model = argument.substr(0, 6) == "model=";
    if (is_model) run.model = std::string(argument.substr(6));
    if (is_model || argument.substr(0, 7) == "method=") {
      if (colon == std::string_view::npos) continue;
      run.benchmark += std::string(part.substr(0, colon));
      continue;
    }
    run.benchmark += (run.benchmark.empty() ? "" : ",") + std::string(part);
  }
  return run;
}

}  // namespace harmonograph
