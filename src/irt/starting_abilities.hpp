// Where the variational estimator starts: abilities from the singular vectors of the smoothed responses.
#pragma once

#include <cstddef>

#include "core/matrix.hpp"
#include "irt/response_data.hpp"

namespace harmonograph {

/// Abilities (models x dimensions, each column with mean 0 and variance 1) by two singular value decompositions (the
/// idea of Zhang, Chen and Li 2020): responses centred by item mean (missing cells at the mean) are cut to rank
/// `dimensions`, clipped to .01 .. .99 and taken to the logit scale, whose leading left singular vectors are the
/// abilities. Only models x models or models x dimensions numbers are held, never items x items. dimensions < models.
Matrix starting_abilities(const ResponseData& responses, std::size_t dimensions);

}  // namespace harmonograph
