// What earlier analyses of the same data found and a new one may use again: moving b needs none of the heavy work.
// Nothing in it changes a result: every part is what the computation would give once more, bit for bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cluster/partition_sweep.hpp"
#include "cluster/spectral_embedding.hpp"
#include "harmony/analysis_input.hpp"
#include "harmony/audit.hpp"
#include "harmony/harmony_result.hpp"
#include "similarity/make_affinity.hpp"

namespace harmonograph {

/// Each part names its kind and how many of that kind are kept at most.
struct CachedPart {
  virtual ~CachedPart() = default;
  /// An estimate of the memory it holds.
  [[nodiscard]] virtual std::uint64_t bytes() const = 0;
};

/// Items, scores and features: all but tau, b, k, seeds and draws is fixed. input.parameters are those of whoever
/// asked first: only its choices apply to others.
struct InputPart : CachedPart {
  static constexpr const char* kind = "input";
  static constexpr std::size_t most = 8;
  AnalysisInput input;
  [[nodiscard]] std::uint64_t bytes() const override;
};

struct AuditVariablesPart : CachedPart {
  static constexpr const char* kind = "audit variables";
  static constexpr std::size_t most = 8;
  std::vector<AuditVariable> variables;
  [[nodiscard]] std::uint64_t bytes() const override;
};

struct EmbeddingPart : CachedPart {
  static constexpr const char* kind = "embedding";
  static constexpr std::size_t most = 8;
  SpectralEmbedding embedding;
  double mean_similarity = 0;  // over pairs of different items
  AffinityDescription similarity;
  [[nodiscard]] std::uint64_t bytes() const override;
};

/// The partitions for every k; a sensitivity analysis leaves eight of them (seeds and taus).
struct SweepPart : CachedPart {
  static constexpr const char* kind = "sweep";
  static constexpr std::size_t most = 24;
  std::vector<SweptPartition> partitions;
  [[nodiscard]] std::uint64_t bytes() const override;
};

/// Everything shown of one partition that depends neither on b nor on draws.
struct PartitionPart : CachedPart {
  static constexpr const char* kind = "partition";
  static constexpr std::size_t most = 32;
  Labeling labeling;
  SubdomainScores scores;
  std::optional<Stability> stability;
  std::optional<AffinityMap> affinity_map;
  std::vector<AuditRow> audit_rows;
  std::vector<Subdomain> subdomains;  // without their mass
  std::vector<OtherModel> other_models;
  [[nodiscard]] std::uint64_t bytes() const override;
};

/// Mean scores of the subdomains in every draw; HARMONY for any b follows from them.
struct DrawsPart : CachedPart {
  static constexpr const char* kind = "draws";
  static constexpr std::size_t most = 64;
  std::size_t groups = 0;
  std::vector<double> accuracies;  // draws x groups
  [[nodiscard]] std::size_t count() const { return groups == 0 ? 0 : accuracies.size() / groups; }
  [[nodiscard]] std::uint64_t bytes() const override;
};

struct ReclusteredDrawsPart : CachedPart {
  static constexpr const char* kind = "reclustered draws";
  static constexpr std::size_t most = 64;
  std::vector<SubdomainScores> draws;
  [[nodiscard]] std::uint64_t bytes() const override;
};

/// The similarity operator of one tau together with the features that it refers to.
struct AffinityPart {
  std::shared_ptr<const InputPart> source;
  std::unique_ptr<AffinityOperator> matrix;
  std::size_t prepared = 0;
  [[nodiscard]] bool ready() const { return prepared >= matrix->preparation_pieces(); }
  void prepare_next() { matrix->prepare(prepared++); }
};

/// One thread at a time. A part that leaves the cache lives on in the jobs that use it.
class AnalysisCache {
 public:
  /// bytes: for all parts together, without the one similarity operator that is held beside them.
  explicit AnalysisCache(std::uint64_t bytes = std::uint64_t{256} << 20U) : most_bytes_(bytes) {}

  /// nullptr when it is not there (any more).
  template <class Part>
  std::shared_ptr<const Part> find(const std::string& key) {
    return std::dynamic_pointer_cast<const Part>(find_part(Part::kind, key));
  }

  /// Replaces a part of the same key. The least recently used parts leave until the limits hold; what is larger than
  /// the cache is not taken in.
  template <class Part>
  void keep(const std::string& key, std::shared_ptr<const Part> part) {
    keep_part(Part::kind, Part::most, key, std::move(part));
  }

  /// The latest similarity operator, when it has this key. Whoever takes it goes on with its preparation.
  [[nodiscard]] std::shared_ptr<AffinityPart> affinity(const std::string& key) const;
  void keep_affinity(const std::string& key, std::shared_ptr<AffinityPart> affinity);
  /// Makes room before another one is built: two at once would need twice the memory.
  void release_affinity();

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  [[nodiscard]] std::size_t parts() const { return entries_.size(); }

 private:
  struct Entry {
    std::string kind;
    std::string key;
    std::shared_ptr<const CachedPart> part;
    std::uint64_t bytes = 0;
    std::uint64_t used = 0;
  };

  std::shared_ptr<const CachedPart> find_part(const char* kind, const std::string& key);
  void keep_part(const char* kind, std::size_t most, const std::string& key, std::shared_ptr<const CachedPart> part);
  void remove(std::size_t place);

  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::uint64_t clock_ = 0;
  std::vector<Entry> entries_;
  std::string affinity_key_;
  std::shared_ptr<AffinityPart> affinity_;
};

// Keys name exactly what a part depends on.
std::string input_key(std::size_t benchmark, std::size_t model, const AnalysisParameters& parameters);
/// The partition does not depend on which of the models is looked at.
bool shared_by_models(const AnalysisParameters& parameters);

/// What the similarity depends on: the features themselves where several models share them, else source_key.
std::string similarity_key(const InputPart& source, const std::string& source_key,
                           const AnalysisParameters& parameters);

std::string affinity_key(const std::string& input, double tau);
std::string embedding_key(const std::string& affinity, std::size_t pairs);
std::string sweep_key(const std::string& embedding, const std::vector<std::size_t>& counts,
                      const AnalysisParameters& parameters);
/// Of one k of a sweep.
std::string partition_key(const std::string& sweep, std::size_t k);
/// Of a partition by a column.
std::string column_key(const std::string& affinity, const AnalysisParameters& parameters);

/// prepare_analysis, or what it gave before. keep = false leaves the cache as it is.
Result<std::shared_ptr<const InputPart>> obtain_input(AnalysisCache& cache, const Dataset& dataset,
                                                      std::size_t benchmark, std::size_t model,
                                                      const AnalysisParameters& parameters, bool keep);

/// The cached operator, or a new one that is still to be prepared; with keep it takes the place of the cached one.
/// Errors: those of make_affinity.
Result<std::shared_ptr<AffinityPart>> obtain_affinity(AnalysisCache& cache, const std::string& key,
                                                      std::shared_ptr<const InputPart> source, double tau, bool keep);

}  // namespace harmonograph
