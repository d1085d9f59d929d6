// Reads a model's family and size off its name: "meta-llama__Llama-3.1-70B-Instruct" is Llama 3 with 70e9 parameters.
// A number is given only where the name states it; what is ambiguous is left open, for the user can correct the table.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace harmonograph {

/// The family groups what a scaling trend may be drawn through: models of one generation, in all sizes, trained in
/// about the same way. The rules:
/// - the leftmost family word of the name counts ("Llama-3.1-Nemotron-70B" is Llama 3), the last part of a path first;
/// - the generation is the major number: Llama 3, 3.1, 3.2 and 3.3 are "Llama 3", Phi-3.5 is "Phi 3", Claude 3.7 is
///   "Claude 3", GPT-4o and GPT-4.1 are "GPT-4"; the first generation bears none ("Gemma", "OLMo");
/// - Qwen, Yi, InternLM and GPT-3.5 keep the minor number, for theirs are trained anew: "Qwen2.5" is not "Qwen2";
/// - Qwen's Coder, Math and multimodal models are families of their own: "Qwen2.5-Coder";
/// - where no family word is known, what stands before the size names the family: "Orion-14B" is Orion.
struct NamedModel {
  std::string family;                       // "" = none known
  std::optional<double> parameters;         // in all
  std::optional<double> active_parameters;  // of a mixture of experts
  std::optional<double> tokens;             // of pretraining
};

/// Never fails. Contexts (4k, 1M beside a size), dates, versions and quantisations (Q4_K_M, 8bit, Int4, AWQ) are no
/// sizes. "8x7B" and "17B-16E" do not state the total: they are filled in from what their makers published, else left
/// open. Tokens of a later stage ("stage2 ... tokens5B") are not those of pretraining.
NamedModel read_model_name(std::string_view name);

/// "8B", "8.03e9", "70 B", "1.2 billion", "8,030,261,248", "350M": a count. unit multiplies a bare number (1e9 when a
/// header says billions); without one (0) a bare number counts from 100,000 on, because "7" may be anything. Nothing
/// when the text is not exactly that, or not above 0.
std::optional<double> read_count(std::string_view text, double unit);

}  // namespace harmonograph
