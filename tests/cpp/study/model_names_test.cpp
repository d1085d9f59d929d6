// Names as their makers and evaluation tools write them; what each should say was decided from the models' public
// descriptions, before the reader was run on them.
#include "study/model_names.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "study/run_study.hpp"

using namespace harmonograph;
using namespace harmonograph::testing;

namespace {

struct Expected {
  const char* name;
  const char* family;
  double parameters = 0;  // 0 = none
  double active = 0;
  double tokens = 0;
};

const Expected expected_names[] = {
    {"Qwen3-8B", "Qwen3", 8e9},
    {"Qwen/Qwen3-0.6B-Base", "Qwen3", 0.6e9},
    {"Qwen3-30B-A3B", "Qwen3", 30e9, 3e9},
    {"Qwen/Qwen3-235B-A22B-Instruct-2507", "Qwen3", 235e9, 22e9},
    {"Qwen3-Coder-30B-A3B-Instruct", "Qwen3-Coder", 30e9, 3e9},
    {"Qwen2.5-Math-7B-Instruct", "Qwen2.5-Math", 7e9},
    {"Qwen2.5-7B-Instruct-1M", "Qwen2.5", 7e9},
    {"Qwen2.5-72B-Instruct-GPTQ-Int4", "Qwen2.5", 72e9},
    {"qwen-2.5-72b-instruct", "Qwen2.5", 72e9},
    {"Qwen1.5-MoE-A2.7B", "Qwen1.5", 0, 2.7e9},
    {"Qwen1.5-110B-Chat", "Qwen1.5", 110e9},
    {"Qwen-72B", "Qwen", 72e9},
    {"CodeQwen15-7B-Chat", "CodeQwen1.5", 7e9},
    {"QwQ-32B-Preview", "QwQ", 32e9},
    {"qwen2.5:7b", "Qwen2.5", 7e9},
    {"meta-llama__Llama-3.1-70B-Instruct", "Llama 3", 70e9},
    {"meta-llama/Llama-3.1-70B-Instruct", "Llama 3", 70e9},
    {"Meta-Llama-3_1-8B-Instruct", "Llama 3", 8e9},
    {"Meta-Llama-3-70B-Instruct.Q8_0-sys", "Llama 3", 70e9},
    {"accounts/fireworks/models/llama-v3p1-405b-instruct", "Llama 3", 405e9},
    {"Llama-3.2-11B-Vision-Instruct", "Llama 3", 11e9},
    {"llama-3.1-nemotron-70b-instruct", "Llama 3", 70e9},
    {"Llama-2-7b-hf", "Llama 2", 7e9},
    {"openbuddy-llama2-70b-v10.1", "Llama 2", 70e9},
    {"huggyllama/llama-65b", "Llama", 65e9},
    {"Llama-3-8B-Instruct-262k", "Llama 3", 8e9},
    {"Llama-4-Scout-17B-16E-Instruct", "Llama 4", 109e9, 17e9},
    {"llama-7b-1e-5", "Llama", 7e9},
    {"CodeLlama-34b-Instruct-hf", "Code Llama", 34e9},
    {"open_llama_3b_v2", "OpenLLaMA", 3e9},
    {"open_llama_7b_700bt_preview", "OpenLLaMA", 7e9, 0, 700e9},
    {"TinyLlama-1.1B-intermediate-step-1431k-3T", "TinyLlama", 1.1e9, 0, 3e12},
    {"TinyLlama/TinyLlama-1.1B-Chat-v1.0", "TinyLlama", 1.1e9},
    {"22h/open-cabrita3b", "open-cabrita", 3e9},
    {"gemma-2-9b-it", "Gemma 2", 9e9},
    {"google/gemma-3-270m-it", "Gemma 3", 270e6},
    {"gemma-1.1-7b-it", "Gemma", 7e9},
    {"gemma-7b", "Gemma", 7e9},
    {"gemma-3n-E4B-it", "Gemma 3n"},
    {"gemma-3-27b-it-qat-q4_0-gguf", "Gemma 3", 27e9},
    {"OLMo-2-1124-7B-stage1-step10000-tokens21B", "OLMo 2", 7e9, 0, 21e9},
    {"allenai/OLMo-2-0425-1B/stage1-step140000-tokens294B", "OLMo 2", 1e9, 0, 294e9},
    {"OLMo-2-1124-13B-stage2-ingredient1-step1000-tokens9B", "OLMo 2", 13e9},
    {"allenai/OLMo-2-0325-32B-Instruct", "OLMo 2", 32e9},
    {"OLMo-7B-0724-hf", "OLMo", 7e9},
    {"allenai/OLMoE-1B-7B-0924", "OLMoE", 7e9, 1e9},
    {"Llama-3.1-Tulu-3-8B-DPO", "Llama 3", 8e9},
    {"tulu-2-dpo-70b", "Tulu 2", 70e9},
    {"phi-3-mini-4k-instruct", "Phi 3"},
    {"microsoft/Phi-3.5-MoE-instruct", "Phi 3"},
    {"phi-1_5", "Phi"},
    {"microsoft/phi-2", "Phi 2"},
    {"Phi-4-Q8_0", "Phi 4"},
    {"microsoft/bitnet-b1.58-2B-4T", "BitNet", 2e9, 0, 4e12},
    {"Mixtral-8x7B", "Mixtral", 46.7e9, 12.9e9},
    {"open-mixtral-8x22b", "Mixtral", 141e9, 39e9},
    {"NousResearch/Nous-Hermes-2-Mixtral-8x7B-DPO", "Mixtral", 46.7e9, 12.9e9},
    {"222gate/Blur-4x7b-MOE-v0.1", "Blur"},
    {"Mistral-7B-v0.3", "Mistral", 7e9},
    {"Mistral-Nemo-Instruct-2407-Q8_0", "Mistral"},
    {"Mistral-Small-24B-Instruct-2501", "Mistral", 24e9},
    {"OpenHermes-2.5-Mistral-7B", "Mistral", 7e9},
    {"TheBloke/Mistral-7B-Instruct-v0.2-GGUF/mistral-7b-instruct-v0.2.Q4_K_M.gguf", "Mistral", 7e9},
    {"DeepSeek-V3", "DeepSeek V3"},
    {"deepseek-v2-chat-0628-Q8_0", "DeepSeek V2"},
    {"deepseek-ai/DeepSeek-R1-Distill-Qwen-32B", "DeepSeek R1 Distill", 32e9},
    {"deepseek-coder-6.7b-base", "DeepSeek Coder", 6.7e9},
    {"deepseek-llm-67b-chat", "DeepSeek", 67e9},
    {"gpt-4o-mini", "GPT-4"},
    {"gpt-4-0613", "GPT-4"},
    {"gpt4_1106_preview", "GPT-4"},
    {"gpt-3.5-turbo-0125", "GPT-3.5"},
    {"gpt35_turbo_instruct", "GPT-3.5"},
    {"openai-community/gpt2-xl", "GPT-2"},
    {"EleutherAI/gpt-neox-20b", "GPT-NeoX", 20e9},
    {"gpt-j-6b", "GPT-J", 6e9},
    {"openai/gpt-oss-120b", "gpt-oss", 120e9},
    {"o1", "o-series"},
    {"O3-Mini-2025-01-31 (High)", "o-series"},
    {"claude-3-5-sonnet-20241022", "Claude 3"},
    {"Claude-3.7-Sonnet (Thinking)", "Claude 3"},
    {"claude-sonnet-4-20250514", "Claude 4"},
    {"claude-instant-1.2", "Claude"},
    {"claude-2.1_concise", "Claude 2"},
    {"gemini-1.5-pro-002", "Gemini"},
    {"Gemini-Flash-2.0-Thinking", "Gemini 2"},
    {"grok-2-1212", "Grok 2"},
    {"c4ai-command-r-v01", "Command R"},
    {"c4ai-command-r7b-12-2024", "Command R", 7e9},
    {"aya-expanse-8b", "Aya Expanse", 8e9},
    {"pythia-14m", "Pythia", 14e6},
    {"EleutherAI__pythia-1.4b-deduped-step3000", "Pythia", 1.4e9},
    {"EleutherAI/pythia-160m/step100000", "Pythia", 160e6},
    {"hf (pretrained=EleutherAI/pythia-410m,revision=step1000,dtype=float)", "Pythia", 410e6},
    {"SmolLM2-1.7B-Instruct", "SmolLM2", 1.7e9},
    {"HuggingFaceTB/SmolLM-135M", "SmolLM", 135e6},
    {"Falcon3-10B-Base", "Falcon3", 10e9},
    {"tiiuae/falcon-7b-instruct", "Falcon", 7e9},
    {"tiiuae/Falcon-H1-1.5B-Base", "Falcon-H1", 1.5e9},
    {"state-spaces/mamba-2.8b", "Mamba", 2.8e9},
    {"Yi-1.5-34B-Chat", "Yi-1.5", 34e9},
    {"01-ai/Yi-34B-200K", "Yi", 34e9},
    {"internlm/internlm2_5-7b-chat-1m", "InternLM2.5", 7e9},
    {"stabilityai/stablelm-2-1_6b", "StableLM 2", 1.6e9},
    {"bigscience/bloom-7b1", "BLOOM", 7.1e9},
    {"bigscience/bloomz-560m", "BLOOMZ", 560e6},
    {"rwkv-4-world-1b5", "RWKV", 1.5e9},
    {"facebook/opt-125m", "OPT", 125e6},
    {"cerebras/Cerebras-GPT-111M", "Cerebras-GPT", 111e6},
    {"ibm-granite/granite-3.0-1b-a400m-instruct", "Granite 3", 1e9, 400e6},
    {"granite-3b-code-base", "Granite", 3e9},
    {"nemotron-4-340b-instruct-Q8_0", "Nemotron 4", 340e9},
    {"LGAI-EXAONE/EXAONE-3.5-7.8B-Instruct", "EXAONE 3", 7.8e9},
    {"h2oai/h2o-danube2-1.8b-chat", "Danube2", 1.8e9},
    {"THUDM/glm-4-9b-chat-1m", "GLM-4", 9e9},
    {"roneneldan/TinyStories-1M", "TinyStories", 1e6},
    {"vicuna-13b-v1.5-togetherai", "Vicuna", 13e9},
    {"llama-3-8b/main", "Llama 3", 8e9},
    {"Qwen/Qwen-1_8B-Chat", "Qwen", 1.8e9},
    {"AI-Sweden-Models/gpt-sw3-1.3b-instruct", "GPT-SW3", 1.3e9},
    {"microsoft/Orca-2-13b", "Orca 2", 13e9},
    {"macadeliccc/Orca-SOLAR-4x10.7b", "SOLAR"},
    {"AIChenKai/TinyLlama-1.1B-Chat-v1.0-x2-MoE", "TinyLlama"},
    {"cloudyu/mixtral_7bx4_moe", "Mixtral"},
    {"BEE-spoke-data/verysmol_llama-v11-KIx2", "Llama"},
    {"pszemraj/stablelm-4e1t-2b-v0.1", "StableLM", 2e9},
    {"TheBloke/Mistral-7B-OpenOrca-GPTQ", "Mistral", 7e9},
    {"Smaug-2-72B", "Smaug-2", 72e9},
    {"minichat-3b", "minichat", 3e9},
    {"my-model-8bit-w4a16", ""},
    {"run-2024-05-17", ""},
    {"dolphin-delphi", ""},
    {"speculative-70B-1B", "speculative"},  // two sizes: which is meant is not known
    {"NullModel", ""},
    {"", ""},
};

double or_zero(const std::optional<double>& value) {
  return value.value_or(0);
}

}  // namespace

