// A dense row-major matrix that owns its numbers. For arithmetic on small matrices use Eigen.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace harmonograph {

template <class T>
class RowMajorMatrix {
 public:
  RowMajorMatrix() = default;
  RowMajorMatrix(std::size_t rows, std::size_t columns, T fill = T{})
      : rows_(rows), columns_(columns), values_(rows * columns, fill) {}

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] bool empty() const { return values_.empty(); }

  T& operator()(std::size_t row, std::size_t column) { return values_[row * columns_ + column]; }
  const T& operator()(std::size_t row, std::size_t column) const { return values_[row * columns_ + column]; }

  std::span<T> row(std::size_t index) { return {values_.data() + index * columns_, columns_}; }
  std::span<const T> row(std::size_t index) const { return {values_.data() + index * columns_, columns_}; }

  T* data() { return values_.data(); }
  const T* data() const { return values_.data(); }
  std::vector<T>& values() { return values_; }
  const std::vector<T>& values() const { return values_; }

 private:
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
  std::vector<T> values_;
};

using Matrix = RowMajorMatrix<double>;
using FloatMatrix = RowMajorMatrix<float>;

}  // namespace harmonograph
