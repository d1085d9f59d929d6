// What readers of most tools share: models, items and attributes in the order of their appearance, several metrics of a
// response of which one becomes the score, and repeated responses (epochs, trials, samples) that become their mean.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/note.hpp"
#include "core/result.hpp"
#include "formats/file_observations.hpp"
#include "formats/format.hpp"
#include "formats/kept_texts.hpp"

namespace harmonograph {

class ResponseCollector {
 public:
  /// Options used: "metric", "model" (name of the only model), "benchmark" (name of the only benchmark), "choices".
  explicit ResponseCollector(ReadOptions options) : options_(std::move(options)) {}

  std::uint32_t model(std::string_view name);
  std::uint32_t benchmark(std::string_view name);
  /// The known item of the same benchmark with the same native id, or, where it has none, the same content hash, or the
  /// same position; otherwise a new one. Of a known item what is still unknown (text, key, position, option count) is
  /// taken over; a key that differs becomes unknown and is noted.
  ///
  /// `options`: fingerprints of the texts of its options (option_texts.hpp), one an option, or none. When the known
  /// item has them in another order, the key and the next response to it are brought into that order; when it has
  /// others, they are left out.
  std::uint32_t item(FileItem item, std::span<const std::uint64_t> options = {});
  /// The first value of an item stands; others are noted ("attribute_differs").
  void attribute(std::uint32_t item, std::string_view name, std::string_view value);

  /// Begins a response; what follows belongs to it.
  void respond(std::uint32_t model, std::uint32_t item, std::uint64_t line);
  /// In [0, 1] or missing. A number outside makes the metric no score, unless it is scaled before.
  void score(std::string_view metric, double value);
  /// Option that was chosen, from 0.
  void chosen(std::int32_t option);
  /// Option values in one view; NaN = missing. Of repeated responses the first with values stands.
  void choices(std::string_view set, ChoiceKind kind, std::span<const double> values);
  /// The same for log-likelihoods in a view that a file may not have: nothing when no value is a number.
  void log_likelihoods(std::string_view set, std::span<const double> values);

  [[nodiscard]] NoteCollector& notes() { return notes_; }
  [[nodiscard]] std::uint64_t responses() const { return entries_.size(); }

  /// Ends the reading. The score is the metric that the user chose, or the first of `preferred` that is one, or the
  /// first of all. Errors: no_responses when no metric has a score in [0, 1] (it names them and says why); not_found
  /// when the chosen metric is not in the file.
  Result<FileObservations> finish(const std::vector<std::string>& preferred = {});
  /// Ends the reading of a file that describes items and has no responses. Errors: no_responses when it has no item.
  Result<FileObservations> finish_items();

 private:
  struct Entry {
    std::uint32_t model = 0;
    std::uint32_t item = 0;
    std::uint64_t line = 0;
    std::int32_t chosen = -1;
    std::vector<std::pair<std::uint32_t, double>> scores;                    // metric, value
    std::vector<std::pair<std::uint32_t, std::vector<double>>> choice_sets;  // set, values
  };
  struct Metric {
    std::string name;
    std::uint64_t usable = 0;
    std::uint64_t missing = 0;
    std::uint64_t outside = 0;
    double smallest = 0;
    double largest = 0;
  };
  struct NamedSet {
    std::string name;
    ChoiceKind kind = ChoiceKind::log_likelihood;
  };
  struct ItemIdentity {
    std::uint32_t benchmark = 0;
    std::string text;  // "i" and the native id, "h" and the hash, "p" and the position
    bool operator<(const ItemIdentity& other) const {
      return std::tie(benchmark, text) < std::tie(other.benchmark, other.text);
    }
  };

  enum class OptionOrder { as_is, reordered, left_out };
  struct OptionPlace {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };

  /// How the options of a response to a known item stand to those of the item.
  OptionOrder order_of(std::uint32_t item, std::span<const std::uint64_t> options, std::uint64_t line);
  void keep_options(std::uint32_t item, std::span<const std::uint64_t> options);
  void write_items(FileObservations& file);
  [[nodiscard]] Result<std::uint32_t> choose_metric(const std::vector<std::string>& preferred) const;
  void write_choices(FileResponses& responses, const std::vector<std::uint32_t>& kept);
  [[nodiscard]] std::string chosen_name(const std::string& option, std::size_t count) const;

  ReadOptions options_;
  std::vector<std::string> models_;
  std::map<std::string, std::uint32_t, std::less<>> model_index_;
  std::vector<std::string> benchmarks_;
  std::map<std::string, std::uint32_t, std::less<>> benchmark_index_;
  std::vector<FileItem> items_;
  std::map<ItemIdentity, std::uint32_t> item_index_;
  std::vector<ItemAttribute> attributes_;
  std::map<std::string, std::uint32_t, std::less<>> attribute_index_;
  std::vector<bool> key_differs_;
  std::vector<OptionPlace> option_places_;  // of each item in option_values_; as long as the last item with options
  std::vector<std::uint64_t> option_values_;
  std::uint32_t last_item_ = no_index;  // that item() gave, with the order of its options
  OptionOrder last_order_ = OptionOrder::as_is;
  OptionOrder response_order_ = OptionOrder::as_is;  // of the current response
  std::vector<std::uint32_t> option_order_;
  std::vector<Metric> metrics_;
  std::map<std::string, std::uint32_t, std::less<>> metric_index_;
  std::vector<NamedSet> sets_;
  std::vector<Entry> entries_;
  NoteCollector notes_;
  KeptTexts texts_;
};

}  // namespace harmonograph