TEST_CASE("family and size of public names") {
  CHECK(std::size(expected_names) >= 60);
  for (const Expected& expected : expected_names) {
    INFO(expected.name);
    const NamedModel found = read_model_name(expected.name);
    CHECK(found.family == expected.family);
    CHECK(or_zero(found.parameters) == Approx(expected.parameters));
    CHECK(or_zero(found.active_parameters) == Approx(expected.active));
    CHECK(or_zero(found.tokens) == Approx(expected.tokens));
  }
}

TEST_CASE("counts as people write them") {
  CHECK(or_zero(read_count("8B", 0)) == Approx(8e9));
  CHECK(or_zero(read_count(" 70 B ", 0)) == Approx(70e9));
  CHECK(or_zero(read_count("8.03e9", 0)) == Approx(8.03e9));
  CHECK(or_zero(read_count("8,030,261,248", 1e9)) == Approx(8030261248.0));
  CHECK(or_zero(read_count("1.5 trillion tokens", 0)) == Approx(1.5e12));
  CHECK(or_zero(read_count("350M params", 0)) == Approx(350e6));
  CHECK(or_zero(read_count("7", 1e9)) == Approx(7e9));
  CHECK(or_zero(read_count("15T", 1e9)) == Approx(15e12));
  for (const char* text : {"", "7", "large", "8x7B", "-7B", "0", "nan", "8,03B", "7B (3B active)", "inf"}) {
    INFO(text);
    CHECK_FALSE(read_count(text, 0));
  }
}

