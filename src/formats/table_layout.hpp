// How a table is understood: its shape and what each column means, guessed from names and cells,
// every guess overridable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/note.hpp"
#include "core/result.hpp"
#include "formats/format.hpp"
#include "formats/score_scale.hpp"
#include "formats/score_spelling.hpp"
#include "formats/table_names.hpp"
#include "formats/table_store.hpp"

namespace harmonograph {

enum class TableShape { long_rows, items_by_models, models_by_items, item_attributes, item_vectors, model_attributes };
/// As TableDescription::shape spells it.
std::string_view to_string(TableShape shape);

/// What is known about the table besides its cells.
struct TableSettings {
  std::string path;
  ReadOptions options;
  char separator = ',';
  bool decimal_comma = false;
  bool has_header = true;
  bool from_records = false;  // JSON: columns are fields, which are seldom models
  ScoreScale scale;           // of the scores
};

/// Cells of one column, counted by what they are.
struct ColumnProfile {
  std::uint64_t cells = 0;  // that are not missing
  std::uint64_t scores = 0;
  std::uint64_t fractions = 0;  // scores strictly between 0 and 1
  std::uint64_t grades = 0;     // C, I, P, N
  std::uint64_t letters = 0;    // one option letter, "A", "(B)", "c."
  std::uint64_t numbers = 0;
  std::uint64_t outside = 0;  // numbers outside the scale
  std::uint64_t minus_ones = 0;
  std::uint64_t lists = 0;  // of numbers: "[0.1, -0.2]"
  std::uint64_t distinct = 0;
  double smallest = 0;
  double largest = 0;
  std::size_t longest = 0;  // bytes
};

/// The name of the choice set "<model>_choiceA_probs" ... of Hendrycks' MMLU.
inline constexpr std::string_view letter_probabilities = "choice probability";

/// The columns of one choice set, option 0 first.
struct OptionGroup {
  std::string name;
  std::vector<std::uint32_t> columns;
  bool log_values = false;  // by its name
};

/// One column of scores (or chosen options) of a wide table.
struct WideColumn {
  std::string name;  // of the model, or of the item
  std::uint32_t column = 0;
  std::optional<std::uint32_t> prediction;
  std::vector<OptionGroup> groups;
};

struct TableLayout {
  TableShape shape = TableShape::long_rows;
  std::optional<std::uint32_t> model;
  std::optional<std::uint32_t> item;
  std::optional<std::uint32_t> score;
  std::optional<std::uint32_t> benchmark;
  std::optional<std::uint32_t> key;
  std::optional<std::uint32_t> prediction;
  std::optional<std::uint32_t> text;
  std::optional<std::uint32_t> option_count;
  std::vector<std::uint32_t> samples;             // long: together they tell the samples of one model and item apart
  std::vector<std::uint32_t> score_alternatives;  // long: all columns that could be the score
  std::vector<OptionGroup> groups;                // long
  std::vector<WideColumn> wide;
  bool cells_are_letters = false;  // wide: chosen options, not scores
  bool grades_are_scores = false;  // C, I, P, N
  std::vector<std::uint32_t> attributes;
  std::vector<std::uint32_t> vector;  // the columns that make the vector of an item, or one column of lists
  bool vector_is_list = false;
  std::vector<std::string> roles;  // one a column, as TableColumn::role
  std::vector<Note> notes;
};

/// Profiles of all columns.
std::vector<ColumnProfile> profile_columns(const TableStore& table, const TableSettings& settings);

/// Decides shape and roles. Errors: no_responses, with what was found and what to do, when the table
/// holds no scores and is no list of attributes; invalid_argument for an option that cannot be met.
Result<TableLayout> guess_layout(const TableStore& table, const TableSettings& settings);

/// Index of the option that an answer cell names: "B", "(b)", "B." = 1. Nothing for other text.
std::optional<std::uint32_t> option_letter(std::string_view cell);

}  // namespace harmonograph
