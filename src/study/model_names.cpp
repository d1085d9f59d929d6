#include "study/model_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/number.hpp"
#include "core/text.hpp"
#include "study/model_families.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t nowhere = std::string_view::npos;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_separator(char c) {
  return !is_digit(c) && !is_letter(c) && static_cast<unsigned char>(c) < 0x80;
}

char at(std::string_view text, std::size_t place) {
  return place < text.size() ? text[place] : ' ';
}
char before(std::string_view text, std::size_t place) {
  return place > 0 ? text[place - 1] : ' ';
}

// ---------------------------------------------------------------- the part of a path that is the model's name

/// "hf (pretrained=EleutherAI/pythia-160m,dtype=float)" names the model inside.
std::string_view without_arguments(std::string_view name) {
  constexpr std::string_view key = "pretrained=";
  const std::size_t place = name.find(key);
  if (place == nowhere) return name;
  name.remove_prefix(place + key.size());
  return name.substr(0, name.find_first_of(",)"));
}

/// Parts between "/" and "__" (how tools write a "/" in the name of a folder).
std::vector<std::string_view> path_parts(std::string_view name) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : split(name, '/')) {
    std::size_t start = 0;
    for (std::size_t place = part.find("__"); place != nowhere; place = part.find("__", start)) {
      if (place > start) parts.push_back(part.substr(start, place - start));
      start = place + 2;
    }
    if (start < part.size()) parts.push_back(part.substr(start));
  }
  return parts;
}

// ---------------------------------------------------------------- family

/// End of the word that begins at place, with any or no separator for its "-"; nowhere when it is another word.
std::size_t end_of_word(std::string_view text, std::size_t place, std::string_view word) {
  for (const char c : word) {
    if (c == '-') {
      if (place < text.size() && is_separator(text[place])) ++place;
    } else if (at(text, place) == c) {
      ++place;
    } else if (c == '.' && at(text, place) == '_') {
      ++place;
    } else {
      return nowhere;
    }
  }
  return place;
}

struct Version {
  std::string major;
  std::string minor;  // "" = none
};

std::string digits_from(std::string_view text, std::size_t place) {
  std::string digits;
  for (; is_digit(at(text, place)); ++place) digits += text[place];
  return digits;
}

/// The number of a generation that begins at place: one digit (more is a date or a count; "15" is 1.5 without its
/// point), perhaps a minor one after ".", "_" or "p", and no size ("7b", "1.3b", "1_8b"), context ("4k") or "4e1t".
std::optional<Version> version_at(std::string_view text, std::size_t place) {
  if (at(text, place) == 'v' && is_digit(at(text, place + 1))) ++place;
  Version version;
  version.major = digits_from(text, place);
  if (version.major.size() != 1 && version.major != "15") return std::nullopt;
  place += version.major.size();
  const char joint = at(text, place);
  if ((joint == '.' || joint == '_' || joint == 'p') && is_digit(at(text, place + 1))) {
    const std::string minor = digits_from(text, place + 1);
    const char next = at(text, place + 1 + minor.size());
    // "llama3_70b": what follows the "_" is a size, not a minor number.
    const bool size = next == 'b' || next == 'm' || next == 'x' || next == 'k';
    const bool small = version.major == "0" || version.major == "1";
    if (size && (joint != '_' || (small && minor.size() == 1))) return std::nullopt;
    if (!size && minor.size() <= 2) {
      version.minor = minor;
      place += 1 + minor.size();
    }
  }
  const char next = at(text, place);
  if (next == 'e' && is_digit(at(text, place + 1))) return std::nullopt;
  if (version.minor.empty() && (next == 'b' || next == 'm' || next == 'x' || next == 'k')) return std::nullopt;
  return version;
}

/// The version after the family word, perhaps behind a separator, or behind the class of a model ("claude-opus-4",
/// "gemini-pro-1.5").
std::optional<Version> version_after(std::string_view text, std::size_t end) {
  if (is_separator(at(text, end))) ++end;
  if (auto version = version_at(text, end)) return version;
  for (const std::string_view word : {"sonnet", "opus", "haiku", "instant", "pro", "flash"}) {
    if (text.substr(std::min(end, text.size()), word.size()) != word) continue;
    std::size_t place = end + word.size();
    if (is_separator(at(text, place))) ++place;
    return version_at(text, place);
  }
  return std::nullopt;
}

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t place = text.find(word); place != nowhere; place = text.find(word, place + 1)) {
    if (!is_letter(before(text, place)) && !is_letter(at(text, place + word.size()))) return true;
  }
  return false;
}

