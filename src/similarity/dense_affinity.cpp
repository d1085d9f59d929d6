#include "similarity/dense_affinity.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace harmonograph {
namespace {

constexpr std::size_t bytes_per_block = std::size_t{256} << 20U;  // one allocation stays far under 2 GiB
constexpr std::size_t cells_per_piece = std::size_t{1} << 20U;    // about 30 ms of work with 24 columns
constexpr std::size_t usual_width = 48;                           // of features; wider ones take longer to prepare
constexpr std::size_t tile = 256;

std::size_t rows_in_piece(std::size_t items) {
  return std::max<std::size_t>(4, cells_per_piece / std::max<std::size_t>(1, items) / 4 * 4);
}

std::size_t prepared_rows_in_piece(std::size_t items, std::size_t width) {
  return std::max<std::size_t>(1, rows_in_piece(items) * usual_width / std::max(width, usual_width));
}

/// y += S x for four rows of S and four columns of x: sixteen sums stay in registers.
void multiply_four_by_four(const std::array<const float*, 4>& rows, std::size_t count, const double* x,
                           std::size_t stride, const std::array<double*, 4>& y) {
  double sums[4][4] = {};
  for (std::size_t j = 0; j < count; ++j) {
    const double* values = x + j * stride;
    for (std::size_t r = 0; r < 4; ++r) {
      const double s = rows[r][j];
      for (std::size_t c = 0; c < 4; ++c) sums[r][c] += s * values[c];
    }
  }
  for (std::size_t r = 0; r < 4; ++r) {
    for (std::size_t c = 0; c < 4; ++c) y[r][c] += sums[r][c];
  }
}

}  // namespace

DenseAffinity::DenseAffinity(const DivergenceFeatures& features, double tau)
    : features_(features),
      tau_(tau),
      size_(features.items()),
      rows_per_piece_(rows_in_piece(size_)),
      rows_per_block_(std::max<std::size_t>(1, bytes_per_block / sizeof(float) / std::max<std::size_t>(1, size_))),
      degrees_(size_, 0.0) {
  rows_per_block_ = std::min(rows_per_block_, std::max<std::size_t>(1, size_));
  for (std::size_t first = 0; first < size_; first += rows_per_block_) {
    blocks_.emplace_back(std::min(rows_per_block_, size_ - first) * size_);
  }
}

std::size_t DenseAffinity::pieces_for(std::size_t items) {
  const std::size_t rows = rows_in_piece(items);
  return (items + rows - 1) / rows;
}

std::size_t DenseAffinity::preparation_pieces_for(std::size_t items, std::size_t width) {
  const std::size_t rows = prepared_rows_in_piece(items, width);
  return (items + rows - 1) / rows;
}

void DenseAffinity::prepare(std::size_t piece) {
  const std::size_t rows = prepared_rows_in_piece(size_, features_.width());
  const std::size_t end = std::min(size_, (piece + 1) * rows);
  std::array<double, tile> forward{};
  std::array<double, tile> backward{};
  for (std::size_t i = piece * rows; i < end; ++i) {
    float* row = blocks_[i / rows_per_block_].data() + (i % rows_per_block_) * size_;
    for (std::size_t first = 0; first < size_; first += tile) {
      const std::size_t count = std::min(tile, size_ - first);
      forward.fill(0);
      backward.fill(0);
      // The two sums are kept apart, so that S_ij and S_ji come out equal to the last bit.
      for (std::size_t w = 0; w < features_.width(); ++w) {
        const double p = features_.p(w, i);
        const double l = features_.l(w, i);
        const double* others_p = features_.p.row(w).data() + first;
        const double* others_l = features_.l.row(w).data() + first;
        for (std::size_t j = 0; j < count; ++j) {
          forward[j] += p * others_l[j];
          backward[j] += l * others_p[j];
        }
      }
      for (std::size_t j = 0; j < count; ++j) {
        const double divergence = (features_.a[i] + features_.a[first + j]) - (forward[j] + backward[j]);
        row[first + j] = static_cast<float>(std::exp(-0.5 * tau_ * std::max(0.0, divergence)));
      }
    }
    row[i] = 0;
    double degree = 0;
    for (std::size_t j = 0; j < size_; ++j) degree += static_cast<double>(row[j]);
    degrees_[i] = degree;
  }
}

void DenseAffinity::add_product(std::size_t piece, const Matrix& x, Matrix& y) const {
  const std::size_t begin = piece * rows_per_piece_;
  const std::size_t end = std::min(size_, begin + rows_per_piece_);
  const std::size_t columns = x.columns();
  const std::size_t whole_columns = columns / 4 * 4;
  std::size_t i = begin;
  for (; i + 4 <= end; i += 4) {
    const std::array<const float*, 4> rows{row(i), row(i + 1), row(i + 2), row(i + 3)};
    for (std::size_t c = 0; c < whole_columns; c += 4) {
      multiply_four_by_four(rows, size_, x.data() + c, columns, {&y(i, c), &y(i + 1, c), &y(i + 2, c), &y(i + 3, c)});
    }
  }
  // What does not fill a four by four square: the last rows, and the last columns of the others.
  for (std::size_t rest = begin; rest < end; ++rest) {
    for (std::size_t c = rest < i ? whole_columns : 0; c < columns; ++c) {
      const float* values = row(rest);
      double sum = 0;
      for (std::size_t j = 0; j < size_; ++j) sum += static_cast<double>(values[j]) * x(j, c);
      y(rest, c) += sum;
    }
  }
}

void DenseAffinity::add_group_sums(std::size_t piece, const std::vector<Labeling>& labelings,
                                   std::vector<Matrix>& sums) const {
  const std::size_t end = std::min(size_, (piece + 1) * rows_per_piece_);
  std::vector<double> totals;
  for (std::size_t i = piece * rows_per_piece_; i < end; i += 4) {
    const std::size_t rows_here = std::min<std::size_t>(4, end - i);
    // Four rows at once: a label is looked up once for four sums. A missing fourth row repeats the last one.
    std::array<const float*, 4> rows{};
    for (std::size_t r = 0; r < 4; ++r) rows[r] = row(i + std::min(r, rows_here - 1));
    for (std::size_t t = 0; t < labelings.size(); ++t) {
      totals.assign(labelings[t].groups * 4, 0.0);
      const std::uint32_t* labels = labelings[t].labels.data();
      for (std::size_t j = 0; j < size_; ++j) {
        double* total = totals.data() + std::size_t{labels[j]} * 4;
        for (std::size_t r = 0; r < 4; ++r) total[r] += static_cast<double>(rows[r][j]);
      }
      for (std::size_t r = 0; r < rows_here; ++r) {
        for (std::size_t g = 0; g < labelings[t].groups; ++g) sums[t](i + r, g) += totals[g * 4 + r];
      }
    }
  }
}

}  // namespace harmonograph
