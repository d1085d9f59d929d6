// Statistics of classical test theory, which need no model: reliability, and the correlation of an item with the rest.
#pragma once

#include <vector>

#include "irt/response_data.hpp"

namespace harmonograph {

/// Cronbach's alpha (1951; KR-20 for 0/1 scores) of the mean score over the models, as 1 - MS(residual) / MS(models) of
/// the two-way analysis of variance (Hoyt 1941), which is the same number when every cell is observed. With missing
/// cells the models' mean square is the one adjusted for the items that they were scored on. May be negative. NaN when
/// it does not exist: fewer than two models or items, no degrees of freedom left, models that do not differ.
double cronbach_alpha(const ResponseData& responses);

/// Per item, Pearson's r over the models of its score with the model's mean score on its other items (corrected
/// item-total correlation). NaN with fewer than 3 models or when one of the two is constant.
std::vector<double> item_rest_correlations(const ResponseData& responses);

/// Per model, Pearson's r over its items of its score with the item's mean score over the other models (Donlon and
/// Fischer 1968, personal point-biserial). Near 0: the model's rights and wrongs have nothing to do with what others
/// find hard, whatever its mean score: a leaked key, a trick that fools the judge, another key. NaN with fewer than 3
/// items or when one of the two is constant.
std::vector<double> model_difficulty_correlations(const ResponseData& responses);

}  // namespace harmonograph
