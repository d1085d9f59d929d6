#include "similarity/tiled_affinity.hpp"

#include <algorithm>
#include <array>

#include "similarity/fast_exponential.hpp"

namespace harmonograph {
namespace {

constexpr std::size_t tile_rows = 32;
constexpr std::size_t tile_columns = 256;

}  // namespace

TiledAffinity::TiledAffinity(const DivergenceFeatures& features, double tau)
    : size_(features.items()),
      half_tau_(static_cast<float>(tau / 2)),
      p_(features.width(), size_),
      l_(features.width(), size_),
      a_(size_),
      degrees_(size_, 0.0) {
  for (std::size_t w = 0; w < features.width(); ++w) {
    for (std::size_t i = 0; i < size_; ++i) {
      p_(w, i) = static_cast<float>(features.p(w, i));
      l_(w, i) = static_cast<float>(features.l(w, i));
    }
  }
  for (std::size_t i = 0; i < size_; ++i) a_[i] = static_cast<float>(features.a[i]);
}

std::size_t TiledAffinity::pieces() const {
  return (size_ + tile_rows - 1) / tile_rows;
}

void TiledAffinity::compute_tile(std::size_t row, std::size_t rows, std::size_t column, std::size_t columns,
                                 float* values) const {
  std::array<float, tile_columns> sums{};
  for (std::size_t r = 0; r < rows; ++r) {
    sums.fill(0);
    for (std::size_t w = 0; w < p_.rows(); ++w) {
      const float p = p_(w, row + r);
      const float l = l_(w, row + r);
      const float* others_p = p_.row(w).data() + column;
      const float* others_l = l_.row(w).data() + column;
      for (std::size_t j = 0; j < columns; ++j) sums[j] += p * others_l[j] + l * others_p[j];
    }
    const float a = a_[row + r];
    float* out = values + r * tile_columns;
    for (std::size_t j = 0; j < columns; ++j) {
      const float divergence = (a + a_[column + j]) - sums[j];
      out[j] = fast_exponential(-half_tau_ * (divergence > 0 ? divergence : 0.0F));
    }
  }
}

template <class Visit>
void TiledAffinity::for_each_pair(std::size_t piece, Visit visit) const {
  const std::size_t row = piece * tile_rows;
  const std::size_t rows = std::min(tile_rows, size_ - row);
  std::array<float, tile_rows * tile_columns> values{};
  for (std::size_t column = row; column < size_; column += tile_columns) {
    const std::size_t columns = std::min(tile_columns, size_ - column);
    compute_tile(row, rows, column, columns, values.data());
    for (std::size_t r = 0; r < rows; ++r) {
      const std::size_t i = row + r;
      for (std::size_t j = std::max(column, i + 1); j < column + columns; ++j) {
        visit(i, j, static_cast<double>(values[r * tile_columns + (j - column)]));
      }
    }
  }
}

void TiledAffinity::prepare(std::size_t piece) {
  for_each_pair(piece, [&](std::size_t i, std::size_t j, double s) {
    degrees_[i] += s;
    degrees_[j] += s;
  });
}

void TiledAffinity::add_product(std::size_t piece, const Matrix& x, Matrix& y) const {
  const std::size_t columns = x.columns();
  for_each_pair(piece, [&](std::size_t i, std::size_t j, double s) {
    const double* x_i = x.data() + i * columns;
    const double* x_j = x.data() + j * columns;
    double* y_i = y.data() + i * columns;
    double* y_j = y.data() + j * columns;
    for (std::size_t c = 0; c < columns; ++c) y_i[c] += s * x_j[c];
    for (std::size_t c = 0; c < columns; ++c) y_j[c] += s * x_i[c];
  });
}

void TiledAffinity::add_group_sums(std::size_t piece, const std::vector<Labeling>& labelings,
                                   std::vector<Matrix>& sums) const {
  for_each_pair(piece, [&](std::size_t i, std::size_t j, double s) {
    for (std::size_t t = 0; t < labelings.size(); ++t) {
      sums[t](i, labelings[t].labels[j]) += s;
      sums[t](j, labelings[t].labels[i]) += s;
    }
  });
}

}  // namespace harmonograph
