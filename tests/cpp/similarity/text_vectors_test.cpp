#include "similarity/text_vectors.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "core/random.hpp"
#include "core/words.hpp"
#include "similarity/cosine.hpp"

using namespace harmonograph;

namespace {

double cosine(const Matrix& vectors, std::size_t i, std::size_t j) {
  double product = 0;
  double squares_i = 0;
  double squares_j = 0;
  for (std::size_t w = 0; w < vectors.columns(); ++w) {
    product += vectors(i, w) * vectors(j, w);
    squares_i += vectors(i, w) * vectors(i, w);
    squares_j += vectors(j, w) * vectors(j, w);
  }
  return product / std::sqrt(squares_i * squares_j);
}

}  // namespace

TEST_CASE("without collisions of the hash the cosines are those of TF-IDF") {
  const std::vector<std::string> texts{"mitochondria produce energy; cells need energy, energy!",
                                       "cells divide energy permits", "treaty ended war", "war treaty war borders",
                                       "cells, treaty"};
  std::set<std::string> words;
  std::set<std::size_t> places;
  for (const auto& text : texts) {
    for (const auto& word : words_of(text)) words.insert(word);
  }
  for (const auto& word : words) places.insert(hash_word(word).place);
  REQUIRE(places.size() == words.size());

  const Matrix vectors = text_vectors(texts);
  REQUIRE(vectors.columns() == text_vector_width);
  // tests/golden/texts/make_text_cosines.py, scikit-learn 1.2.1.
  const struct {
    std::size_t i, j;
    double cosine;
  } expected[] = {{0, 1, 0.410136668222}, {0, 2, 0},
                  {0, 4, 0.188441782798}, {1, 3, 0},
                  {1, 4, 0.268987413024}, {2, 3, 0.587815901040},
                  {2, 4, 0.326830201908}, {3, 4, 0.260113064600}};
  for (const auto& pair : expected) CHECK(cosine(vectors, pair.i, pair.j) == Approx(pair.cosine).margin(1e-11));
}

TEST_CASE("hashed cosines are unbiased: no pair of unrelated texts is drawn together on the whole") {
  // 60 texts of 12 words each, no word in two texts: every true cosine is 0. With random signs the mean over the 1,770
  // pairs has a standard error of about 1/sqrt(256 x 1770) = .0015.
  std::vector<std::string> texts;
  Random random(3);
  for (int t = 0; t < 60; ++t) {
    std::string text;
    for (int w = 0; w < 12; ++w) {
      std::string word;
      for (int c = 0; c < 9; ++c) word += static_cast<char>('a' + static_cast<char>(random.below(26)));
      text += word + " ";
    }
    texts.push_back(text);
  }
  const Matrix vectors = text_vectors(texts);
  double total = 0;
  double squares = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      total += cosine(vectors, i, j);
      squares += cosine(vectors, i, j) * cosine(vectors, i, j);
    }
  }
  CHECK(std::fabs(total / 1770) < 0.006);
  CHECK(std::sqrt(squares / 1770) == Approx(1.0 / 16).epsilon(0.15));  // 1/sqrt(256)
}

TEST_CASE("texts without words have no direction") {
  const Matrix vectors = text_vectors({"energy", "", "12 + 7", "of the", "energy"});
  CHECK(rows_with_direction(vectors) == std::vector<std::size_t>{0, 4});
  CHECK(text_vectors({}).rows() == 0);
}
