#include "dataset/snapshot.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace harmonograph {
namespace {

constexpr char magic[8] = {'H', 'G', 'S', 'N', 'A', 'P', 0, 0};
constexpr std::uint32_t byte_order = 0x01020304;
constexpr std::size_t header_bytes = sizeof(magic) + 2 * sizeof(std::uint32_t) + sizeof(std::uint64_t);

class Writer {
 public:
  template <class T>
  void number(T value) {
    char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    out.append(bytes, sizeof(T));
  }
  void count(std::size_t value) { number(std::uint64_t{value}); }
  void text(const std::string& value) {
    count(value.size());
    out += value;
  }
  void texts(const std::vector<std::string>& values) {
    count(values.size());
    for (const std::string& value : values) text(value);
  }
  template <class T>
  void numbers(const std::vector<T>& values) {
    count(values.size());
    if (!values.empty()) out.append(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
  }
  template <class T>
  void matrix(const RowMajorMatrix<T>& values) {
    count(values.rows());
    count(values.columns());
    numbers(values.values());
  }

  std::string out;
};

/// Reads on; after the first thing that does not fit everything is empty and ok is false.
class Reader {
 public:
  explicit Reader(std::span<const char> bytes) : left_(bytes) {}

  bool ok = true;

  template <class T>
  T number() {
    T value{};
    if (!take(sizeof(T))) return value;
    std::memcpy(&value, taken_, sizeof(T));
    return value;
  }
  /// Of things that take at least `smallest` bytes each.
  std::size_t count(std::size_t smallest) {
    const auto value = number<std::uint64_t>();
    if (value <= left_.size() / smallest) return static_cast<std::size_t>(value);
    ok = false;
    return 0;
  }
  std::string text() {
    const std::size_t size = count(1);
    return take(size) ? std::string(taken_, size) : std::string();
  }
  std::vector<std::string> texts() {
    const std::size_t size = count(sizeof(std::uint64_t));
    std::vector<std::string> values;
    for (std::size_t i = 0; i < size && ok; ++i) values.push_back(text());
    return values;
  }
  template <class T>
  std::vector<T> numbers() {
    const std::size_t size = count(sizeof(T));
    if (!take(size * sizeof(T))) return {};
    std::vector<T> values(size);
    if (size > 0) std::memcpy(values.data(), taken_, size * sizeof(T));
    return values;
  }
  /// With that many rows; an empty one may have none.
  template <class T>
  RowMajorMatrix<T> matrix(std::size_t rows, bool may_be_empty) {
    const auto has_rows = number<std::uint64_t>();
    const auto columns = number<std::uint64_t>();
    std::vector<T> values = numbers<T>();
    // Divided instead of multiplied: the product could pass 64 bits.
    const bool fits = has_rows == 0 || columns == 0
                          ? values.empty()
                          : values.size() % has_rows == 0 && values.size() / has_rows == columns;
    const bool right = has_rows == rows || (may_be_empty && has_rows == 0 && columns == 0);
    if (!fits || !right || columns > UINT32_MAX) {
      ok = false;
      return {};
    }
    RowMajorMatrix<T> result(static_cast<std::size_t>(has_rows), static_cast<std::size_t>(columns));
    result.values() = std::move(values);
    return result;
  }
  void require(bool condition) { ok = ok && condition; }
  [[nodiscard]] bool at_end() const { return left_.empty(); }

 private:
  bool take(std::size_t size) {
    ok = ok && size <= left_.size();
    if (!ok) return false;
    taken_ = left_.data();
    left_ = left_.subspan(size);
    return true;
  }

