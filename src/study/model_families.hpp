// The families of language models that names are recognised by.
#pragma once

#include <span>
#include <string_view>

namespace harmonograph {

/// How the number after the family word enters the family's name.
enum class Generation {
  none,   // never: "Mistral-7B-v0.3" is Mistral
  major,  // "Llama-3.1" is Llama 3; 1 is not written
  full    // "Qwen2.5" is Qwen2.5
};

struct ModelFamily {
  std::string_view word;   // in lower case; "-" stands for any or no separator
  std::string_view shown;  // "Llama"
  Generation generation = Generation::none;
  std::string_view joint;  // between shown and the number: " ", "" or "-"
};

/// Where several words begin at one place the earlier entry counts: longer words stand first.
std::span<const ModelFamily> model_families();

}  // namespace harmonograph
