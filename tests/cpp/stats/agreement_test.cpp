#include "stats/agreement.hpp"

#include <catch2/catch.hpp>
#include <vector>

using namespace harmonograph;
using Labels = std::vector<std::uint32_t>;

TEST_CASE("agreement as scikit-learn 1.2.1 computes it") {
  // Documented examples of adjusted_rand_score: 0.57 (4/7) and -0.5.
  CHECK(adjusted_rand_index(Labels{0, 0, 1, 2}, Labels{0, 0, 1, 1}) == Approx(0.5714285714));
  CHECK(adjusted_rand_index(Labels{0, 0, 1, 1}, Labels{0, 1, 0, 1}) == Approx(-0.5));
  // normalized_mutual_info_score([0, 0, 1, 1, 2], [0, 0, 1, 2, 2]): mutual information over the mean entropy;
  // I = 1.0549 - .4 ln 2 = .7776614 and both entropies are 1.0549202.
  CHECK(normalised_mutual_information(Labels{0, 0, 1, 1, 2}, Labels{0, 0, 1, 2, 2}) ==
        Approx((1.0549201679861442 - 0.4 * 0.6931471805599453) / 1.0549201679861442));
}

TEST_CASE("equal partitions agree fully whatever their numbers") {
  CHECK(adjusted_rand_index(Labels{0, 0, 1, 1}, Labels{5, 5, 2, 2}) == 1);
  CHECK(normalised_mutual_information(Labels{0, 0, 1, 1}, Labels{5, 5, 2, 2}) == Approx(1));
}

TEST_CASE("one group says nothing about several") {
  CHECK(normalised_mutual_information(Labels{0, 0, 0, 0}, Labels{0, 0, 1, 1}) == 0);
  CHECK(adjusted_rand_index(Labels{0, 0, 0, 0}, Labels{0, 0, 1, 1}) == Approx(0));
  CHECK(normalised_mutual_information(Labels{0, 0}, Labels{0, 0}) == 1);
  CHECK(adjusted_rand_index(Labels{0, 0}, Labels{0, 0}) == 1);
}