std::string family_name(const ModelFamily& family, std::string_view text, std::size_t end) {
  std::string name(family.shown);
  if (family.generation != Generation::none) {
    auto version = version_after(text, end);
    // "CodeQwen15" leaves out the point.
    if (version && family.generation == Generation::full && version->major == "15") version = Version{"1", "5"};
    if (version && family.generation == Generation::full) {
      name += std::string(family.joint) + version->major;
      if (!version->minor.empty() && version->minor != "0") name += "." + version->minor;
    } else if (version && version->major != "1" && version->major != "0") {
      name += std::string(family.joint) + version->major;
    }
  }
  if (family.word == "qwen") {
    struct Variant {
      std::string_view word;
      std::string_view suffix;
    };
    for (const Variant& variant : {Variant{"coder", "-Coder"}, Variant{"math", "-Math"}, Variant{"vl", "-VL"},
                                   Variant{"audio", "-Audio"}, Variant{"omni", "-Omni"}}) {
      if (has_word(text, variant.word)) return name + std::string(variant.suffix);
    }
  }
  return name;
}

/// "o1", "o3-mini": OpenAI's reasoning models, whose names have no word.
bool is_o_series(std::string_view text) {
  return text.size() >= 2 && text[0] == 'o' && (text[1] == '1' || text[1] == '3' || text[1] == '4') &&
         (text.size() == 2 || is_separator(text[2]));
}

/// The family word may follow letters only behind a separator ("delphi" is no Phi), and no letter may follow it, but a
/// version may ("llamav2").
std::string family_of(std::string_view text) {
  if (is_o_series(text)) return "o-series";
  for (std::size_t place = 0; place < text.size(); ++place) {
    if (!is_letter(text[place]) || is_letter(before(text, place))) continue;
    for (const ModelFamily& family : model_families()) {
      const std::size_t end = end_of_word(text, place, family.word);
      if (end == nowhere) continue;
      const bool version = at(text, end) == 'v' && is_digit(at(text, end + 1));
      // "command-r7b" and "falcon-h1" go on with a number.
      if (is_letter(at(text, end)) && !version) continue;
      return family_name(family, text, end);
    }
  }
  return {};
}

// ---------------------------------------------------------------- sizes

struct Quantity {
  std::size_t begin = 0;
  std::size_t end = 0;  // behind the unit
  double value = 0;     // without the unit
  char unit = ' ';      // 'b', 'm', 't'

  [[nodiscard]] double count() const { return value * (unit == 't' ? 1e12 : unit == 'b' ? 1e9 : 1e6); }
};

/// Numbers with the unit b, m or t that no letter or digit follows: "70b", "1.4b", "1b7" (1.7), "2-1_6b" (1.6).
std::vector<Quantity> quantities_in(std::string_view text) {
  std::vector<Quantity> found;
  for (std::size_t place = 0; place < text.size();) {
    if (!is_digit(text[place])) {
      ++place;
      continue;
    }
    const std::size_t begin = place;
    std::string number = digits_from(text, place);
    place += number.size();
    const bool small = number == "0" || number == "1";
    const std::string fraction = digits_from(text, place + 1);
    const bool unit_follows = at(text, place + 1 + fraction.size()) == 'b';
    if (at(text, place) == '.' && !fraction.empty()) {
      number += "." + fraction;
      place += 1 + fraction.size();
    } else if (at(text, place) == '_' && small && before(text, begin) == '-' && fraction.size() == 1 && unit_follows) {
      number += "." + fraction;
      place += 2;
    }
    Quantity quantity{begin, place + 1, 0, at(text, place)};
    if (quantity.unit == 'b' && is_digit(at(text, place + 1)) && number.find('.') == nowhere) {
      const std::string tenths = digits_from(text, place + 1);
      if (tenths.size() == 1 && !is_letter(at(text, place + 2))) {
        number += "." + tenths;
        quantity.end = place + 2;
      }
    }
    // "2b4t": parameters and tokens in one word. "350bt": billions of tokens.
    const bool unit = quantity.unit == 'b' || quantity.unit == 'm' || quantity.unit == 't';
    if (!unit) continue;
    const char next = at(text, quantity.end);
    const bool tokens_next = next == 't' && !is_letter(at(text, quantity.end + 1));
    if (is_letter(next) && !tokens_next) continue;
    if (is_digit(next) && !(quantity.unit == 'b' && quantity.end == place + 1)) continue;
    if (const auto value = parse_number(number)) {
      quantity.value = *value;
      if (quantity.value > 0) found.push_back(quantity);
    }
    place = quantity.end;
  }
  return found;
}

