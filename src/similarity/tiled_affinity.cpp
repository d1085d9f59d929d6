#include "similarity/tiled_affinity.hpp"

#include <algorithm>

namespace harmonograph {
namespace {

constexpr std::size_t tile_rows = 32;
constexpr std::size_t tile_columns = 256;
/// Columns of x that are multiplied together: eight floats are two vector registers.
constexpr std::size_t strip = 8;

}  // namespace

TiledAffinity::TiledAffinity(const DivergenceFeatures& features, double tau)
    : size_(features.items()), single_(features, tau), degrees_(size_, 0.0) {}

std::size_t TiledAffinity::pieces_for(std::size_t items) {
  return (items + tile_rows - 1) / tile_rows;
}

void TiledAffinity::compute_tile(std::size_t row, std::size_t rows, std::size_t column, std::size_t columns,
                                 float* values) const {
  for (std::size_t r = 0; r < rows; ++r) {
    float* out = values + r * tile_columns;
    single_.row(row + r, column, columns, out);
    // Each pair counts once, and no item is similar to itself: what lies on or below the diagonal is left out.
    const std::size_t below = row + r + 1 > column ? row + r + 1 - column : 0;
    std::fill_n(out, std::min(below, tile_columns), 0.0F);
  }
}

template <class Visit>
void TiledAffinity::for_each_tile(std::size_t piece, Visit visit) const {
  const std::size_t row = piece * tile_rows;
  const std::size_t rows = std::min(tile_rows, size_ - row);
  std::vector<float> values(tile_rows * tile_columns, 0.0F);
  for (std::size_t column = row / tile_columns * tile_columns; column < size_; column += tile_columns) {
    const std::size_t columns = std::min(tile_columns, size_ - column);
    compute_tile(row, rows, column, columns, values.data());
    visit(row, rows, column, columns, values.data());
  }
}

void TiledAffinity::prepare(std::size_t piece) {
  for_each_tile(piece,
                [&](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const float* values) {
                  for (std::size_t r = 0; r < rows; ++r) {
                    double total = 0;
                    for (std::size_t j = 0; j < columns; ++j) {
                      const double s = static_cast<double>(values[r * tile_columns + j]);
                      total += s;
                      degrees_[column + j] += s;
                    }
                    degrees_[row + r] += total;
                  }
                });
}

void TiledAffinity::add_product(std::size_t piece, const Matrix& x, Matrix& y) const {
  const std::size_t count = x.columns();
  // Inside a tile sums run in single precision, in strips of columns; between tiles in double precision.
  std::vector<float> column_x(tile_columns * strip);
  std::vector<float> column_y(tile_columns * strip);
  for_each_tile(piece,
                [&](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const float* values) {
                  for (std::size_t first = 0; first < count; first += strip) {
                    const std::size_t width = std::min(strip, count - first);
                    std::fill(column_x.begin(), column_x.end(), 0.0F);
                    std::fill(column_y.begin(), column_y.end(), 0.0F);
                    for (std::size_t j = 0; j < columns; ++j) {
                      for (std::size_t c = 0; c < width; ++c) {
                        column_x[j * strip + c] = static_cast<float>(x(column + j, first + c));
                      }
                    }
                    for (std::size_t r = 0; r < rows; ++r) {
                      float own_x[strip] = {};
                      float own_y[strip] = {};
                      for (std::size_t c = 0; c < width; ++c) own_x[c] = static_cast<float>(x(row + r, first + c));
                      const float* s = values + r * tile_columns;
                      for (std::size_t j = 0; j < columns; ++j) {
                        const float* other_x = column_x.data() + j * strip;
                        float* other_y = column_y.data() + j * strip;
                        for (std::size_t c = 0; c < strip; ++c) {
                          own_y[c] += s[j] * other_x[c];
                          other_y[c] += s[j] * own_x[c];
                        }
                      }
                      for (std::size_t c = 0; c < width; ++c) y(row + r, first + c) += static_cast<double>(own_y[c]);
                    }
                    for (std::size_t j = 0; j < columns; ++j) {
                      for (std::size_t c = 0; c < width; ++c) {
                        y(column + j, first + c) += static_cast<double>(column_y[j * strip + c]);
                      }
                    }
                  }
                });
}

void TiledAffinity::add_group_sums(std::size_t piece, const std::vector<Labeling>& labelings,
                                   std::vector<Matrix>& sums) const {
  for_each_tile(piece,
                [&](std::size_t row, std::size_t rows, std::size_t column, std::size_t columns, const float* values) {
                  for (std::size_t t = 0; t < labelings.size(); ++t) {
                    const std::uint32_t* labels = labelings[t].labels.data();
                    for (std::size_t r = 0; r < rows; ++r) {
                      const float* s = values + r * tile_columns;
                      double* own = sums[t].row(row + r).data();
                      const std::size_t own_label = labels[row + r];
                      for (std::size_t j = 0; j < columns; ++j) {
                        own[labels[column + j]] += static_cast<double>(s[j]);
                        sums[t](column + j, own_label) += static_cast<double>(s[j]);
                      }
                    }
                  }
                });
}

}  // namespace harmonograph
