#include "irt/cross_validation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "core/random.hpp"
#include "core/text.hpp"

namespace harmonograph {

std::vector<float> scores_of_model(const ResponseData& responses, std::size_t model) {
  std::vector<float> scores(responses.items());
  for (std::size_t block = 0; block < responses.blocks(); ++block) {
    const std::size_t first = block * items_per_block;
    std::copy_n(responses.row(block, model), std::min(items_per_block, responses.items() - first),
                scores.data() + first);
  }
  return scores;
}

double mean_score(std::span<const float> scores) {
  double sum = 0;
  std::size_t count = 0;
  for (const float score : scores) {
    if (score < 0) continue;
    sum += static_cast<double>(score);
    ++count;
  }
  return count == 0 ? std::numeric_limits<double>::quiet_NaN() : sum / static_cast<double>(count);
}

std::vector<std::uint32_t> balanced_model_folds(const ResponseData& responses, std::size_t folds, std::uint64_t seed) {
  std::vector<double> means(responses.models());
  for (std::size_t m = 0; m < means.size(); ++m) {
    means[m] = mean_score(scores_of_model(responses, m));
    if (std::isnan(means[m])) means[m] = -1;
  }
  std::vector<std::uint32_t> order(means.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) { return means[a] < means[b]; });
  std::vector<std::uint32_t> dealt(folds);
  std::vector<std::uint32_t> fold(means.size());
  Random random(seed, 71);
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i % folds == 0) {
      std::iota(dealt.begin(), dealt.end(), 0U);
      random.shuffle(std::span<std::uint32_t>(dealt));
    }
    fold[order[i]] = dealt[i % folds];
  }
  return fold;
}

RowMajorMatrix<std::uint8_t> cell_folds(const ResponseData& responses, std::size_t folds, std::uint64_t seed) {
  const std::size_t models = responses.models();
  RowMajorMatrix<std::uint8_t> fold(models, responses.items(), never_held_out);
  RowMajorMatrix<std::uint32_t> of_model(models, folds, 0);
  std::vector<std::uint32_t> answered;
  std::vector<std::uint32_t> of_item(folds);
  Random random(seed, 72);
  for (std::size_t i = 0; i < responses.items(); ++i) {
    answered.clear();
    for (std::uint32_t m = 0; m < models; ++m) {
      if (responses.observed(m, i)) answered.push_back(m);
    }
    if (answered.size() < 2) continue;
    random.shuffle(std::span<std::uint32_t>(answered));
    std::fill(of_item.begin(), of_item.end(), 0U);
    const auto start = static_cast<std::size_t>(random.below(folds));
    for (const std::uint32_t m : answered) {
      std::size_t best = start;
      for (std::size_t step = 1; step < folds; ++step) {
        const std::size_t f = (start + step) % folds;
        if (std::make_pair(of_item[f], of_model(m, f)) < std::make_pair(of_item[best], of_model(m, best))) best = f;
      }
      ++of_item[best];
      ++of_model(m, best);
      fold(m, i) = static_cast<std::uint8_t>(best);
    }
  }
  // A model whose cells all came to lie in one fold keeps its first.
  for (std::size_t m = 0; m < models; ++m) {
    std::size_t first = responses.items();
    bool keeps = false;
    for (std::size_t i = 0; i < responses.items() && !keeps; ++i) {
      if (!responses.observed(m, i)) continue;
      if (first == responses.items()) first = i;
      keeps = fold(m, i) == never_held_out || fold(m, i) != fold(m, first);
    }
    if (!keeps && first < responses.items()) fold(m, first) = never_held_out;
  }
  return fold;
}

std::vector<std::uint32_t> models_of_fold(std::span<const std::uint32_t> folds, std::uint32_t fold, bool inside) {
  std::vector<std::uint32_t> models;
  for (std::uint32_t m = 0; m < folds.size(); ++m) {
    if ((folds[m] == fold) == inside) models.push_back(m);
  }
  return models;
}

ResponseData some_models(const ResponseData& responses, std::span<const std::uint32_t> models) {
  ResponseData part(models.size(), responses.items());
  for (std::size_t m = 0; m < models.size(); ++m) {
    for (std::size_t i = 0; i < responses.items(); ++i) part.set(m, i, responses.at(models[m], i));
  }
  return part;
}

ResponseData some_items(const ResponseData& responses, std::span<const std::uint32_t> items) {
  ResponseData part(responses.models(), items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    for (std::size_t m = 0; m < responses.models(); ++m) part.set(m, i, responses.at(m, items[i]));
  }
  return part;
}

Result<void> check_model_folds(const ResponseData& responses, std::size_t folds, std::size_t dimensions) {
  const std::size_t models = responses.models();
  const std::size_t largest = folds == 0 ? models : (models + folds - 1) / folds;
  if (folds >= 2 && models >= folds && models - largest >= 2 && models - largest > dimensions) return {};
  return Error{ErrorCode::too_few_models,
               "With " + counted(models, "model") + " in " + counted(folds, "fold") + " too few are left to fit " +
                   counted(dimensions, "dimension") + " without the models that are left out.",
               "", 0, "Add models, or choose fewer dimensions or more folds."};
}

}  // namespace harmonograph
