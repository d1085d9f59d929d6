// Builds the observations of one file in a few lines, for tests.
#pragma once

#include <string>
#include <vector>

#include "dataset/assemble.hpp"
#include "formats/file_observations.hpp"

namespace harmonograph {

class ObservationsBuilder {
 public:
  explicit ObservationsBuilder(std::string model, std::string benchmark = "bench") {
    file_.models.push_back(std::move(model));
    file_.benchmarks.push_back(std::move(benchmark));
    file_.model_is_stated = true;
  }

  ObservationsBuilder& item(FileItem item, double score, const std::vector<std::uint64_t>& options = {}) {
    if (!options.empty()) {
      file_.option_fingerprints.first.resize(file_.items.size() + 1,
                                             static_cast<std::uint32_t>(file_.option_fingerprints.values.size()));
      file_.option_fingerprints.add(options);
      item.option_count = static_cast<std::uint32_t>(options.size());
    }
    file_.items.push_back(std::move(item));
    file_.responses.model.push_back(0);
    file_.responses.item.push_back(static_cast<std::uint32_t>(file_.items.size() - 1));
    file_.responses.score.push_back(score);
    return *this;
  }

  FileObservations& file() { return file_; }
  [[nodiscard]] const FileObservations& file() const { return file_; }

 private:
  FileObservations file_;
};

inline FileItem named(std::string native_id) {
  FileItem item;
  item.native_id = std::move(native_id);
  return item;
}

inline FileItem placed(std::int64_t position, std::string hash = {}) {
  FileItem item;
  item.position = position;
  item.content_hash = std::move(hash);
  return item;
}

inline const Note* find_note(const std::vector<Note>& notes, const std::string& code) {
  for (const auto& note : notes) {
    if (note.code == code) return &note;
  }
  return nullptr;
}

}  // namespace harmonograph
