#include "harmony/redundant_qa.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/random.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t letters = 4;
constexpr std::size_t words_per_domain = 6;

std::size_t vocabulary_of(std::size_t domains) {
  return letters + words_per_domain * domains;
}

// In logits. The noise of an entry is shared by its reference and its paraphrases.
constexpr double entry_noise = 0.18;
constexpr double item_noise = 0.05;
constexpr double word_level = -0.25;  // the domain's own words, beside a letter's 0
constexpr double full_boost = 0.75;   // at strength 1: about four standard deviations of the noise
constexpr double difficulty_spread = 0.12;

constexpr std::array<const char*, most_redundant_qa_domains> domain_names{
    "biology", "history", "economics", "pop culture", "geography", "law", "computing", "medicine"};

/// What questions of a domain are about, and what is asked: distinct words for each.
struct Phrases {
  std::array<const char*, 10> subjects;
  std::array<const char*, 6> aspects;
};

constexpr std::array<Phrases, most_redundant_qa_domains> phrases{{
    {{"mitochondria", "chlorophyll", "the nephron", "a ribosome", "the enzyme amylase", "red blood cells", "a lichen",
      "the retina", "messenger RNA", "a sea urchin embryo"},
     {"cell membrane transport", "protein synthesis", "photosynthesis", "gene expression", "the nervous tissue",
      "natural selection"}},
    {{"the Hanseatic League", "the Congress of Vienna", "the Meiji Restoration", "the Gracchi brothers",
      "the Black Death", "the Silk Road caravans", "the Treaty of Tordesillas", "the Ottoman fleet",
      "the Peasants' Revolt", "the Mughal court"},
     {"royal succession", "the medieval guilds", "colonial conquest", "the decline of the empire", "a peace treaty",
      "the ancient republic"}},
    {{"a price ceiling", "the money multiplier", "comparative advantage", "a negative externality", "the yield curve",
      "an import tariff", "marginal cost", "the Phillips curve", "a natural monopoly", "quantitative easing"},
     {"consumer surplus", "the inflation rate", "market equilibrium", "unemployment benefits", "the trade balance",
      "fiscal policy"}},
    {{"a chart-topping single", "the season finale", "a superhero sequel", "the album cover", "a talent show winner",
      "the sitcom's theme song", "a viral dance clip", "the award ceremony", "a comic book villain",
      "the fantasy film trilogy"},
     {"streaming audiences", "the box office", "celebrity fans", "a reboot of the franchise", "the concert tour",
      "television ratings"}},
    {{"a river delta", "the Sahel", "an ocean gyre", "the Mekong basin", "a rift valley", "the monsoon belt",
      "an atoll", "the Patagonian plateau", "a fjord coast", "the permafrost line"},
     {"the climate zone", "a map projection", "soil erosion", "the migration of peoples", "plate tectonics",
      "the rain shadow"}},
    {{"a tort claim", "habeas corpus", "the burden of proof", "a binding precedent", "the statute of limitations",
      "an implied contract", "the power of attorney", "a class action", "the appellate court", "a property easement"},
     {"criminal liability", "the jury trial", "constitutional review", "damages for negligence",
      "the rules of evidence", "a void agreement"}},
    {{"a hash table", "the garbage collector", "a race condition", "the page cache", "a compiler pass",
      "the routing protocol", "a binary heap", "public-key encryption", "a database index", "the stack pointer"},
     {"memory allocation", "network latency", "parallel threads", "sorting algorithms", "software testing",
      "query execution"}},
    {{"a beta blocker", "the liver biopsy", "an aortic aneurysm", "insulin resistance", "a bacterial meningitis",
      "the stethoscope", "a hip replacement", "chronic migraine", "the measles vaccine", "a blood transfusion"},
     {"the differential diagnosis", "postoperative care", "a clinical trial", "patient consent", "drug dosage",
      "infection control"}},
}};

/// Two look-alikes ask something else in nearly the same words.
enum class Kind { reference, paraphrase, look_alike };

struct Question {
  std::size_t domain = 0;
  std::size_t entry = 0;  // over all domains
  Kind kind = Kind::reference;
  std::size_t key = 0;
  std::size_t source = 0;  // questions of equal source share their distribution up to item noise
  double difficulty = 0;
  std::string text;
};