TEST_CASE("models: an attribute wins over the name") {
  Dataset dataset;
  dataset.model_attribute_names = {"Model family", "params_b", "Training tokens", "Active parameters (billions)"};
  dataset.models = {{"Qwen3-8B", {"", "8.19", "36T", ""}},
                    {"in-house-7B", {"House", "", "", ""}},
                    {"Llama-3.1-8B", {"", "many", "", ""}},
                    {"mystery", {"", "", "", "2"}},
                    {"phi-4", {}}};
  const Json facts = ask("models", dataset);
  REQUIRE(facts.size() == 5);
  CHECK(facts[0]["family"] == "Qwen3");
  CHECK(facts[0]["parameters"].get<double>() == Approx(8.19e9));
  CHECK(facts[0]["tokens"].get<double>() == Approx(36e12));
  CHECK(facts[0]["sources"] == Json{{"family", "name"}, {"parameters", "attribute"}, {"tokens", "attribute"}});
  CHECK(facts[1]["family"] == "House");
  CHECK(facts[1]["parameters"].get<double>() == Approx(7e9));
  CHECK(facts[1]["sources"] == Json{{"family", "attribute"}, {"parameters", "name"}, {"tokens", ""}});
  CHECK(facts[2]["parameters"].get<double>() == Approx(8e9));
  CHECK(facts[2]["sources"]["parameters"] == "name");
  CHECK(facts[3]["parameters"].is_null());
  CHECK(facts[3]["activeParameters"].get<double>() == Approx(2e9));
  CHECK(facts[4]["model"] == 4);
  CHECK(facts[4]["family"] == "Phi 4");
  CHECK(ask("models", Dataset{}).empty());
}
