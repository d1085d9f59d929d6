// Silhouettes (Rousseeuw 1987) without a distance matrix: from sums over groups.
// Conventions of scikit-learn's silhouette_samples: an item alone in its group has 0; 0/0 is 0.
#pragma once

#include <vector>

#include "similarity/affinity_operator.hpp"
#include "similarity/divergence.hpp"

namespace harmonograph {

/// On the distance 1 - S, from sums(i, g) = sum of S_ij over j != i in group g (AffinityOperator::add_group_sums).
/// One value an item; all NaN when there are fewer than two groups.
std::vector<double> affinity_silhouettes(const Labeling& labeling, const Matrix& sums);

/// On the divergence J, exactly, in O(items x groups x width): the mean of J from item i to a group is
/// a_i + mean(a) - p_i.mean(l) - l_i.mean(p).
std::vector<double> divergence_silhouettes(const Labeling& labeling, const DivergenceFeatures& features);

}  // namespace harmonograph