std::string question_text(std::size_t domain, std::size_t entry, std::size_t variant) {
  const Phrases& words = phrases[domain];
  const std::string subject = words.subjects[entry % words.subjects.size()];
  const std::size_t aspect_place = (entry / words.subjects.size() + entry) % words.aspects.size();
  const std::string aspect = words.aspects[aspect_place];
  const std::string other_aspect = words.aspects[(aspect_place + 1) % words.aspects.size()];
  switch (variant) {
    case 0: return "Which statement best describes the role of " + subject + " in " + aspect + "?";
    case 1: return "What is true of " + subject + " with regard to " + aspect + "?";
    case 2: return "Choose the correct account of how " + subject + " bears on " + aspect + ".";
    case 3: return "Which statement best describes the role of " + subject + " in " + other_aspect + "?";
    default: return "Which statement does not describe the role of " + subject + " in " + aspect + "?";
  }
}

const char* kind_name(Kind kind) {
  switch (kind) {
    case Kind::reference: return "reference";
    case Kind::paraphrase: return "paraphrase";
    case Kind::look_alike: break;
  }
  return "look-alike";
}

std::vector<Question> make_questions(const RedundantQaOptions& options) {
  Random random(options.seed, 1);
  std::vector<Question> questions;
  std::size_t entry = 0;
  std::size_t source = 0;
  for (std::size_t domain = 0; domain < options.entries.size(); ++domain) {
    // Every letter is the key equally often in a domain, in random order.
    std::vector<std::size_t> keys;
    for (std::size_t i = 0; i < 3 * options.entries[domain]; ++i) keys.push_back(i % letters);
    random.shuffle(std::span<std::size_t>(keys));
    std::size_t next_key = 0;
    for (std::size_t e = 0; e < options.entries[domain]; ++e, ++entry) {
      const std::size_t shared_key = keys[next_key++];
      const std::size_t shared_source = source++;
      const double shared_difficulty = difficulty_spread * random.normal();
      for (std::size_t variant = 0; variant < 5; ++variant) {
        Question question{domain,
                          entry,
                          Kind::reference,
                          shared_key,
                          shared_source,
                          shared_difficulty,
                          question_text(domain, e, variant)};
        if (variant > 0) question.kind = variant < 3 ? Kind::paraphrase : Kind::look_alike;
        if (question.kind == Kind::look_alike) {
          question.key = keys[next_key++];
          question.source = source++;
          question.difficulty = difficulty_spread * random.normal();
        }
        questions.push_back(std::move(question));
      }
    }
  }
  return questions;
}

/// The distributions of one model on all questions, one after the other.
std::vector<double> answer(const SimulatedModel& model, const std::vector<Question>& questions,
                           const RedundantQaOptions& options, std::uint64_t stream) {
  const std::size_t domains = options.entries.size();
  const std::size_t vocabulary = vocabulary_of(domains);
  Random random(options.seed, stream);
  // Of its own, so that the same questions and models are seen through more or less noise.
  Random blur(options.seed, stream + 1'000'000);
  std::array<double, letters> preference{};
  for (double& value : preference) value = model.letter_bias * random.normal();
  std::vector<std::vector<double>> noise_of_source;
  std::vector<std::vector<double>> gap_of_source;
  std::vector<double> weights(vocabulary);
  std::vector<double> probabilities;
  for (const Question& question : questions) {
    if (question.source == noise_of_source.size()) {
      auto& noise = noise_of_source.emplace_back(vocabulary);
      for (double& value : noise) value = entry_noise * random.normal();
      auto& gap = gap_of_source.emplace_back(vocabulary, 0.0);
      if (options.noise > 0) {
        for (double& value : gap) value = blur.below(domains) == 0 ? 0 : 1;
      }
    }
    const std::vector<double>& shared = noise_of_source[question.source];
    const std::vector<double>& random_gap = gap_of_source[question.source];
    double total = 0;
    for (std::size_t v = 0; v < vocabulary; ++v) {
      double logit = shared[v] + item_noise * random.normal();
      if (v < letters) {
        logit += preference[v];
        if (v == question.key) logit += full_boost * model.strength[question.domain] - question.difficulty;
      } else {
        const std::size_t word_domain = (v - letters) / words_per_domain;
        const double gap = word_domain == question.domain ? 0 : 1;
        logit += word_level - model.register_gap * ((1 - options.noise) * gap + options.noise * random_gap[v]);
      }
      weights[v] = std::exp(logit);
      total += weights[v];
    }
    for (const double weight : weights) probabilities.push_back(weight / total);
  }
  return probabilities;
}

}  // namespace

const char* redundant_qa_domain(std::size_t domain) {
  return domain_names[domain];
}

