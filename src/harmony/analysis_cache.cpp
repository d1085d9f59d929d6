#include "harmony/analysis_cache.hpp"

#include <algorithm>
#include <cstring>

namespace harmonograph {
namespace {

template <class T>
std::uint64_t bytes_of(const std::vector<T>& values) {
  return std::uint64_t{values.capacity()} * sizeof(T);
}

std::uint64_t bytes_of(const std::vector<std::string>& texts) {
  std::uint64_t total = 0;
  for (const std::string& text : texts) total += sizeof(text) + text.capacity();
  return total;
}

std::uint64_t bytes_of(const Matrix& matrix) {
  return std::uint64_t{matrix.rows()} * matrix.columns() * sizeof(double);
}

std::uint64_t bytes_of(const SubdomainScores& scores) {
  return sizeof(scores) + bytes_of(scores.weights) + bytes_of(scores.accuracies);
}

std::uint64_t bytes_of(const Subdomain& subdomain) {
  std::uint64_t total = sizeof(subdomain) + bytes_of(subdomain.words);
  for (const CentralItem& item : subdomain.central_items) {
    total += sizeof(item) + item.id.capacity() + item.text.capacity() + bytes_of(item.attributes);
  }
  for (const TypicalValue& typical : subdomain.typical) total += sizeof(typical) + typical.value.capacity();
  return total;
}

/// The exact number, not its printed form.
std::string exactly(double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(bits));
  return std::to_string(bits);
}

/// With its length, so that no text runs into the next field.
std::string quoted(const std::string& text) {
  return std::to_string(text.size()) + ":" + text;
}

}  // namespace

std::uint64_t InputPart::bytes() const {
  std::uint64_t total = bytes_of(input.items) + bytes_of(input.scores) + bytes_of(input.attribute_values) +
                        bytes_of(input.chosen) + bytes_of(input.confidence);
  if (input.features) total += bytes_of(input.features->p) + bytes_of(input.features->l) + bytes_of(input.features->a);
  return total;
}

std::uint64_t AuditVariablesPart::bytes() const {
  std::uint64_t total = 0;
  for (const AuditVariable& variable : variables) total += bytes_of(variable.level) + bytes_of(variable.level_names);
  return total;
}

std::uint64_t EmbeddingPart::bytes() const {
  return bytes_of(embedding.vectors) + bytes_of(embedding.eigenvalues);
}

std::uint64_t SweepPart::bytes() const {
  std::uint64_t total = 0;
  for (const SweptPartition& partition : partitions) total += sizeof(partition) + bytes_of(partition.labeling.labels);
  return total;
}

std::uint64_t PartitionPart::bytes() const {
  std::uint64_t total = bytes_of(labeling.labels) + bytes_of(scores) + bytes_of(audit_rows);
  if (affinity_map) total += bytes_of(affinity_map->values) + bytes_of(affinity_map->boundaries);
  for (const Subdomain& subdomain : subdomains) total += bytes_of(subdomain);
  for (const OtherModel& other : other_models) total += sizeof(other) + bytes_of(other.accuracy);
  return total;
}

std::uint64_t DrawsPart::bytes() const {
  return bytes_of(accuracies);
}

std::uint64_t ReclusteredDrawsPart::bytes() const {
  std::uint64_t total = 0;
  for (const SubdomainScores& draw : draws) total += bytes_of(draw);
  return total;
}

std::shared_ptr<const CachedPart> AnalysisCache::find_part(const char* kind, const std::string& key) {
  for (Entry& entry : entries_) {
    if (entry.kind != kind || entry.key != key) continue;
    entry.used = ++clock_;
    return entry.part;
  }
  return nullptr;
}

void AnalysisCache::remove(std::size_t place) {
  bytes_ -= entries_[place].bytes;
  entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(place));
}

void AnalysisCache::keep_part(const char* kind, std::size_t most, const std::string& key,
                              std::shared_ptr<const CachedPart> part) {
  const std::uint64_t bytes = part->bytes();
  std::size_t of_kind = 0;
  for (std::size_t place = entries_.size(); place > 0; --place) {
    const Entry& entry = entries_[place - 1];
    if (entry.kind != kind) continue;
    if (entry.key == key) {
      remove(place - 1);
    } else {
      ++of_kind;
    }
  }
  if (bytes > most_bytes_) return;
  const auto oldest = [&](bool any_kind) {
    std::size_t found = entries_.size();
    for (std::size_t place = 0; place < entries_.size(); ++place) {
      if (!any_kind && entries_[place].kind != kind) continue;
      if (found == entries_.size() || entries_[place].used < entries_[found].used) found = place;
    }
    return found;
  };
  for (; of_kind >= most; --of_kind) remove(oldest(false));
  while (bytes_ + bytes > most_bytes_) remove(oldest(true));
  bytes_ += bytes;
  entries_.push_back({kind, key, std::move(part), bytes, ++clock_});
}

