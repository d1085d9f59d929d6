#include "stats/accuracy.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

using namespace harmonograph;

TEST_CASE("Wilson's interval of a proportion") {
  // 15 of 148, 95%: .0624 to .1605 (Newcombe 1998, Statistics in Medicine 17, table I, method 3).
  const Interval interval = wilson_interval(15, 148);
  CHECK(interval.low == Approx(0.0624).margin(0.00005));
  CHECK(interval.high == Approx(0.1605).margin(0.00005));
  // 0 of 20: 0 to .1611 (same table).
  CHECK(wilson_interval(0, 20).low == 0);
  CHECK(wilson_interval(0, 20).high == Approx(0.1611).margin(0.00005));
}

TEST_CASE("scores of 0 and 1 take Wilson's interval, graded ones the normal one") {
  const Accuracy binary = measure_accuracy(std::vector<double>{1, 0, 1, NAN});
  CHECK(binary.method == "Wilson");
  CHECK(binary.value == Approx(2.0 / 3));
  CHECK(binary.items == 3);
  CHECK(binary.missing == 1);
  const Accuracy graded = measure_accuracy(std::vector<double>{0.5, 0.25, 0.75});
  CHECK(graded.method == "normal");
  CHECK(graded.value == Approx(0.5));
  CHECK(graded.interval.low == Approx(0.5 - 1.959963984540054 * 0.25 / std::sqrt(3.0)));
}

TEST_CASE("no score at all") {
  const Accuracy none = measure_accuracy(std::vector<double>{NAN});
  CHECK(std::isnan(none.value));
  CHECK(std::isnan(none.interval.low));
  CHECK(none.missing == 1);
}