std::vector<std::size_t> unequal_entries(std::size_t domains, std::size_t entries_per_domain, double imbalance) {
  std::vector<double> shares(domains, 1.0);
  double total = 0;
  for (std::size_t d = 0; d < domains; ++d) {
    if (domains > 1) shares[d] = std::pow(10, -imbalance * static_cast<double>(d) / static_cast<double>(domains - 1));
    total += shares[d];
  }
  std::vector<std::size_t> entries;
  for (const double share : shares) {
    const double size = std::round(static_cast<double>(domains * entries_per_domain) * share / total);
    entries.push_back(std::max<std::size_t>(2, static_cast<std::size_t>(size)));
  }
  return entries;
}

std::vector<SimulatedModel> random_simulated_models(std::size_t count, std::uint64_t seed, std::size_t domains) {
  std::vector<SimulatedModel> models;
  for (std::size_t m = 0; m < count; ++m) {
    Random random(seed, 1'000 + m);
    SimulatedModel model;
    model.name = "simulated-" + std::to_string(m + 1);
    const double overall = 0.2 + 0.7 * random.uniform();
    const double unevenness = 0.45 * random.uniform();
    model.strength.resize(domains);
    for (double& strength : model.strength) {
      strength = std::clamp(overall + unevenness * random.normal(), 0.0, 1.1);
    }
    model.register_gap = 0.4 + 3.2 * random.uniform();
    model.letter_bias = 0.1 * random.uniform();
    models.push_back(std::move(model));
  }
  return models;
}

FileObservations redundant_qa(const RedundantQaOptions& options) {
  const std::vector<Question> questions = make_questions(options);
  const std::size_t vocabulary = vocabulary_of(options.entries.size());
  FileObservations file;
  file.benchmarks.emplace_back("RedundantQA (simulated)");
  file.attributes = {{"domain", {}}, {"entry", {}}, {"kind", {}}};
  for (std::size_t q = 0; q < questions.size(); ++q) {
    const Question& question = questions[q];
    const std::size_t variant = q % 5;
    FileItem item;
    item.native_id = "entry-" + std::to_string(question.entry + 1) + "-" + std::to_string(variant + 1);
    item.position = static_cast<std::int64_t>(q);
    item.option_count = static_cast<std::uint32_t>(vocabulary);
    item.key = static_cast<std::int32_t>(question.key);
    item.text = question.text;
    file.items.push_back(std::move(item));
    file.attributes[0].values.emplace_back(domain_names[question.domain]);
    file.attributes[1].values.push_back("entry " + std::to_string(question.entry + 1));
    file.attributes[2].values.emplace_back(kind_name(question.kind));
  }
  ChoiceSet choices;
  choices.name = "probability";
  choices.kind = ChoiceKind::probability;
  for (std::size_t m = 0; m < options.models.size(); ++m) {
    file.models.push_back(options.models[m].name);
    const std::vector<double> probabilities = answer(options.models[m], questions, options, 10'000 + m);
    for (std::size_t q = 0; q < questions.size(); ++q) {
      const double* row = probabilities.data() + q * vocabulary;
      const auto best = static_cast<std::size_t>(std::max_element(row, row + vocabulary) - row);
      file.responses.model.push_back(static_cast<std::uint32_t>(m));
      file.responses.item.push_back(static_cast<std::uint32_t>(q));
      file.responses.score.push_back(best == questions[q].key ? 1 : 0);
      file.responses.chosen.push_back(static_cast<std::int32_t>(best));
      choices.first.push_back(static_cast<std::uint32_t>(choices.values.size()));
      choices.values.insert(choices.values.end(), row, row + vocabulary);
    }
  }
  file.rows_read = file.responses.score.size();
  file.argmax_compared = file.rows_read;
  file.responses.choices.push_back(std::move(choices));
  return file;
}

FileObservations redundant_qa_example() {
  RedundantQaOptions options;
  options.seed = 2024;
  options.entries = {30, 24, 20, 26};
  options.models = {{"even-large", {0.74, 0.72, 0.73, 0.75}, 3.5, 0.03},
                    {"even-small", {0.42, 0.4, 0.44, 0.41}, 3.0, 0.05},
                    {"specialist-science", {0.95, 0.35, 0.6, 0.12}, 3.2, 0.05},
                    {"specialist-screen", {0.2, 0.5, 0.25, 0.98}, 3.0, 0.05}};
  return redundant_qa(options);
}

}  // namespace harmonograph
