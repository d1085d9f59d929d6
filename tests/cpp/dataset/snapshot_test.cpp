// A snapshot gives back every bit; damaged ones are refused, whatever the damage.
#include "dataset/snapshot.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>

#include "core/random.hpp"

using namespace harmonograph;

namespace {

/// Two benchmarks; the second has something of everything.
Dataset full_dataset() {
  Dataset dataset;
  dataset.model_attribute_names = {"family", "parameters"};
  dataset.models = {{"a/b", {"x", ""}}, {"Größe", {"", "7e9"}}};
  Benchmark small;
  small.name = "small";
  small.item_ids = {"only"};
  small.option_counts = {0};
  small.keys = {-1};
  small.scores = Matrix(2, 1, 1);
  small.choices.resize(2);
  dataset.benchmarks.push_back(std::move(small));

  Benchmark full;
  full.name = "full";
  full.item_ids = {"q1", "q2", "q3"};
  full.item_texts = {"text", "", "\xe2\x82\xac"};
  full.option_counts = {2, 3, 0};
  full.keys = {1, -1, 0};
  full.attributes = {{"topic", {"a", "b", ""}}};
  full.vectors = {{"emb", Matrix(3, 2, -0.1)}};
  full.vectors[0].values(1, 0) = std::numeric_limits<double>::quiet_NaN();
  full.scores = Matrix(2, 3, 0.1 + 0.2);
  full.scores(1, 2) = missing;
  full.scores(0, 1) = -0.0;
  full.choices.resize(2);
  full.choices[1].push_back({"p", ChoiceKind::probability, Matrix(3, 3, 1e-310)});
  full.choices[1][0].values(2, 2) = -std::numeric_limits<double>::infinity();
  full.chosen = RowMajorMatrix<std::int32_t>(2, 3, -1);
  full.chosen(1, 1) = 2;
  dataset.benchmarks.push_back(std::move(full));
  return dataset;
}

bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

/// The bytes with the right checksum, so that reading goes on to their content.
std::string sealed(std::string bytes) {
  constexpr std::size_t header = 24;
  if (bytes.size() < header) return bytes;
  const std::uint64_t checksum = snapshot_checksum(std::span<const char>(bytes).subspan(header));
  std::memcpy(bytes.data() + 16, &checksum, sizeof checksum);
  return bytes;
}

}  // namespace

TEST_CASE("a snapshot holds one benchmark with all models, bit for bit") {
  const Dataset dataset = full_dataset();
  const std::string bytes = write_snapshot(dataset, 1);
  const auto read = read_snapshot(bytes);
  REQUIRE(read.ok());
  REQUIRE(read->models.size() == 2);
  CHECK(read->models[1].name == "Größe");
  CHECK(read->models[1].attributes == dataset.models[1].attributes);
  CHECK(read->model_attribute_names == dataset.model_attribute_names);
  REQUIRE(read->benchmarks.size() == 1);
  const Benchmark& was = dataset.benchmarks[1];
  const Benchmark& is = read->benchmarks[0];
  CHECK(is.name == was.name);
  CHECK(is.item_ids == was.item_ids);
  CHECK(is.item_texts == was.item_texts);
  CHECK(is.option_counts == was.option_counts);
  CHECK(is.keys == was.keys);
  REQUIRE(is.attributes.size() == 1);
  CHECK(is.attributes[0].name == "topic");
  CHECK(is.attributes[0].values == was.attributes[0].values);
  REQUIRE(is.vectors.size() == 1);
  CHECK(is.vectors[0].name == "emb");
  CHECK(same_bits(is.vectors[0].values.values(), was.vectors[0].values.values()));
  CHECK(is.scores.rows() == 2);
  CHECK(is.scores.columns() == 3);
  CHECK(same_bits(is.scores.values(), was.scores.values()));
  REQUIRE(is.choices.size() == 2);
  CHECK(is.choices[0].empty());
  REQUIRE(is.choices[1].size() == 1);
  CHECK(is.choices[1][0].name == "p");
  CHECK(is.choices[1][0].kind == ChoiceKind::probability);
  CHECK(same_bits(is.choices[1][0].values.values(), was.choices[1][0].values.values()));
  CHECK(is.chosen.values() == was.chosen.values());
  // And the plain one, with most lists empty.
  const auto small = read_snapshot(write_snapshot(dataset, 0));
  REQUIRE(small.ok());
  CHECK(small->benchmarks[0].item_texts.empty());
  CHECK(small->benchmarks[0].chosen.empty());
  CHECK(write_snapshot(*small, 0) == write_snapshot(dataset, 0));
}

TEST_CASE("every truncation is refused, with and without a checksum that fits") {
  const std::string bytes = write_snapshot(full_dataset(), 1);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const std::string cut = bytes.substr(0, length);
    CHECK_FALSE(read_snapshot(cut).ok());
    CHECK_FALSE(read_snapshot(sealed(cut)).ok());
  }
  CHECK_FALSE(read_snapshot(bytes + "x").ok());
  CHECK_FALSE(read_snapshot(sealed(bytes + std::string(8, '\0'))).ok());
}

TEST_CASE("every flipped bit is noticed; with a fitting checksum nothing breaks") {
  const std::string bytes = write_snapshot(full_dataset(), 1);
  std::size_t accepted = 0;
  for (std::size_t place = 0; place < bytes.size(); ++place) {
    for (const int bit : {0, 3, 7}) {
      std::string flipped = bytes;
      flipped[place] = static_cast<char>(static_cast<unsigned char>(flipped[place]) ^ (1U << bit));
      CHECK_FALSE(read_snapshot(flipped).ok());
      const auto read = read_snapshot(sealed(flipped));
      if (!read) continue;
      ++accepted;  // a letter of a name, a digit of a number: written again it is the same
      CHECK(write_snapshot(*read, 0) == sealed(flipped));
    }
  }
  CHECK(accepted > 100);
}

TEST_CASE("large counts in damaged bytes ask for no memory") {
  const std::string bytes = write_snapshot(full_dataset(), 1);
  Random random(9);
  for (std::size_t place = 24; place + 8 <= bytes.size(); ++place) {
    for (const std::uint64_t value : {UINT64_MAX, UINT64_MAX / 8 + 1, std::uint64_t{1} << 32U, random.next()}) {
      std::string changed = bytes;
      std::memcpy(changed.data() + place, &value, sizeof value);
      const auto read = read_snapshot(sealed(changed));
      if (read) CHECK(write_snapshot(*read, 0) == sealed(changed));
    }
  }
}

TEST_CASE("other bytes and other versions are told apart") {
  std::string bytes = write_snapshot(full_dataset(), 0);
  CHECK(read_snapshot(std::string(100, 'x')).error().code == ErrorCode::unknown_format);
  CHECK(read_snapshot(std::string()).error().code == ErrorCode::truncated_file);
  bytes[8] = 2;
  CHECK(read_snapshot(bytes).error().code == ErrorCode::unknown_format);
}