  std::span<const char> left_;
  const char* taken_ = nullptr;
};

void write_benchmark(Writer& writer, const Benchmark& benchmark) {
  writer.text(benchmark.name);
  writer.texts(benchmark.item_ids);
  writer.texts(benchmark.item_texts);
  writer.numbers(benchmark.option_counts);
  writer.numbers(benchmark.keys);
  writer.count(benchmark.attributes.size());
  for (const ItemAttribute& attribute : benchmark.attributes) {
    writer.text(attribute.name);
    writer.texts(attribute.values);
  }
  writer.count(benchmark.vectors.size());
  for (const ItemVectors& vectors : benchmark.vectors) {
    writer.text(vectors.name);
    writer.matrix(vectors.values);
  }
  writer.matrix(benchmark.scores);
  writer.count(benchmark.choices.size());
  for (const auto& sets : benchmark.choices) {
    writer.count(sets.size());
    for (const ModelChoices& set : sets) {
      writer.text(set.name);
      writer.number(static_cast<std::uint32_t>(set.kind));
      writer.matrix(set.values);
    }
  }
  writer.matrix(benchmark.chosen);
}

Benchmark read_benchmark(Reader& reader, std::size_t models) {
  Benchmark benchmark;
  benchmark.name = reader.text();
  benchmark.item_ids = reader.texts();
  const std::size_t items = benchmark.item_count();
  benchmark.item_texts = reader.texts();
  benchmark.option_counts = reader.numbers<std::uint32_t>();
  benchmark.keys = reader.numbers<std::int32_t>();
  reader.require(benchmark.item_texts.empty() || benchmark.item_texts.size() == items);
  reader.require(benchmark.option_counts.size() == items && benchmark.keys.size() == items);
  const std::size_t attributes = reader.count(2 * sizeof(std::uint64_t));
  for (std::size_t a = 0; a < attributes && reader.ok; ++a) {
    std::string name = reader.text();
    benchmark.attributes.push_back({std::move(name), reader.texts()});
    reader.require(benchmark.attributes.back().values.size() == items);
  }
  const std::size_t vectors = reader.count(4 * sizeof(std::uint64_t));
  for (std::size_t v = 0; v < vectors && reader.ok; ++v) {
    std::string name = reader.text();
    benchmark.vectors.push_back({std::move(name), reader.matrix<double>(items, false)});
    reader.require(benchmark.vectors.back().values.columns() > 0);
  }
  benchmark.scores = reader.matrix<double>(models, false);
  reader.require(benchmark.scores.columns() == items);
  const std::size_t of_models = reader.count(sizeof(std::uint64_t));
  reader.require(of_models == models);
  for (std::size_t m = 0; m < of_models && reader.ok; ++m) {
    benchmark.choices.emplace_back();
    const std::size_t sets = reader.count(4 * sizeof(std::uint64_t));
    for (std::size_t s = 0; s < sets && reader.ok; ++s) {
      ModelChoices set;
      set.name = reader.text();
      const auto kind = reader.number<std::uint32_t>();
      reader.require(kind <= static_cast<std::uint32_t>(ChoiceKind::probability));
      set.kind = kind == 0 ? ChoiceKind::log_likelihood : ChoiceKind::probability;
      set.values = reader.matrix<double>(items, false);
      benchmark.choices.back().push_back(std::move(set));
    }
  }
  benchmark.chosen = reader.matrix<std::int32_t>(models, true);
  reader.require(benchmark.chosen.empty() || benchmark.chosen.columns() == items);
  return benchmark;
}

Error damaged(ErrorCode code, std::string message) {
  return {code, std::move(message), {}, 0, "Take the snapshot again."};
}

}  // namespace

std::uint64_t snapshot_checksum(std::span<const char> data) {
  // Eight bytes at a time; the length is mixed in first, so that zeros at the end count.
  std::uint64_t sum = 0x9e3779b97f4a7c15ULL ^ (std::uint64_t{data.size()} * 0xff51afd7ed558ccdULL);
  for (std::size_t place = 0; place < data.size(); place += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, data.data() + place, std::min(sizeof(word), data.size() - place));
    sum = (sum ^ word) * 0xd6e8feb86659fd93ULL;
    sum ^= sum >> 32U;
  }
  return sum;
}

std::string write_snapshot(const Dataset& dataset, std::size_t benchmark) {
  Writer writer;
  writer.out.append(header_bytes, '\0');
  writer.texts(dataset.model_attribute_names);
  writer.count(dataset.models.size());
  for (const Model& model : dataset.models) {
    writer.text(model.name);
    writer.texts(model.attributes);
  }
  write_benchmark(writer, dataset.benchmarks[benchmark]);

  Writer header;
  header.out.append(magic, sizeof(magic));
  header.number(snapshot_version);
  header.number(byte_order);
  header.number(snapshot_checksum(std::span<const char>(writer.out).subspan(header_bytes)));
  writer.out.replace(0, header_bytes, header.out);
  return std::move(writer.out);
}

Result<Dataset> read_snapshot(std::span<const char> bytes) {
  if (bytes.size() < header_bytes) {
    return damaged(ErrorCode::truncated_file, "A snapshot of a benchmark has a header of " +
                                                  std::to_string(header_bytes) + " bytes; these are " +
                                                  std::to_string(bytes.size()) + ".");
  }
  if (std::memcmp(bytes.data(), magic, sizeof(magic)) != 0) {
    return damaged(ErrorCode::unknown_format, "These bytes are no snapshot of a benchmark.");
  }
  Reader header(bytes.subspan(sizeof(magic), header_bytes - sizeof(magic)));
  const auto version = header.number<std::uint32_t>();
  const auto order = header.number<std::uint32_t>();
  if (version != snapshot_version || order != byte_order) {
    return damaged(ErrorCode::unknown_format, "The snapshot was written by another version (" +
                                                  std::to_string(version) + ", this one reads " +
                                                  std::to_string(snapshot_version) + ") or another kind of machine.");
  }
  const auto checksum = header.number<std::uint64_t>();
  const auto data = bytes.subspan(header_bytes);
  if (snapshot_checksum(data) != checksum) {
    return damaged(ErrorCode::malformed_file, "The snapshot is damaged or cut: its bytes do not match their checksum.");
  }

  Reader reader(data);
  Dataset dataset;
  dataset.model_attribute_names = reader.texts();
  const std::size_t models = reader.count(2 * sizeof(std::uint64_t));
  for (std::size_t m = 0; m < models && reader.ok; ++m) {
    std::string name = reader.text();
    dataset.models.push_back({std::move(name), reader.texts()});
    reader.require(dataset.models.back().attributes.size() == dataset.model_attribute_names.size());
  }
  dataset.benchmarks.push_back(read_benchmark(reader, models));
  if (!reader.ok || !reader.at_end()) {
    return damaged(ErrorCode::malformed_file, "The snapshot is damaged: its parts do not fit together.");
  }
  return dataset;
}

}  // namespace harmonograph
