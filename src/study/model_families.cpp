#include "study/model_families.hpp"

#include <array>

namespace harmonograph {
namespace {

using G = Generation;

constexpr std::array families{
    // Meta, and names that contain its word
    ModelFamily{"code-llama", "Code Llama", G::none, ""},
    ModelFamily{"open-llama", "OpenLLaMA", G::none, ""},
    ModelFamily{"tiny-llama", "TinyLlama", G::none, ""},
    ModelFamily{"llama-guard", "Llama Guard", G::none, ""},
    ModelFamily{"llama", "Llama", G::major, " "},
    ModelFamily{"opt", "OPT", G::none, ""},
    ModelFamily{"galactica", "Galactica", G::none, ""},
    ModelFamily{"xglm", "XGLM", G::none, ""},
    ModelFamily{"mobile-llm", "MobileLLM", G::none, ""},
    // Alibaba
    ModelFamily{"code-qwen", "CodeQwen", G::full, ""},
    ModelFamily{"qwen", "Qwen", G::full, ""},
    ModelFamily{"qwq", "QwQ", G::none, ""},
    ModelFamily{"qvq", "QVQ", G::none, ""},
    // Google
    ModelFamily{"code-gemma", "CodeGemma", G::none, ""},
    ModelFamily{"recurrent-gemma", "RecurrentGemma", G::none, ""},
    ModelFamily{"gemma-3n", "Gemma 3n", G::none, ""},
    ModelFamily{"gemma", "Gemma", G::major, " "},
    ModelFamily{"gemini", "Gemini", G::major, " "},
    ModelFamily{"palm", "PaLM", G::major, " "},
    ModelFamily{"flan-t5", "Flan-T5", G::none, ""},
    ModelFamily{"t5", "T5", G::none, ""},
    // Ai2
    ModelFamily{"olmoe", "OLMoE", G::none, ""},
    ModelFamily{"olmo", "OLMo", G::major, " "},
    ModelFamily{"tulu", "Tulu", G::major, " "},
    // Microsoft
    ModelFamily{"bitnet", "BitNet", G::none, ""},
    ModelFamily{"phi", "Phi", G::major, " "},
    ModelFamily{"orca-2", "Orca 2", G::none, ""},
    ModelFamily{"wizardcoder", "WizardCoder", G::none, ""},
    ModelFamily{"wizardlm", "WizardLM", G::none, ""},
    // Mistral
    ModelFamily{"mixtral", "Mixtral", G::none, ""},
    ModelFamily{"ministral", "Ministral", G::none, ""},
    ModelFamily{"mathstral", "Mathstral", G::none, ""},
    ModelFamily{"codestral", "Codestral", G::none, ""},
    ModelFamily{"devstral", "Devstral", G::none, ""},
    ModelFamily{"magistral", "Magistral", G::none, ""},
    ModelFamily{"pixtral", "Pixtral", G::none, ""},
    ModelFamily{"mistral", "Mistral", G::none, ""},
    // DeepSeek
    ModelFamily{"deepseek-r1-distill", "DeepSeek R1 Distill", G::none, ""},
    ModelFamily{"deepseek-r1", "DeepSeek R1", G::none, ""},
    ModelFamily{"deepseek-coder", "DeepSeek Coder", G::major, " V"},
    ModelFamily{"deepseek-math", "DeepSeek Math", G::none, ""},
    ModelFamily{"deepseek-moe", "DeepSeek MoE", G::none, ""},
    ModelFamily{"deepseek-llm", "DeepSeek", G::none, ""},
    ModelFamily{"deepseek", "DeepSeek", G::major, " V"},
    // OpenAI: GPT-4, 4o, 4.1 and 4-turbo are one generation
    ModelFamily{"gpt-neox", "GPT-NeoX", G::none, ""},
    ModelFamily{"gpt-neo", "GPT-Neo", G::none, ""},
    ModelFamily{"gpt-j", "GPT-J", G::none, ""},
    ModelFamily{"gpt-sw3", "GPT-SW3", G::none, ""},
    ModelFamily{"gpt-oss", "gpt-oss", G::none, ""},
    ModelFamily{"cerebras-gpt", "Cerebras-GPT", G::none, ""},
    ModelFamily{"gpt-3.5", "GPT-3.5", G::none, ""},
    ModelFamily{"gpt-35", "GPT-3.5", G::none, ""},
    ModelFamily{"chatgpt", "GPT", G::major, "-"},
    ModelFamily{"gpt", "GPT", G::major, "-"},
    // Anthropic, xAI, Cohere, Amazon and others behind a service
    ModelFamily{"claude", "Claude", G::major, " "},
    ModelFamily{"grok", "Grok", G::major, " "},
    ModelFamily{"command-r", "Command R", G::none, ""},
    ModelFamily{"command-a", "Command A", G::none, ""},
    ModelFamily{"aya-expanse", "Aya Expanse", G::none, ""},
    ModelFamily{"aya", "Aya", G::none, ""},
    ModelFamily{"nova", "Nova", G::none, ""},
    ModelFamily{"jamba", "Jamba", G::none, ""},
    ModelFamily{"reka", "Reka", G::none, ""},
    ModelFamily{"kimi", "Kimi", G::none, ""},
    ModelFamily{"moonlight", "Moonlight", G::none, ""},
    ModelFamily{"minimax", "MiniMax", G::none, ""},
    ModelFamily{"hunyuan", "Hunyuan", G::none, ""},
    ModelFamily{"ernie", "ERNIE", G::major, " "},
    // Open research models and others with published weights
    ModelFamily{"pythia", "Pythia", G::none, ""},
    ModelFamily{"bloomz", "BLOOMZ", G::none, ""},
    ModelFamily{"bloom", "BLOOM", G::none, ""},
    ModelFamily{"rwkv", "RWKV", G::none, ""},
    ModelFamily{"falcon-mamba", "Falcon Mamba", G::none, ""},
    ModelFamily{"falcon-rw", "Falcon RW", G::none, ""},
    ModelFamily{"falcon-h1", "Falcon-H1", G::none, ""},
    ModelFamily{"falcon", "Falcon", G::major, ""},
    ModelFamily{"mamba", "Mamba", G::major, ""},
    ModelFamily{"mpt", "MPT", G::none, ""},
    ModelFamily{"dbrx", "DBRX", G::none, ""},
    ModelFamily{"tinystories", "TinyStories", G::none, ""},
    ModelFamily{"smollm", "SmolLM", G::major, ""},
    ModelFamily{"starcoderbase", "StarCoder", G::none, ""},
    ModelFamily{"starcoder", "StarCoder", G::major, ""},
    ModelFamily{"codegen", "CodeGen", G::major, ""},
    ModelFamily{"zephyr", "Zephyr", G::none, ""},
    ModelFamily{"stablelm", "StableLM", G::major, " "},
    ModelFamily{"redpajama", "RedPajama", G::none, ""},
    ModelFamily{"granite", "Granite", G::major, " "},
    ModelFamily{"nemotron", "Nemotron", G::major, " "},
    ModelFamily{"minitron", "Minitron", G::none, ""},
    ModelFamily{"internlm", "InternLM", G::full, ""},
    ModelFamily{"baichuan", "Baichuan", G::major, ""},
    ModelFamily{"chatglm", "ChatGLM", G::major, ""},
    ModelFamily{"glm", "GLM", G::major, "-"},
    ModelFamily{"yi", "Yi", G::full, "-"},
    ModelFamily{"minicpm", "MiniCPM", G::major, ""},
    ModelFamily{"exaone", "EXAONE", G::major, " "},
    ModelFamily{"solar", "SOLAR", G::none, ""},
    ModelFamily{"h2o-danube", "Danube", G::major, ""},
    ModelFamily{"openelm", "OpenELM", G::none, ""},
    ModelFamily{"zamba", "Zamba", G::major, ""},
    ModelFamily{"lfm", "LFM", G::major, ""},
    ModelFamily{"apertus", "Apertus", G::none, ""},
    ModelFamily{"eurollm", "EuroLLM", G::none, ""},
    ModelFamily{"amber", "Amber", G::none, ""},
    ModelFamily{"skywork", "Skywork", G::none, ""},
    ModelFamily{"vicuna", "Vicuna", G::none, ""},
    ModelFamily{"alpaca", "Alpaca", G::none, ""},
    ModelFamily{"openchat", "OpenChat", G::none, ""},
    ModelFamily{"starling", "Starling", G::none, ""},
};

}  // namespace

std::span<const ModelFamily> model_families() {
  return families;
}

}  // namespace harmonograph