std::shared_ptr<AffinityPart> AnalysisCache::affinity(const std::string& key) const {
  return affinity_key_ == key ? affinity_ : nullptr;
}

void AnalysisCache::keep_affinity(const std::string& key, std::shared_ptr<AffinityPart> affinity) {
  affinity_key_ = key;
  affinity_ = std::move(affinity);
}

void AnalysisCache::release_affinity() {
  affinity_key_.clear();
  affinity_.reset();
}

std::string input_key(std::size_t benchmark, std::size_t model, const AnalysisParameters& parameters) {
  return std::to_string(benchmark) + "/" + std::to_string(model) + "/" +
         std::to_string(static_cast<int>(parameters.partition)) + "/" + quoted(parameters.attribute) + "/" +
         quoted(parameters.choices) + (parameters.order_free ? "/order-free/" : "/") + exactly(parameters.floor);
}

bool shared_by_models(const AnalysisParameters& parameters) {
  return parameters.partition == PartitionSource::similarity_shared ||
         parameters.partition == PartitionSource::responses || parameters.partition == PartitionSource::texts ||
         parameters.partition == PartitionSource::vectors;
}

std::string similarity_key(const InputPart& source, const std::string& source_key,
                           const AnalysisParameters& parameters) {
  if (!shared_by_models(parameters) || !source.input.features) return source_key;
  const DivergenceFeatures& features = *source.input.features;
  std::uint64_t digests[2] = {0x9e3779b97f4a7c15ULL, 0xc2b2ae3d27d4eb4fULL};
  const auto take = [&](const std::vector<double>& values) {
    for (const double value : values) {
      std::uint64_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      // Two multiplicative hashes with different odd factors; the shift carries high bits down.
      digests[0] = (digests[0] ^ bits) * 0xd6e8feb86659fd93ULL;
      digests[0] ^= digests[0] >> 32U;
      digests[1] = (digests[1] + bits) * 0xff51afd7ed558ccdULL;
      digests[1] ^= digests[1] >> 29U;
    }
  };
  take(features.p.values());
  take(features.a);
  return "features " + std::to_string(features.items()) + "x" + std::to_string(features.width()) + " " +
         std::to_string(digests[0]) + " " + std::to_string(digests[1]);
}

std::string affinity_key(const std::string& input, double tau) {
  return input + "/tau " + exactly(tau);
}

std::string embedding_key(const std::string& affinity, std::size_t pairs) {
  return affinity + "/pairs " + std::to_string(pairs);
}

std::string sweep_key(const std::string& embedding, const std::vector<std::size_t>& counts,
                      const AnalysisParameters& parameters) {
  std::string key = embedding + "/seed " + std::to_string(parameters.seed) + "/starts " +
                    std::to_string(parameters.starts) +
                    (parameters.silhouette == SilhouetteDistance::divergence ? "/divergence/k" : "/affinity/k");
  for (const std::size_t k : counts) key += " " + std::to_string(k);
  return key;
}

std::string partition_key(const std::string& sweep, std::size_t k) {
  return sweep + "/chosen " + std::to_string(k);
}

std::string column_key(const std::string& affinity, const AnalysisParameters& parameters) {
  return affinity + "/column/seed " + std::to_string(parameters.seed) +
         (parameters.silhouette == SilhouetteDistance::divergence ? "/divergence" : "/affinity");
}

Result<std::shared_ptr<const InputPart>> obtain_input(AnalysisCache& cache, const Dataset& dataset,
                                                      std::size_t benchmark, std::size_t model,
                                                      const AnalysisParameters& parameters, bool keep) {
  const std::string key = input_key(benchmark, model, parameters);
  if (auto found = cache.find<InputPart>(key)) {
    if (auto checked = check_subdomain_count(found->input.items.size(), parameters); !checked) return checked.error();
    return found;
  }
  auto input = prepare_analysis(dataset, benchmark, model, parameters);
  if (!input) return input.error();
  auto part = std::make_shared<InputPart>();
  part->input = std::move(*input);
  std::shared_ptr<const InputPart> result = std::move(part);
  if (keep) cache.keep(key, result);
  return result;
}

Result<std::shared_ptr<AffinityPart>> obtain_affinity(AnalysisCache& cache, const std::string& key,
                                                      std::shared_ptr<const InputPart> source, double tau, bool keep) {
  if (auto found = cache.affinity(key)) return found;
  if (keep) cache.release_affinity();
  auto made = make_affinity(*source->input.features, tau);
  if (!made) return made.error();
  auto part = std::make_shared<AffinityPart>();
  part->source = std::move(source);
  part->matrix = std::move(*made);
  if (keep) cache.keep_affinity(key, part);
  return part;
}

}  // namespace harmonograph
