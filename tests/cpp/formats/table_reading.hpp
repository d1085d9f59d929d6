// Helpers of the table tests: read a fixture under any name and in any pieces, look things up.
#pragma once

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "formats/decoded_reader.hpp"
#include "formats/registry.hpp"
#include "shared_data.hpp"

namespace table_reading {

using namespace harmonograph;

inline Result<FileObservations> read_text(const Format& format, const std::string& text, const std::string& path,
                                          const ReadOptions& options = {}, std::size_t piece = 1U << 20U) {
  const std::string head = text.substr(0, 1U << 20U);
  auto reader = of_any_encoding(format).open({path, head, options});
  for (std::size_t place = 0; place < text.size(); place += piece) {
    auto fed = reader->feed({text.data() + place, std::min(piece, text.size() - place)});
    if (!fed) return fed.error();
  }
  return reader->finish();
}

inline int certainty(const Format& format, const std::string& text, const std::string& path) {
  const std::string head = decoded_head(text.substr(0, 1U << 20U));
  return format.recognise({path, head, text.size() <= 1U << 20U});
}

inline std::string fixture(const std::string& name) {
  const std::string text = read_whole_file(std::string(FIXTURES_DIR) + "/" + name);
  REQUIRE_FALSE(text.empty());
  return text;
}

/// Score of a model on an item (native id, or "#position"); missing when there is none.
inline double score_of(const FileObservations& file, const std::string& model, const std::string& item) {
  const auto& responses = file.responses;
  for (std::size_t r = 0; r < responses.item.size(); ++r) {
    const FileItem& each = file.items[responses.item[r]];
    const std::string id = each.native_id.empty() ? "#" + std::to_string(each.position) : each.native_id;
    if (file.models[responses.model[r]] == model && id == item) return responses.score[r];
  }
  return missing;
}

inline std::size_t scored(const FileObservations& file) {
  std::size_t count = 0;
  for (const double score : file.responses.score) count += std::isnan(score) ? 0U : 1U;
  return count;
}

inline double mean_score(const FileObservations& file, const std::string& model = "*") {
  double sum = 0;
  std::size_t count = 0;
  for (std::size_t r = 0; r < file.responses.score.size(); ++r) {
    if (model != "*" && file.models[file.responses.model[r]] != model) continue;
    if (std::isnan(file.responses.score[r])) continue;
    sum += file.responses.score[r];
    ++count;
  }
  return sum / static_cast<double>(count);
}

inline const Note* find_note(const FileObservations& file, const std::string& code) {
  for (const auto& note : file.notes) {
    if (note.code == code) return &note;
  }
  return nullptr;
}

inline const ItemAttribute* find_attribute(const FileObservations& file, const std::string& name) {
  for (const auto& attribute : file.attributes) {
    if (attribute.name == name) return &attribute;
  }
  return nullptr;
}

/// What every reading must satisfy.
inline void check_shape(const FileObservations& file) {
  const auto& responses = file.responses;
  const std::size_t count = responses.item.size();
  CHECK(responses.model.size() == count);
  CHECK(responses.score.size() == count);
  CHECK((responses.chosen.empty() || responses.chosen.size() == count));
  std::size_t wrong = 0;
  for (std::size_t r = 0; r < count; ++r) {
    const double score = responses.score[r];
    if (responses.model[r] >= file.models.size() || responses.item[r] >= file.items.size()) ++wrong;
    if (!std::isnan(score) && !(score >= 0 && score <= 1)) ++wrong;
  }
  REQUIRE(wrong == 0);
  for (const auto& set : responses.choices) {
    REQUIRE(set.first.size() == count);
    for (std::size_t r = 0; r < count; ++r) {
      if (set.first[r] == no_index) continue;
      if (set.first[r] + std::size_t{file.items[responses.item[r]].option_count} > set.values.size()) ++wrong;
    }
  }
  for (const auto& item : file.items) wrong += item.benchmark < file.benchmarks.size() ? 0U : 1U;
  CHECK(wrong == 0);
  for (const auto& attribute : file.attributes) CHECK(attribute.values.size() == file.items.size());
  for (const auto& note : file.notes) CHECK(note.message.find("{n}") == std::string::npos);
  REQUIRE(file.table.has_value());
}

inline bool same(const FileObservations& a, const FileObservations& b) {
  const auto equal_numbers = [](const std::vector<double>& x, const std::vector<double>& y) {
    if (x.size() != y.size()) return false;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!(x[i] == y[i] || (std::isnan(x[i]) && std::isnan(y[i])))) return false;
    }
    return true;
  };
  return a.models == b.models && a.responses.model == b.responses.model && a.responses.item == b.responses.item &&
         equal_numbers(a.responses.score, b.responses.score) && a.items.size() == b.items.size() &&
         a.table->shape == b.table->shape && a.notes.size() == b.notes.size();
}

}  // namespace table_reading
