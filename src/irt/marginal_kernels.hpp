// The loops over nodes that the marginal likelihood spends its time in: plain, without branches, so that compilers
// turn them into vector code. Fixed order of summation.
#pragma once

#include <cstddef>
#include <vector>

namespace harmonograph {

/// out += sum of rows (each `size` numbers), four rows at a time.
void add_rows(const std::vector<const double*>& rows, std::size_t size, double* out);
/// out += sum of weights[k] rows[k].
void add_rows_weighted(const std::vector<const double*>& rows, const double* weights, std::size_t size, double* out);
/// out -= sum of rows.
void subtract_rows(const std::vector<const double*>& rows, std::size_t size, double* out);

/// values = exp(values) / sum exp(values); gives log sum exp(values). Values more than 700 below the largest count as
/// 700 below.
double exponentiate_and_normalise(double* values, std::size_t size);

/// exp(x) for -708 <= x <= 0 with a relative error below 1e-15; additions, multiplications and bit operations only.
double exp_of_nonpositive(double x);

}  // namespace harmonograph