/// A word right before place, perhaps with a separator between.
bool follows_word(std::string_view text, std::size_t place, std::string_view word) {
  if (place > 0 && is_separator(text[place - 1])) --place;
  return place >= word.size() && text.substr(place - word.size(), word.size()) == word;
}

/// "tokens21B", "21B-tokens", "350BT": never a size.
bool counts_tokens(std::string_view text, const Quantity& quantity) {
  std::size_t end = quantity.end;
  if (at(text, end) == 't' && !is_letter(at(text, end + 1))) return true;
  if (is_separator(at(text, end))) ++end;
  if (text.substr(std::min(end, text.size()), 5) == "token") {
    end += at(text, end + 5) == 's' ? 6 : 5;
    return !is_letter(at(text, end));  // "tokenizer"
  }
  return follows_word(text, quantity.begin, "tokens") || follows_word(text, quantity.begin, "token");
}

/// Mixtures whose names give experts, with what their makers published: totals and active parameters.
struct KnownMixture {
  std::string_view word;
  std::string_view experts;
  double parameters;
  double active;
};
constexpr std::array known_mixtures{
    // Jiang et al. 2024, "Mixtral of Experts" (47B, 13B active; 46.7B and 12.9B in the announcement).
    KnownMixture{"mixtral", "8x7b", 46.7e9, 12.9e9},
    // Mistral AI 2024, announcement of Mixtral 8x22B: 39B active of 141B.
    KnownMixture{"mixtral", "8x22b", 141e9, 39e9},
    // Meta 2025, model card of Llama 4: Scout 109B, Maverick 400B, both 17B active.
    KnownMixture{"scout", "17b-16e", 109e9, 17e9},
    KnownMixture{"maverick", "17b-128e", 400e9, 17e9},
};

/// True when the name counts experts ("8x7b", "17b-16e"): its numbers are then no totals.
bool read_experts(std::string_view text, NamedModel& model) {
  for (const KnownMixture& known : known_mixtures) {
    if (text.find(known.word) == nowhere) continue;
    const std::size_t place = text.find(known.experts);
    if (place == nowhere || is_digit(before(text, place)) || is_letter(at(text, place + known.experts.size())))
      continue;
    model.parameters = known.parameters;
    model.active_parameters = known.active;
    return true;
  }
  const bool mixture = has_word(text, "moe");
  for (std::size_t place = 1; place + 1 < text.size(); ++place) {
    if (mixture && text[place] == 'x' && is_digit(text[place + 1]) && !is_letter(text[place - 1]))
      return true;  // "x2-moe"
    if (!is_digit(text[place - 1])) continue;
    if (text[place] == 'x' && is_digit(text[place + 1])) return true;
    const std::string number = digits_from(text, place + 2);
    // Two digits: "7b-1e-5" is a learning rate.
    if (text[place] == 'b' && text[place + 1] == '-' && number.size() >= 2 &&
        at(text, place + 2 + number.size()) == 'e' && !is_letter(at(text, place + 3 + number.size()))) {
      std::size_t begin = place;
      while (begin > 0 && (is_digit(text[begin - 1]) || text[begin - 1] == '.')) --begin;
      if (const auto value = parse_number(text.substr(begin, place - begin))) model.active_parameters = *value * 1e9;
      return true;
    }
  }
  return false;
}

void read_sizes(std::string_view text, NamedModel& model) {
  const bool experts = read_experts(text, model);
  std::vector<double> sizes;      // in billions as written
  std::vector<double> millions;   // smaller than all others: "1M" beside "7B" is a context
  std::vector<double> trillions;  // tokens beside a size, else open
  for (const Quantity& quantity : quantities_in(text)) {
    const char previous = before(text, quantity.begin);
    if (counts_tokens(text, quantity)) {
      // The second stage counts its own tokens.
      if (text.find("stage2") == nowhere && text.find("stage3") == nowhere) model.tokens = quantity.count();
      continue;
    }
    if (previous == 'a' && !is_letter(before(text, quantity.begin - 1)) && quantity.unit != 't') {
      if (!experts) model.active_parameters = quantity.count();  // "30B-A3B"
      continue;
    }
    const bool after_unit = quantity.begin > 0 && quantity.unit == 't' && previous == 'b';  // "2b4t"
    // "cabrita3b", "command-r7b": a size may follow a word, but no single letter but r ("e4b", "q8b", "v2b").
    const bool after_word = is_letter(previous) && (is_letter(before(text, quantity.begin - 1)) || previous == 'r');
    if (is_letter(previous) && !after_word && !after_unit) continue;
    if (quantity.unit == 't') {
      trillions.push_back(quantity.count());
    } else {
      (quantity.unit == 'b' ? sizes : millions).push_back(quantity.count());
    }
  }
  const bool stories = text.find("tinystories") != nowhere;
  millions.erase(std::remove_if(millions.begin(), millions.end(), [&](double m) { return m < 10e6 && !stories; }),
                 millions.end());
  if (sizes.empty()) sizes = millions;
  if (!experts && !sizes.empty()) {
    const auto [low, high] = std::minmax_element(sizes.begin(), sizes.end());
    if (*low == *high) {
      model.parameters = *high;
    } else if (text.find("olmoe") != nowhere && sizes.size() == 2) {
      model.active_parameters = *low;  // "OLMoE-1B-7B": active and in all
      model.parameters = *high;
    }
  }
  if (!model.tokens && trillions.size() == 1 && !sizes.empty()) model.tokens = trillions.front();
}

