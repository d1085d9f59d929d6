#include "core/random.hpp"

#include <cmath>

namespace harmonograph {
namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

std::uint64_t rotate_left(std::uint64_t x, int k) {
  return (x << k) | (x >> (64 - k));
}

}  // namespace

Random::Random(std::uint64_t seed) {
  for (auto& word : state_) word = splitmix64(seed);
}

Random::Random(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t mixed = seed;
  const std::uint64_t first = splitmix64(mixed);
  std::uint64_t combined = first ^ (stream * 0xd1342543de82ef95ULL + 0x632be59bd9b4e019ULL);
  for (auto& word : state_) word = splitmix64(combined);
}

std::uint64_t Random::next() {
  const std::uint64_t result = rotate_left(state_[1] * 5, 7) * 9;
  const std::uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = rotate_left(state_[3], 45);
  return result;
}

double Random::uniform() {
  return static_cast<double>(next() >> 11) * 0x1.0p-53;
}

std::uint64_t Random::below(std::uint64_t bound) {
  // Values under the threshold would make the low remainders more likely.
  const std::uint64_t threshold = (0 - bound) % bound;
  for (;;) {
    const std::uint64_t value = next();
    if (value >= threshold) return value % bound;
  }
}

double Random::normal() {
  if (has_spare_normal_) {
    has_spare_normal_ = false;
    return spare_normal_;
  }
  for (;;) {
    const double u = 2 * uniform() - 1;
    const double v = 2 * uniform() - 1;
    const double s = u * u + v * v;
    if (s >= 1 || s == 0) continue;
    const double factor = std::sqrt(-2 * std::log(s) / s);
    spare_normal_ = v * factor;
    has_spare_normal_ = true;
    return u * factor;
  }
}

double Random::gamma(double shape) {
  if (shape < 1) {
    // Gamma(a) = Gamma(a + 1) U^(1/a).
    const double larger = gamma(shape + 1);
    const double u = uniform();
    return larger * std::pow(u > 0 ? u : 0x1.0p-54, 1 / shape);
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  for (;;) {
    const double x = normal();
    const double cube_root = 1 + c * x;
    if (cube_root <= 0) continue;
    const double v = cube_root * cube_root * cube_root;
    const double u = uniform();
    if (u > 0 && std::log(u) < 0.5 * x * x + d - d * v + d * std::log(v)) return d * v;
  }
}

std::vector<double> Random::dirichlet(std::span<const double> concentration) {
  std::vector<double> point(concentration.size());
  double total = 0;
  for (std::size_t i = 0; i < point.size(); ++i) {
    point[i] = gamma(concentration[i]);
    total += point[i];
  }
  if (total <= 0) {
    // Every draw underflowed: put all mass on one corner, which is the limit.
    if (!point.empty()) point[static_cast<std::size_t>(below(point.size()))] = 1;
    return point;
  }
  for (auto& value : point) value /= total;
  return point;
}

}  // namespace harmonograph