/// Where no word of the table is known: what stands before the size names the series ("Orion-14B", "Orion-1B"). Empty
/// where nothing does. end: of that text in part.
std::size_t end_of_series(std::string_view part) {
  for (const Quantity& quantity : quantities_in(part)) {
    if (counts_tokens(part, quantity)) continue;
    std::size_t end = quantity.begin;
    // "4x7b": so many experts.
    if (end > 1 && part[end - 1] == 'x' && is_digit(part[end - 2])) --end;
    while (end > 0 && end < quantity.begin && is_digit(part[end - 1])) --end;
    while (end > 0 && is_separator(part[end - 1])) --end;
    const std::string_view series = part.substr(0, end);
    return std::any_of(series.begin(), series.end(), is_letter) ? end : 0;
  }
  return 0;
}

double unit_of_word(std::string_view word) {
  if (word == "k" || word == "thousand") return 1e3;
  if (word == "m" || word == "million") return 1e6;
  if (word == "b" || word == "billion" || word == "bn") return 1e9;
  if (word == "t" || word == "trillion") return 1e12;
  return 0;
}

}  // namespace

NamedModel read_model_name(std::string_view name) {
  const std::string_view given = without_arguments(name);
  const std::string lower = to_lower(given);
  const std::vector<std::string_view> parts = path_parts(lower);
  NamedModel model;
  if (parts.empty()) return model;
  // The last part that names a family: what follows it may be a revision ("/step3000"), what stands before it is who
  // published it, whose name counts only where it states a size, too ("llama-3-8b/main").
  std::size_t chosen = parts.size() - 1;
  for (std::size_t p = parts.size(); p-- > 0;) {
    std::string family = family_of(parts[p]);
    if (family.empty()) continue;
    if (p == 0 && parts.size() > 1 && quantities_in(parts[p]).empty()) continue;
    model.family = std::move(family);
    chosen = p;
    break;
  }
  if (model.family.empty()) {
    const auto offset = static_cast<std::size_t>(parts[chosen].data() - lower.data());
    model.family = given.substr(offset, end_of_series(parts[chosen]));
  }
  std::string text(parts[chosen]);
  for (std::size_t p = chosen + 1; p < parts.size(); ++p) text += "/" + std::string(parts[p]);
  read_sizes(text, model);
  return model;
}

std::optional<double> read_count(std::string_view text, double unit) {
  std::string cleaned;
  const std::string lower = to_lower(trim(text));
  for (std::size_t i = 0; i < lower.size(); ++i) {
    // Commas of thousands: three digits follow.
    const bool thousands = lower[i] == ',' && i > 0 && is_digit(lower[i - 1]) && digits_from(lower, i + 1).size() == 3;
    if (!thousands) cleaned += lower[i];
  }
  std::string_view rest = cleaned;
  for (const std::string_view noun : {"parameters", "params", "tokens"}) {
    if (rest.size() > noun.size() && rest.substr(rest.size() - noun.size()) == noun) {
      rest = trim(rest.substr(0, rest.size() - noun.size()));
    }
  }
  std::size_t end = rest.size();
  while (end > 0 && is_letter(rest[end - 1])) --end;
  double factor = 0;
  const std::string_view word = rest.substr(end);
  if (!word.empty()) {
    factor = unit_of_word(word);
    if (factor == 0) return std::nullopt;
    rest = trim(rest.substr(0, end));
  }
  const auto value = parse_number(rest);
  if (!value || !std::isfinite(*value) || !(*value > 0)) return std::nullopt;
  if (factor > 0) return *value * factor;
  if (*value >= 100'000) return *value;
  if (unit > 0) return *value * unit;
  return std::nullopt;
}

}  // namespace harmonograph
