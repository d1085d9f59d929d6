#include "formats/table_layout.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>
#include <utility>

#include "core/number.hpp"
#include "core/text.hpp"
#include "formats/number_list.hpp"

namespace harmonograph {
namespace {

/// A column of scores may hold this share of cells that are no scores: typing errors, codes.
constexpr double tolerated_share = 0.05;
/// So many numbered columns may be a vector; fewer are rather options, parameters or persons.
constexpr std::size_t fewest_vector_columns = 8;

bool mostly(std::uint64_t part, std::uint64_t whole) {
  return whole > 0 && static_cast<double>(part) >= (1 - tolerated_share) * static_cast<double>(whole);
}

std::string quoted(std::string_view name) {
  return "\"" + std::string(name) + "\"";
}

/// Up to three column names for a sentence.
std::string list_names(const TableStore& table, const std::vector<std::uint32_t>& columns) {
  std::string text;
  for (std::size_t i = 0; i < columns.size() && i < 3; ++i) {
    if (i > 0) text += ", ";
    text += quoted(table.column(columns[i]).name);
  }
  if (columns.size() > 3) text += " ...";
  return text;
}

/// The rows of a table in groups of equal cells, made finer column by column.
class RowGroups {
 public:
  /// Rows with an empty cell in any of the columns belong to no group.
  RowGroups(const TableStore& table, const std::vector<std::uint32_t>& columns)
      : table_(&table), group_(table.rows(), 0), groups_(table.rows() > 0 ? 1 : 0), rows_(table.rows()) {
    for (const std::uint32_t c : columns) refine(c, false);
  }

  void refine(std::uint32_t column, bool keep_empty = true) {
    std::unordered_map<std::uint64_t, std::uint32_t> numbers;  // for look-up only
    numbers.reserve(groups_);
    rows_ = 0;
    for (std::size_t row = 0; row < group_.size(); ++row) {
      if (group_[row] == no_index) continue;
      const std::uint32_t code = table_->code(row, column);
      if (code == 0 && !keep_empty) {
        group_[row] = no_index;
        continue;
      }
      const auto next = static_cast<std::uint32_t>(numbers.size());
      group_[row] = numbers.try_emplace((std::uint64_t{group_[row]} << 32U) | code, next).first->second;
      ++rows_;
    }
    groups_ = numbers.size();
  }

  /// Rows that repeat an earlier one.
  [[nodiscard]] std::size_t repeated() const { return rows_ - groups_; }

 private:
  const TableStore* table_;
  std::vector<std::uint32_t> group_;
  std::size_t groups_;
  std::size_t rows_;
};

class LayoutGuess {
 public:
  LayoutGuess(const TableStore& table, const TableSettings& settings)
      : table_(table), settings_(settings), profiles_(profile_columns(table, settings)) {
    roles_.resize(table.columns());
    layout_.roles.resize(table.columns());
  }

  Result<TableLayout> run();

 private:
  [[nodiscard]] const std::string& name(std::uint32_t column) const { return table_.column(column).name; }
  [[nodiscard]] std::uint32_t columns() const { return static_cast<std::uint32_t>(table_.columns()); }
  [[nodiscard]] std::string option(const std::string& key) const {
    const auto found = settings_.options.find(key);
    return found == settings_.options.end() ? std::string{} : found->second;
  }

  Result<void> read_overrides();
  void decide_grades();
  [[nodiscard]] bool is_score_column(std::uint32_t column) const;
  [[nodiscard]] bool is_letter_column(std::uint32_t column) const;
  [[nodiscard]] bool is_out_of_range(std::uint32_t column) const;
  [[nodiscard]] bool is_row_index(std::uint32_t column) const;
  [[nodiscard]] bool is_whole_numbers(std::uint32_t column) const;
  void add_numbers(std::uint32_t column, ScoreSpread& spread) const;
  std::optional<std::uint32_t> best(ColumnRole role, bool weak_too) const;
  std::vector<OptionGroup> find_groups(bool any_stem) const;
  std::vector<std::uint32_t> wide_candidates(bool letters) const;
  std::optional<std::uint32_t> identity_column(const std::vector<std::uint32_t>& candidates) const;

  [[nodiscard]] bool numbers_samples(std::uint32_t column) const;
  std::vector<std::uint32_t> sample_columns(std::optional<std::uint32_t> model, std::uint32_t identity) const;
  void settle_sample_id(std::optional<std::uint32_t>& item, std::optional<std::uint32_t> text) const;
  std::optional<std::uint32_t> unnamed_item() const;
  std::optional<Error> means_of_models(const std::vector<std::uint32_t>& candidates) const;
  bool try_long();
  bool is_parameter_table() const;
  bool is_leaderboard(const std::vector<std::uint32_t>& candidates) const;
  Result<void> decide_wide();
  Result<void> use_items_by_models(std::vector<std::uint32_t> candidates, bool letters);
  std::vector<std::uint32_t> hendrycks_verdicts(const std::vector<OptionGroup>& groups) const;
  void name_hendrycks_columns(const std::vector<std::uint32_t>& verdicts, const std::vector<OptionGroup>& groups);
  Result<void> use_models_by_items(std::vector<std::uint32_t> candidates);
  Result<void> use_item_attributes();
  std::vector<std::uint32_t> vector_columns() const;
  bool is_vector_table() const;
  Result<void> use_item_vectors();
  Result<void> use_model_attributes();
  bool rows_look_like_models() const;
  bool rows_are_models(const std::vector<std::uint32_t>& candidates) const;
  bool fields_are_columns(const std::vector<std::uint32_t>& candidates) const;
  void name_wide_columns();
  void collect_attributes();
  void describe_roles();
  Error no_scores() const;

  const TableStore& table_;
  const TableSettings& settings_;
  std::vector<ColumnProfile> profiles_;
  std::vector<NamedRole> roles_;
  std::map<std::uint32_t, std::string> forced_;  // column -> role chosen by the user
  TableLayout layout_;
};

Result<void> LayoutGuess::read_overrides() {
  static const std::map<std::string, ColumnRole> spellings = {
      {"model", ColumnRole::model},       {"item", ColumnRole::item},
      {"score", ColumnRole::score},       {"benchmark", ColumnRole::benchmark},
      {"category", ColumnRole::category}, {"attribute", ColumnRole::category},
      {"key", ColumnRole::key},           {"prediction", ColumnRole::prediction},
      {"text", ColumnRole::text},         {"option count", ColumnRole::option_count},
      {"ignore", ColumnRole::ignore},     {"model score", ColumnRole::unknown},
      {"vector", ColumnRole::vector},     {"sample", ColumnRole::sample}};
  for (std::uint32_t c = 0; c < columns(); ++c) {
    const std::string& column_name = name(c);
    // Names of option columns are decided later, from the whole group.
    roles_[c] = settings_.has_header ? role_of_name(column_name) : NamedRole{};
    if ((roles_[c].role == ColumnRole::ignore || column_name.empty()) && is_row_index(c)) {
      roles_[c] = {ColumnRole::ignore, 0};
    }
  }
  for (const auto& [key, role] : settings_.options) {
    if (key.compare(0, 5, "role:") != 0 || role.empty()) continue;
    const auto index = parse_number(std::string_view(key).substr(5));
    if (!index || !(*index >= 0) || !(*index < columns()) || *index != std::floor(*index)) {
      return Error{ErrorCode::invalid_argument,
                   "A role was chosen for column " + key.substr(5) + ", but the table has " +
                       counted(table_.columns(), "column") + " (counted from 0).",
                   {},
                   0,
                   "Choose the role for one of its columns."};
    }
    const auto column = static_cast<std::uint32_t>(*index);
    const bool is_option = role.compare(0, 7, "option:") == 0;
    const auto found = spellings.find(role);
    if (!is_option && found == spellings.end()) {
      return Error{ErrorCode::invalid_argument,
                   "There is no column role " + quoted(role) + ".",
                   {},
                   0,
                   "Roles are model, item, score, benchmark, category, key, prediction, text, "
                   "option:<set>:<index>, model score, attribute, vector, sample, ignore."};
    }
    forced_[column] = role;
    if (is_option) {
      roles_[column] = {ColumnRole::unknown, 0};
      continue;
    }
    for (auto& other : roles_) {
      const bool single = found->second != ColumnRole::category && found->second != ColumnRole::ignore &&
                          found->second != ColumnRole::vector && found->second != ColumnRole::sample &&
                          found->second != ColumnRole::unknown;
      if (single && other.role == found->second && other.rank >= 0) other = {};
    }
    roles_[column] = {found->second, -1};
  }
  return {};
}

void LayoutGuess::decide_grades() {
  // C and I are grades only where no other letter stands in the same table.
  std::uint64_t grades = 0;
  std::uint64_t letters = 0;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    if (roles_[c].role == ColumnRole::key || roles_[c].role == ColumnRole::prediction) continue;
    if (!mostly(profiles_[c].letters, profiles_[c].cells)) continue;
    grades += profiles_[c].grades;
    letters += profiles_[c].letters;
  }
  layout_.grades_are_scores = grades > 0 && grades == letters;
}

bool LayoutGuess::is_score_column(std::uint32_t column) const {
  const ColumnProfile& p = profiles_[column];
  const std::uint64_t good = p.scores + (layout_.grades_are_scores ? p.grades : 0);
  const bool minus_one_is_missing = p.outside == p.minus_ones;
  return good > 0 && mostly(good, p.cells - (minus_one_is_missing ? p.minus_ones : 0));
}

bool LayoutGuess::is_letter_column(std::uint32_t column) const {
  const ColumnProfile& p = profiles_[column];
  return !layout_.grades_are_scores && p.letters > 0 && mostly(p.letters, p.cells);
}

bool LayoutGuess::is_out_of_range(std::uint32_t column) const {
  const ColumnProfile& p = profiles_[column];
  return p.cells > 0 && mostly(p.numbers, p.cells) && !is_score_column(column);
}

bool LayoutGuess::is_row_index(std::uint32_t column) const {
  const ColumnProfile& p = profiles_[column];
  if (p.cells != table_.rows() || p.distinct != p.cells || p.numbers != p.cells) return false;
  return (p.smallest == 0 || p.smallest == 1) && p.largest - p.smallest == static_cast<double>(p.cells) - 1;
}

void LayoutGuess::add_numbers(std::uint32_t column, ScoreSpread& spread) const {
  const StoredColumn& stored = table_.column(column);
  for (std::uint32_t v = 0; v < stored.values.size(); ++v) {
    if (const auto number = parse_number(stored.values.text(v), settings_.decimal_comma)) {
      spread.add(*number, stored.counts[v]);
    }
  }
}

std::optional<std::uint32_t> LayoutGuess::best(ColumnRole role, bool weak_too) const {
  std::optional<std::uint32_t> found;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    if (roles_[c].role != role || (roles_[c].weak && !weak_too)) continue;
    if (!found || roles_[c].rank < roles_[*found].rank) found = c;
  }
  return found;
}

std::vector<OptionGroup> LayoutGuess::find_groups(bool any_stem) const {
  struct Members {
    std::string prefix;
    bool digit = false;
    std::map<std::uint32_t, std::uint32_t> by_option;
    std::uint32_t first = 0;
    bool forced = false;
  };
  std::vector<Members> found;
  std::map<std::string, std::size_t> index;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    const auto forced = forced_.find(c);
    std::optional<OptionColumnName> parsed;
    if (forced != forced_.end()) {
      const std::string& role = forced->second;
      const std::size_t colon = role.rfind(':');
      if (role.compare(0, 7, "option:") != 0 || colon < 7) continue;
      const auto place = parse_number(std::string_view(role).substr(colon + 1));
      if (!place || !(*place >= 0) || !(*place < 1000)) continue;
      parsed = OptionColumnName{role.substr(7, colon - 7), "", static_cast<std::uint32_t>(*place), false, true};
    } else {
      if (!settings_.has_header || roles_[c].role != ColumnRole::unknown) {
        // "choice_A" is an option, although names that begin so may have a role.
        if (!settings_.has_header || roles_[c].role == ColumnRole::ignore) continue;
      }
      parsed = parse_option_column(name(c));
      if (!parsed || (!parsed->known_stem && !any_stem)) continue;
      if (profiles_[c].cells > 0 && !mostly(profiles_[c].numbers, profiles_[c].cells)) continue;
    }
    const std::string key = parsed->prefix + "\n" + parsed->suffix + (parsed->digit ? "\n9" : "\nA");
    const auto [entry, fresh] = index.try_emplace(key, found.size());
    if (fresh) found.push_back({parsed->prefix, parsed->digit, {}, c, forced != forced_.end()});
    found[entry->second].by_option.try_emplace(parsed->option, c);
  }
  std::vector<OptionGroup> groups;
  for (const auto& members : found) {
    const std::uint32_t start = members.by_option.begin()->first;
    const bool contiguous = members.by_option.rbegin()->first - start + 1 == members.by_option.size();
    if (!contiguous || members.by_option.size() < 2 || !(start == 0 || (members.digit && start == 1))) continue;
    OptionGroup group;
    group.name = members.prefix;
    group.log_values = names_log_values(members.prefix);
    for (const auto& [place, column] : members.by_option) group.columns.push_back(column);
    groups.push_back(std::move(group));
  }
  return groups;
}

std::vector<std::uint32_t> LayoutGuess::wide_candidates(bool letters) const {
  std::vector<std::uint32_t> candidates;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    const auto forced = forced_.find(c);
    if (forced != forced_.end()) {
      if (forced->second == "model score") candidates.push_back(c);
      continue;
    }
    const ColumnRole role = roles_[c].role;
    // A column named "score" in a wide table is a column like the others.
    if (role != ColumnRole::unknown && !(role == ColumnRole::score && !letters)) continue;
    const bool empty = profiles_[c].cells == 0 && !name(c).empty();
    if (letters ? is_letter_column(c) : (is_score_column(c) || empty)) candidates.push_back(c);
  }
  // Empty columns at the ends are not part of the run.
  const auto is_empty = [&](std::uint32_t c) { return profiles_[c].cells == 0 && forced_.count(c) == 0; };
  while (!candidates.empty() && is_empty(candidates.back()) && !looks_like_model_name(name(candidates.back()))) {
    candidates.pop_back();
  }
  while (!candidates.empty() && is_empty(candidates.front()) && !looks_like_model_name(name(candidates.front()))) {
    candidates.erase(candidates.begin());
  }
  return candidates;
}

std::optional<std::uint32_t> LayoutGuess::identity_column(const std::vector<std::uint32_t>& candidates) const {
  for (std::uint32_t c = 0; c < columns() && c < 3; ++c) {
    if (roles_[c].role != ColumnRole::unknown && !(roles_[c].role == ColumnRole::ignore && c == 0)) continue;
    if (forced_.count(c) != 0 || std::binary_search(candidates.begin(), candidates.end(), c)) continue;
    const ColumnProfile& p = profiles_[c];
    if (p.cells == table_.rows() && p.distinct == p.cells && (p.numbers < p.cells || is_row_index(c))) return c;
    if (c == 0 && p.cells > 0 && p.numbers < p.cells && 2 * p.distinct > p.cells) return c;
  }
  return std::nullopt;
}

bool LayoutGuess::is_parameter_table() const {
  bool outside = false;
  std::size_t parameters = 0;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    if (roles_[c].role == ColumnRole::item || (c == 0 && (name(c).empty() || profiles_[c].numbers == 0))) continue;
    if (!is_parameter_name(name(c)) || !mostly(profiles_[c].numbers, profiles_[c].cells)) return false;
    ++parameters;
    outside = outside || profiles_[c].outside > 0;
  }
  return parameters > 0 && outside;
}

bool LayoutGuess::is_leaderboard(const std::vector<std::uint32_t>& candidates) const {
  std::size_t known = 0;
  for (const std::uint32_t c : candidates) {
    if (is_leaderboard_column(name(c))) ++known;
  }
  return known >= 1 && 2 * known > candidates.size();
}

/// Whole numbers, or names with a number in them ("run-3"): what else stands under such a name is no numbering.
bool LayoutGuess::numbers_samples(std::uint32_t column) const {
  constexpr std::size_t longest_identifier = 64;
  const ColumnProfile& p = profiles_[column];
  if (p.cells == 0 || p.distinct < 2 || p.longest > longest_identifier) return false;
  const TextDictionary& values = table_.column(column).values;
  for (std::uint32_t v = 1; v < values.size(); ++v) {
    const std::string_view text = values.text(v);
    if (is_missing_spelling(text)) continue;
    if (const auto number = parse_number(text, settings_.decimal_comma)) {
      if (!(*number == std::floor(*number)) || *number < 0) return false;
      continue;
    }
    if (text.find_first_of("0123456789") == std::string_view::npos || text.find(' ') != std::string_view::npos) {
      return false;
    }
  }
  return true;
}

/// The columns that together tell rows of one model and item apart: those that the user chose, and those that are named
/// so and separate rows that would be repetitions without them.
std::vector<std::uint32_t> LayoutGuess::sample_columns(std::optional<std::uint32_t> model,
                                                       std::uint32_t identity) const {
  std::vector<std::uint32_t> columns;
  std::vector<std::pair<SampleName, std::uint32_t>> named;
  for (std::uint32_t c = 0; c < this->columns(); ++c) {
    if (roles_[c].role == ColumnRole::sample) columns.push_back(c);
    if (forced_.count(c) != 0 || !settings_.has_header || c == identity || model == c) continue;
    const ColumnRole role = roles_[c].role;
    if (role != ColumnRole::unknown && role != ColumnRole::category && role != ColumnRole::item) continue;
    const auto parsed = parse_sample_name(name(c));
    if (parsed && numbers_samples(c)) named.emplace_back(*parsed, c);
  }
  if (named.empty()) return columns;
  std::stable_sort(named.begin(), named.end(),
                   [](const auto& a, const auto& b) { return a.first.rank < b.first.rank; });
  std::vector<std::uint32_t> cell = {identity};
  if (model && option("model").empty()) cell.push_back(*model);
  RowGroups groups(table_, cell);
  const auto benchmark = best(ColumnRole::benchmark, true);
  if (benchmark && option("benchmark").empty()) groups.refine(*benchmark);
  for (const std::uint32_t c : columns) groups.refine(c);
  for (const auto& [sample, c] : named) {
    const std::size_t before = groups.repeated();
    if (before == 0) break;
    RowGroups finer = groups;
    finer.refine(c);
    const std::size_t after = finer.repeated();
    if (after == before || (sample.weak && !mostly(before - after, before))) continue;
    columns.push_back(c);
    groups = std::move(finer);
  }
  return columns;
}

/// "sample_id" names the item in many logs, and the sample of an item in others: it does where there are fewer of them
/// than of something else that names items, whose rows repeat without it.
void LayoutGuess::settle_sample_id(std::optional<std::uint32_t>& item, std::optional<std::uint32_t> text) const {
  if (!item || forced_.count(*item) != 0 || !parse_sample_name(name(*item)) || !numbers_samples(*item)) return;
  std::optional<std::uint32_t> other;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    if (roles_[c].role != ColumnRole::item || roles_[c].weak || c == *item) continue;
    if (!other || roles_[c].rank < roles_[*other].rank) other = c;
  }
  const std::optional<std::uint32_t> identity = other ? other : text;
  if (!identity || profiles_[*item].distinct >= profiles_[*identity].distinct) return;
  std::vector<std::uint32_t> cell = {*identity};
  if (const auto model = best(ColumnRole::model, true)) cell.push_back(*model);
  if (const auto benchmark = best(ColumnRole::benchmark, true)) cell.push_back(*benchmark);
  RowGroups groups(table_, cell);
  const std::size_t before = groups.repeated();
  groups.refine(*item);
  if (before > 0 && mostly(before - groups.repeated(), before)) item = other;
}

/// Where the model and the score have names that are known and the item has not: the column that tells the rows of a
/// model apart, and has the same values for other models.
std::optional<std::uint32_t> LayoutGuess::unnamed_item() const {
  const auto model = best(ColumnRole::model, false);
  const auto score = best(ColumnRole::score, false);
  if (!settings_.has_header || !model || !score || !is_score_column(*score)) return std::nullopt;
  std::vector<std::uint32_t> cell = {*model};
  if (const auto benchmark = best(ColumnRole::benchmark, true)) cell.push_back(*benchmark);
  const RowGroups groups(table_, cell);
  if (groups.repeated() == 0) return std::nullopt;
  std::optional<std::uint32_t> found;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    const ColumnProfile& p = profiles_[c];
    const bool is_free = roles_[c].role == ColumnRole::unknown && forced_.count(c) == 0;
    if (!is_free || p.cells != table_.rows() || p.distinct < 2 || p.fractions > 0 || p.lists > 0) continue;
    const bool repeats = profiles_[*model].distinct < 2 || 4 * p.distinct <= 3 * p.cells;
    if (!repeats || (p.numbers == p.cells && !is_whole_numbers(c))) continue;
    RowGroups finer = groups;
    finer.refine(c);
    if (finer.repeated() > 0) continue;
    if (!found || p.distinct > profiles_[*found].distinct) found = c;
  }
  return found;
}

bool LayoutGuess::is_whole_numbers(std::uint32_t column) const {
  const TextDictionary& values = table_.column(column).values;
  for (std::uint32_t v = 1; v < values.size(); ++v) {
    const auto number = parse_number(values.text(v), settings_.decimal_comma);
    if (number && *number != std::floor(*number)) return false;
  }
  return true;
}

/// A table of nothing but columns called scores beside the names of models or benchmarks holds means, or items that
/// nothing names.
std::optional<Error> LayoutGuess::means_of_models(const std::vector<std::uint32_t>& candidates) const {
  if (!settings_.has_header || candidates.empty()) return std::nullopt;
  const bool are_scores = std::all_of(candidates.begin(), candidates.end(), [&](std::uint32_t c) {
    return forced_.count(c) == 0 && roles_[c].role == ColumnRole::score && !roles_[c].weak;
  });
  if (!are_scores) return std::nullopt;
  if (best(ColumnRole::item, true) || best(ColumnRole::text, true)) return std::nullopt;
  const auto model = best(ColumnRole::model, true);
  const auto benchmark = best(ColumnRole::benchmark, true);
  if (!model && !benchmark) return std::nullopt;
  std::vector<std::uint32_t> cell;
  for (const auto& column : {model, benchmark}) {
    if (column) cell.push_back(*column);
  }
  const std::size_t repeated = RowGroups(table_, cell).repeated();
  Error error;
  error.code = ErrorCode::no_responses;
  const std::string of = model ? (benchmark ? "model and benchmark" : "model") : "benchmark";
  error.message = repeated == 0 ? "Each row holds one result of a " + of +
                                      ", and no column names the items: these look like means, not like answers."
                                : "No column names the items: " + counted(repeated, "row") + " repeat a " + of + ".";
  error.hint =
      "Bring one row an answer, with a column named item (or question_id, or the question itself). If one of the "
      "columns "
      "names the items, choose the role item for it.";
  return error;
}

bool LayoutGuess::try_long() {
  std::optional<std::uint32_t> item = best(ColumnRole::item, true);
  const std::optional<std::uint32_t> text = best(ColumnRole::text, true);
  bool item_is_unnamed = false;
  if (!item && !text) {
    item = unnamed_item();
    item_is_unnamed = item.has_value();
  }
  settle_sample_id(item, text);
  if (item && text && only_counts_items(name(*item)) && forced_.count(*item) == 0) item.reset();
  const std::optional<std::uint32_t> identity = item ? item : text;
  if (!identity) return false;
  const bool items_repeat = profiles_[*identity].distinct < profiles_[*identity].cells;
  std::optional<std::uint32_t> model = best(ColumnRole::model, items_repeat);
  if (model && roles_[*model].weak && option("shape") != "long" && forced_.count(*model) == 0 &&
      best(ColumnRole::model, false)) {
    model = best(ColumnRole::model, false);
  }

  std::vector<std::uint32_t> scores;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    if (roles_[c].role != ColumnRole::score) continue;
    // A name that may mean anything must hold scores to be one.
    const bool forced = forced_.count(c) != 0;
    const bool numeric = mostly(profiles_[c].numbers, profiles_[c].cells);
    if (forced || is_score_column(c) || (!roles_[c].weak && numeric && roles_[c].rank < 9)) scores.push_back(c);
  }
  // Names that may mean anything ("status") come after those that say what they are ("feedback.correct").
  std::stable_sort(scores.begin(), scores.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::pair(roles_[a].weak, roles_[a].rank) < std::pair(roles_[b].weak, roles_[b].rank);
  });

  std::optional<std::uint32_t> key = best(ColumnRole::key, true);
  std::optional<std::uint32_t> prediction = best(ColumnRole::prediction, true);
  if (!prediction) {
    for (std::uint32_t c = 0; c < columns() && !prediction; ++c) {
      const std::string column_name = normalised_name(name(c));
      const bool is_answer = column_name == "answer" && key && *key != c && roles_[*key].rank < roles_[c].rank + 1;
      const bool is_response = column_name == "response" && !is_score_column(c);
      if ((is_answer || is_response) && (!key || *key != c)) prediction = c;
    }
  }
  // "answer" may be the right one or the model's: the right one is the same for all models.
  if (key && roles_[*key].weak && !prediction && !scores.empty() && forced_.count(*key) == 0) {
    const RowGroups items(table_, {*identity});
    RowGroups answers = items;
    answers.refine(*key);
    if (answers.repeated() < items.repeated()) std::swap(key, prediction);
  }
  // A column named "choice" may be the prediction, but "choice_A ..." are options.
  std::vector<OptionGroup> groups = find_groups(model.has_value() || option("shape") == "long");
  const bool has_score = !scores.empty() || (key && (prediction || !groups.empty()));
  if (!has_score) return false;
  std::vector<std::uint32_t> samples = sample_columns(model, *identity);
  if (!model && option("shape") != "long") {
    // One file of one model, unless other columns look like the scores of models.
    std::size_t others = 0;
    std::size_t models = 0;
    for (const std::uint32_t c : wide_candidates(false)) {
      if (roles_[c].role == ColumnRole::score) continue;
      if (std::find(samples.begin(), samples.end(), c) != samples.end()) continue;
      const bool in_group = std::any_of(groups.begin(), groups.end(), [&](const OptionGroup& group) {
        return std::find(group.columns.begin(), group.columns.end(), c) != group.columns.end();
      });
      if (in_group) continue;
      ++others;
      if (looks_like_model_name(name(c))) ++models;
    }
    // Records have flags of many kinds beside a score of something that is surely an item.
    const bool surely_items = settings_.from_records && !scores.empty() && !roles_[*identity].weak;
    if ((others >= 2 && !surely_items) || models >= 1) return false;
    if (scores.empty() && !prediction) {
      if (wide_candidates(true).size() >= 2) return false;
    }
  }
  if (item_is_unnamed) {
    layout_.notes.push_back({"column_taken_as_item",
                             Severity::warning,
                             "The column " + quoted(name(*item)) +
                                 " tells the rows of a model apart and was taken as the name of the item.",
                             1,
                             {}});
  }
  layout_.shape = TableShape::long_rows;
  layout_.item = item;
  layout_.text = text;
  layout_.model = model;
  layout_.key = key;
  layout_.prediction = prediction;
  layout_.samples = std::move(samples);
  layout_.score_alternatives = std::move(scores);
  if (!layout_.score_alternatives.empty()) layout_.score = layout_.score_alternatives.front();
  layout_.groups = std::move(groups);
  return true;
}

/// True when most cells of the column that may name models look like names of models.
bool LayoutGuess::rows_look_like_models() const {
  const auto named = best(ColumnRole::model, true);
  if (!named) return false;
  const TextDictionary& values = table_.column(*named).values;
  std::size_t models = 0;
  for (std::uint32_t v = 1; v < values.size(); ++v) models += looks_like_model_name(values.text(v)) ? 1 : 0;
  return 2 * models >= values.size() - 1;
}

bool LayoutGuess::rows_are_models(const std::vector<std::uint32_t>& candidates) const {
  const std::string shape = option("shape");
  if (shape == "models x items") return true;
  if (shape == "items x models") return false;
  const auto rows = table_.rows();
  if (!settings_.has_header) return rows < candidates.size();
  if (best(ColumnRole::item, false)) return false;
  if (best(ColumnRole::model, false)) return true;

  const auto share = [](std::size_t part, std::size_t whole) {
    return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
  };
  std::size_t models_above = 0;
  std::size_t items_above = 0;
  for (const std::uint32_t c : candidates) {
    if (looks_like_model_name(name(c))) ++models_above;
    if (looks_like_item_name(name(c))) ++items_above;
  }
  std::size_t models_beside = 0;
  std::size_t items_beside = 0;
  std::size_t beside = 0;
  std::optional<std::uint32_t> first = best(ColumnRole::model, true);
  if (!first) first = identity_column(candidates);
  if (first) {
    const auto& values = table_.column(*first).values;
    for (std::uint32_t v = 1; v < values.size(); ++v) {
      ++beside;
      if (looks_like_model_name(values.text(v))) ++models_beside;
      if (looks_like_item_name(values.text(v))) ++items_beside;
    }
  }
  const double above = share(models_above, candidates.size());
  const double left = share(models_beside, beside);
  if (std::max(above, left) >= 0.3 && above != left) return left > above;
  const double item_above = share(items_above, candidates.size());
  const double item_left = share(items_beside, beside);
  if (std::max(item_above, item_left) >= 0.8 && item_above != item_left) return item_above > item_left;
  if (best(ColumnRole::model, true)) return true;
  if (best(ColumnRole::item, true) || best(ColumnRole::text, true)) return false;
  return rows < candidates.size();
}

/// Records of an unknown tool hold counters and flags that read like scores: only fields named
/// after models (or after items, beside a field that names the model) make a wide table.
bool LayoutGuess::fields_are_columns(const std::vector<std::uint32_t>& candidates) const {
  std::size_t models = 0;
  std::size_t items = 0;
  for (const std::uint32_t c : candidates) {
    if (forced_.count(c) != 0) return true;
    if (name(c).find('.') == std::string::npos || name(c).find('/') != std::string::npos) {
      if (looks_like_model_name(name(c))) ++models;
    }
    if (looks_like_item_name(name(c))) ++items;
  }
  if (2 * models > candidates.size()) return true;
  return best(ColumnRole::model, true) && 10 * items >= 8 * candidates.size();
}

Error LayoutGuess::no_scores() const {
  std::vector<std::uint32_t> outside;
  std::vector<std::uint32_t> letters;
  ScoreSpread spread;
  std::uint64_t outside_cells = 0;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    if (roles_[c].role != ColumnRole::unknown && roles_[c].role != ColumnRole::score) continue;
    if (parse_sample_name(name(c)) && forced_.count(c) == 0) continue;
    if (is_out_of_range(c) && !is_row_index(c)) {
      outside.push_back(c);
      outside_cells += profiles_[c].outside;
      add_numbers(c, spread);
    }
    if (is_letter_column(c)) letters.push_back(c);
  }
  Error error;
  error.code = ErrorCode::no_responses;
  if (!letters.empty() && letters.size() >= outside.size()) {
    error.message = counted(letters.size(), "column") + " (" + list_names(table_, letters) + ") " +
                    (letters.size() == 1 ? "holds" : "hold") +
                    " the chosen option, not a score, and no column holds the key (the right option).";
    error.hint = "Add a column named \"key\" with the right option of each item, or say which column it is.";
    return error;
  }
  if (!outside.empty()) {
    for (std::size_t row = 0; row < table_.rows() && error.line == 0; ++row) {
      const auto number = parse_number(table_.cell(row, outside.front()), settings_.decimal_comma);
      const double score = settings_.scale.apply(number.value_or(settings_.scale.low));
      if (!(score >= 0 && score <= 1)) error.line = table_.line(row);
    }
    error.message = counted(outside.size(), "column") + " (" + list_names(table_, outside) + ") " +
                    (outside.size() == 1 ? "holds" : "hold") + " numbers outside " + settings_.scale.in_words() +
                    ", which are not read as scores (" + in_groups(outside_cells) + " of " + in_groups(spread.count) +
                    "). " + spread_in_words(spread);
    error.hint = scale_hint(spread, settings_.scale);
    return error;
  }
  error.message = "The table has " + counted(table_.rows(), "row") + " and " + counted(table_.columns(), "column") +
                  ", but no column holds scores (0 and 1, true and false, pass and fail, or numbers between 0 and 1).";
  error.hint =
      "Bring one row an item and one column a model, or one row a response with the columns model, item and "
      "score; or say what each column is.";
  return error;
}

Result<void> LayoutGuess::use_items_by_models(std::vector<std::uint32_t> candidates, bool letters) {
  layout_.shape = TableShape::items_by_models;
  layout_.cells_are_letters = letters;
  layout_.item = best(ColumnRole::item, true);
  layout_.text = best(ColumnRole::text, true);
  layout_.key = best(ColumnRole::key, true);
  if (!layout_.item && settings_.has_header) {
    const auto identity = identity_column(candidates);
    if (identity && !(is_row_index(*identity) && layout_.text)) layout_.item = identity;
  } else if (!layout_.item) {
    const auto identity = identity_column(candidates);
    if (identity) layout_.item = identity;
  }
  if (!layout_.item && !layout_.text && roles_[0].role == ColumnRole::model && roles_[0].weak) layout_.item = 0U;
  candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                  [&](std::uint32_t c) { return layout_.item == c || layout_.key == c; }),
                   candidates.end());

  // The models are the longest run of neighbouring score columns; score-like columns elsewhere
  // are attributes, unless their name is a model's.
  const bool any_forced =
      std::any_of(candidates.begin(), candidates.end(), [&](std::uint32_t c) { return forced_.count(c) != 0; });
  if (!any_forced && settings_.has_header) {
    std::size_t best_begin = 0;
    std::size_t best_size = 0;
    for (std::size_t begin = 0; begin < candidates.size();) {
      std::size_t end = begin + 1;
      while (end < candidates.size() && candidates[end] == candidates[end - 1] + 1) ++end;
      if (end - begin >= best_size) {
        best_begin = begin;
        best_size = end - begin;
      }
      begin = end;
    }
    const bool joined_by_names = std::all_of(candidates.begin(), candidates.end(),
                                             [&](std::uint32_t c) { return looks_like_model_name(name(c)); });
    // Columns "<model>_correct" alternate with their option columns.
    const bool suffixed = std::all_of(candidates.begin(), candidates.end(), [&](std::uint32_t c) {
      const std::string& text = name(c);
      return text.size() > 8 && text.compare(text.size() - 8, 8, "_correct") == 0;
    });
    if (!joined_by_names && !suffixed) {
      std::vector<std::uint32_t> kept;
      std::vector<std::uint32_t> aside;
      for (std::size_t i = 0; i < candidates.size(); ++i) {
        const bool in_run = i >= best_begin && i < best_begin + best_size;
        (in_run || looks_like_model_name(name(candidates[i])) ? kept : aside).push_back(candidates[i]);
      }
      if (!aside.empty()) {
        layout_.notes.push_back(
            {"columns_taken_as_attributes",
             Severity::warning,
             counted(aside.size(), "column") + " (" + list_names(table_, aside) +
                 ") could be scores but stand apart from the columns of models: taken as attributes of the items.",
             aside.size(),
             {}});
      }
      candidates = std::move(kept);
    }
  }
  if (candidates.empty()) return no_scores();

  // More columns beyond the range than within it: costs, counts or percentages, not scores.
  std::vector<std::uint32_t> outside;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    if (roles_[c].role == ColumnRole::unknown && forced_.count(c) == 0 && layout_.item != c && is_out_of_range(c) &&
        !is_row_index(c)) {
      outside.push_back(c);
    }
  }
  const auto of_models = static_cast<std::size_t>(
      std::count_if(outside.begin(), outside.end(), [&](std::uint32_t c) { return looks_like_model_name(name(c)); }));
  const bool same_kind = of_models > 0 && of_models * 10 >= candidates.size();
  if (!any_forced && !letters && (same_kind || outside.size() > candidates.size())) return no_scores();
  if (!outside.empty()) {
    layout_.notes.push_back({"columns_outside_range",
                             Severity::warning,
                             counted(outside.size(), "column") + " of numbers outside " + settings_.scale.in_words() +
                                 " (" + list_names(table_, outside) +
                                 ") taken as attributes of the items, not as models.",
                             outside.size(),
                             {}});
  }
  for (const std::uint32_t c : candidates) layout_.wide.push_back({name(c), c, std::nullopt, {}});
  name_wide_columns();
  return {};
}

/// Names like "acc_norm_<org>__<model>" (BenchMIRT), "<model>_correct" with
/// "<model>_choiceA_probs" (Hendrycks' MMLU).
void LayoutGuess::name_wide_columns() {
  auto& wide = layout_.wide;
  const auto all_begin = [&](std::string_view prefix) {
    return std::all_of(wide.begin(), wide.end(), [&](const WideColumn& column) {
      return column.name.size() > prefix.size() && column.name.compare(0, prefix.size(), prefix) == 0;
    });
  };
  const auto all_end = [&](std::string_view suffix) {
    return std::all_of(wide.begin(), wide.end(), [&](const WideColumn& column) {
      return column.name.size() > suffix.size() &&
             column.name.compare(column.name.size() - suffix.size(), suffix.size(), suffix) == 0;
    });
  };
  for (const std::string_view prefix : {"acc_norm_", "exact_match_", "acc_", "correct_", "score_", "scores."}) {
    if (!all_begin(prefix)) continue;
    for (auto& column : wide) {
      column.name.erase(0, prefix.size());
      const std::size_t join = column.name.find("__");
      if (join != std::string::npos && join > 0) column.name.replace(join, 2, "/");
    }
    break;
  }
  for (const std::string_view suffix : {"_is_correct", "_correct", "_score", "_acc"}) {
    if (!all_end(suffix)) continue;
    for (auto& column : wide) column.name.erase(column.name.size() - suffix.size());
    break;
  }
  if (layout_.cells_are_letters) return;
  const std::vector<OptionGroup> groups = find_groups(false);
  for (auto& column : wide) {
    for (OptionGroup group : groups) {
      if (group.name.compare(0, column.name.size() + 1, column.name + "_") != 0) continue;
      const std::string rest = group.name.substr(column.name.size() + 1);
      group.name = rest == "choice" ? std::string(letter_probabilities) : rest;
      column.groups.push_back(std::move(group));
    }
  }
}

/// Hendrycks' MMLU has "<model>_correct" and "<model>_choiceA_probs" ... of each model: the former columns.
std::vector<std::uint32_t> LayoutGuess::hendrycks_verdicts(const std::vector<OptionGroup>& groups) const {
  constexpr std::string_view options = "_choice";
  std::vector<std::uint32_t> verdicts;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    if (forced_.count(c) != 0 || !is_score_column(c)) continue;
    for (const OptionGroup& group : groups) {
      if (group.name.size() <= options.size()) continue;
      const std::size_t model = group.name.size() - options.size();
      if (group.name.compare(model, options.size(), options) != 0) continue;
      if (name(c) == group.name.substr(0, model) + "_correct") verdicts.push_back(c);
    }
  }
  return verdicts;
}

/// What stands before them has no names: the question, the options, which may be numbers and are no scores, and the
/// letter of the right one.
void LayoutGuess::name_hendrycks_columns(const std::vector<std::uint32_t>& verdicts,
                                         const std::vector<OptionGroup>& groups) {
  std::uint32_t first = verdicts.front();
  for (const OptionGroup& group : groups)
    first = std::min(first, *std::min_element(group.columns.begin(), group.columns.end()));
  for (std::uint32_t c = first; c > 0 && !best(ColumnRole::key, true); --c) {
    if (roles_[c - 1].role == ColumnRole::unknown && is_letter_column(c - 1)) roles_[c - 1] = {ColumnRole::key, 0};
  }
  for (std::uint32_t c = 0; c < first; ++c) {
    if (roles_[c].role != ColumnRole::unknown || forced_.count(c) != 0) continue;
    const bool is_text = !best(ColumnRole::text, true) && profiles_[c].numbers < profiles_[c].cells;
    roles_[c] = {is_text ? ColumnRole::text : ColumnRole::ignore, 0};
  }
}

Result<void> LayoutGuess::use_models_by_items(std::vector<std::uint32_t> candidates) {
  layout_.shape = TableShape::models_by_items;
  layout_.model = best(ColumnRole::model, true);
  if (!layout_.model) {
    layout_.model = identity_column(candidates);
    if (layout_.model && is_row_index(*layout_.model)) layout_.model.reset();
    if (!layout_.model) {
      // Any column of text names the rows better than nothing.
      for (const ColumnRole role : {ColumnRole::item, ColumnRole::text}) {
        const auto named = best(role, true);
        if (!layout_.model && named && !is_row_index(*named)) layout_.model = named;
      }
    }
  }
  candidates.erase(
      std::remove_if(candidates.begin(), candidates.end(), [&](std::uint32_t c) { return layout_.model == c; }),
      candidates.end());
  std::vector<std::uint32_t> others;
  std::size_t outside = 0;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    if (std::binary_search(candidates.begin(), candidates.end(), c) || layout_.model == c) continue;
    if (roles_[c].role == ColumnRole::ignore || is_row_index(c)) continue;
    if (is_frequency_name(name(c)) && forced_.count(c) == 0 && mostly(profiles_[c].numbers, profiles_[c].cells)) {
      return Error{ErrorCode::no_responses,
                   "Each row is a response pattern and the column " + quoted(name(c)) +
                       " says how often it occurred: the rows are not models.",
                   {},
                   0,
                   "Write each pattern as many times as it occurred, one row a person or model; or choose the role "
                   "\"ignore\" for that column to read every pattern once."};
    }
    if (is_out_of_range(c) && roles_[c].role == ColumnRole::unknown) ++outside;
    others.push_back(c);
  }
  const bool any_forced =
      std::any_of(candidates.begin(), candidates.end(), [&](std::uint32_t c) { return forced_.count(c) != 0; });
  if (candidates.empty() || (!any_forced && outside > candidates.size())) return no_scores();
  if (!others.empty()) {
    layout_.notes.push_back(
        {"columns_ignored",
         Severity::warning,
         counted(others.size(), "column") + " (" + list_names(table_, others) +
             ") hold no scores and are not read; bring what describes the models in a file of its own.",
         others.size(),
         {}});
  }
  for (const std::uint32_t c : candidates) layout_.wide.push_back({name(c), c, std::nullopt, {}});
  return {};
}

Result<void> LayoutGuess::use_item_attributes() {
  layout_.shape = TableShape::item_attributes;
  layout_.item = best(ColumnRole::item, true);
  layout_.text = best(ColumnRole::text, true);
  layout_.key = best(ColumnRole::key, true);
  if (!layout_.item) layout_.item = identity_column({});
  if (!layout_.item && !layout_.text) {
    return Error{ErrorCode::no_responses,
                 "No column names the items.",
                 {},
                 0,
                 "Name one column item_id, or say which column it is."};
  }
  return {};
}

/// The columns that could make a vector of each item: those that the user chose, else one column of lists, else the
/// longest run of numbered columns of one stem that hold numbers.
std::vector<std::uint32_t> LayoutGuess::vector_columns() const {
  std::vector<std::uint32_t> chosen;
  std::vector<std::uint32_t> lists;
  std::map<std::string, std::map<std::uint32_t, std::uint32_t>> by_stem;
  for (std::uint32_t c = 0; c < columns(); ++c) {
    const ColumnProfile& p = profiles_[c];
    if (roles_[c].role == ColumnRole::vector) chosen.push_back(c);
    if (forced_.count(c) != 0 || p.cells == 0) continue;
    if (2 * p.lists > p.cells) lists.push_back(c);
    if (!settings_.has_header || 2 * p.numbers <= p.cells) continue;
    if (const auto parsed = parse_vector_column(name(c))) by_stem[parsed->stem].try_emplace(parsed->place, c);
  }
  if (!chosen.empty()) return chosen;
  if (!lists.empty()) return {lists.front()};
  std::vector<std::uint32_t> longest;
  for (const auto& [stem, by_place] : by_stem) {
    const std::uint32_t start = by_place.begin()->first;
    if (start > 1 || by_place.rbegin()->first - start + 1 != by_place.size()) continue;
    if (by_place.size() <= longest.size()) continue;
    longest.clear();
    for (const auto& [place, column] : by_place) longest.push_back(column);
  }
  return longest;
}

/// Only where nothing else can be meant: no scores, models or answers beside the vectors, an item column, and numbers
/// that no score is (negative ones), or columns that say what they are.
bool LayoutGuess::is_vector_table() const {
  if (!settings_.has_header) return false;
  const std::vector<std::uint32_t> vector = vector_columns();
  if (vector.empty()) return false;
  const auto in_vector = [&](std::uint32_t c) {
    return std::binary_search(vector.begin(), vector.end(), c) || forced_.count(c) != 0;
  };
  for (std::uint32_t c = 0; c < columns(); ++c) {
    const ColumnRole role = roles_[c].role;
    if (in_vector(c)) continue;
    if (role == ColumnRole::score || role == ColumnRole::prediction) return false;
    if (role == ColumnRole::model && !roles_[c].weak) return false;
  }
  if (!best(ColumnRole::item, true) && !identity_column(vector)) return false;
  const bool is_list = profiles_[vector.front()].lists > 0;
  if (is_list) return true;
  for (const std::uint32_t c : wide_candidates(false)) {
    if (!in_vector(c)) return false;
  }
  const auto named = parse_vector_column(name(vector.front()));
  std::size_t negative = 0;
  std::size_t outside = 0;
  bool fractions = false;
  for (const std::uint32_t c : vector) {
    const ColumnProfile& p = profiles_[c];
    negative += p.smallest < 0 && p.outside != p.minus_ones ? 1 : 0;
    outside += p.outside > 0 ? 1 : 0;
    fractions = fractions || p.fractions > 0;
  }
  // A field of a record that is called embedding and held a list.
  if (settings_.from_records && named && named->names_vectors && !best(ColumnRole::key, true))
    return vector.size() >= 2;
  if (vector.size() < fewest_vector_columns) return false;
  if (4 * negative >= vector.size()) return true;
  return named && ((named->names_vectors && fractions) || (named->usual && 2 * outside > vector.size()));
}

Result<void> LayoutGuess::use_item_vectors() {
  layout_.shape = TableShape::item_vectors;
  layout_.vector = vector_columns();
  if (layout_.vector.size() < 2 && !(layout_.vector.size() == 1 && profiles_[layout_.vector.front()].lists > 0)) {
    // By hand: whatever holds numbers and has no other meaning.
    layout_.vector.clear();
    for (std::uint32_t c = 0; c < columns(); ++c) {
      const ColumnRole role = roles_[c].role;
      if ((role == ColumnRole::unknown || role == ColumnRole::score) && forced_.count(c) == 0 && !is_row_index(c) &&
          mostly(profiles_[c].numbers, profiles_[c].cells)) {
        layout_.vector.push_back(c);
      }
    }
  }
  layout_.vector_is_list = layout_.vector.size() == 1;
  if (layout_.vector.empty() || (layout_.vector_is_list && profiles_[layout_.vector.front()].lists == 0)) {
    return Error{ErrorCode::no_responses,
                 "No columns of numbers, and no column of lists of numbers, hold the vectors of the items.",
                 {},
                 0,
                 "Bring one row an item: its id, and its numbers in columns named v0, v1 ... or in one column as "
                 "[0.1, -0.2, ...]; or choose the role \"vector\" for the columns."};
  }
  layout_.item = best(ColumnRole::item, true);
  if (!layout_.item) layout_.item = identity_column(layout_.vector);
  if (!layout_.item) layout_.item = best(ColumnRole::model, true);  // "name"
  layout_.text = best(ColumnRole::text, true);
  if (layout_.item && std::binary_search(layout_.vector.begin(), layout_.vector.end(), *layout_.item)) {
    layout_.item.reset();
  }
  if (!layout_.item) {
    return Error{ErrorCode::no_responses,
                 "No column names the items that the vectors belong to.",
                 {},
                 0,
                 "Name one column item_id, with the ids of the loaded items, or say which column it is."};
  }
  return {};
}

Result<void> LayoutGuess::use_model_attributes() {
  layout_.shape = TableShape::model_attributes;
  layout_.model = best(ColumnRole::model, true);
  if (!layout_.model) layout_.model = identity_column({});
  if (!layout_.model) {
    return Error{ErrorCode::no_responses,
                 "No column names the models.",
                 {},
                 0,
                 "Name one column model, or say which column it is."};
  }
  return {};
}

Result<void> LayoutGuess::decide_wide() {
  std::vector<std::uint32_t> candidates = wide_candidates(false);
  // Option values of the models are not models.
  const std::vector<OptionGroup> groups = find_groups(false);
  for (const auto& group : groups) {
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(),
                                    [&](std::uint32_t c) {
                                      return forced_.count(c) == 0 &&
                                             std::find(group.columns.begin(), group.columns.end(), c) !=
                                                 group.columns.end();
                                    }),
                     candidates.end());
  }
  const std::string shape = option("shape");
  if (std::vector<std::uint32_t> verdicts = hendrycks_verdicts(groups); shape.empty() && !verdicts.empty()) {
    name_hendrycks_columns(verdicts, groups);
    return use_items_by_models(std::move(verdicts), false);
  }
  std::vector<std::uint32_t> letters = wide_candidates(true);
  const bool named_models = best(ColumnRole::model, true).has_value();
  const bool named_items = best(ColumnRole::item, true).has_value() || best(ColumnRole::text, true).has_value();

  if (shape.empty()) {
    if (settings_.has_header && is_parameter_table() && (best(ColumnRole::item, true) || candidates.empty())) {
      if (best(ColumnRole::item, true)) return use_item_attributes();
      if (!named_models) return no_scores();
    }
    std::vector<std::uint32_t> outside;
    std::size_t known_attributes = 0;
    std::size_t texts = 0;
    for (std::uint32_t c = 0; c < columns(); ++c) {
      if (roles_[c].role == ColumnRole::category) ++known_attributes;
      if (roles_[c].role != ColumnRole::unknown && roles_[c].role != ColumnRole::score) continue;
      if (is_out_of_range(c) && !is_row_index(c)) outside.push_back(c);
      if (!is_out_of_range(c) && !is_score_column(c) && profiles_[c].cells > 0 && !is_letter_column(c)) ++texts;
    }
    // Facts about models: a column of model names, no items, and more facts than scores.
    const bool model_names_only = named_models && !best(ColumnRole::item, true);
    if (model_names_only && rows_are_models(candidates)) {
      const bool facts =
          candidates.size() <= outside.size() + texts || (candidates.size() <= 2 && known_attributes > 0);
      if (letters.size() <= candidates.size() && (facts || is_leaderboard(candidates))) {
        if (!facts) {
          layout_.notes.push_back({"leaderboard",
                                   Severity::info,
                                   counted(candidates.size(), "column") +
                                       " named after benchmarks: read as facts about the models, not as items.",
                                   candidates.size(),
                                   {}});
        }
        return use_model_attributes();
      }
    }
    if (named_items && candidates.empty() && letters.empty() && outside.size() <= 1 + known_attributes) {
      if (columns() >= 2) return use_item_attributes();
    }
  }
  const bool use_letters = letters.size() > candidates.size();
  if (use_letters && !rows_are_models(letters)) {
    std::optional<std::uint32_t> key = best(ColumnRole::key, true);
    if (!key && letters.size() == 1) return shape.empty() && named_items ? use_item_attributes() : no_scores();
    if (!key) return no_scores();
    return use_items_by_models(std::move(letters), true);
  }
  if (candidates.empty()) return no_scores();
  if (auto means = means_of_models(candidates); means && shape.empty()) {
    // "name" may be the item's: then one column of verdicts is one model's.
    const bool names_may_be_of_items = candidates.size() == 1 && !best(ColumnRole::model, false) &&
                                       !best(ColumnRole::benchmark, true) &&
                                       profiles_[candidates.front()].fractions == 0 && !rows_look_like_models();
    if (!names_may_be_of_items) return *means;
    return use_items_by_models(std::move(candidates), false);
  }
  if (settings_.from_records && shape.empty() && !fields_are_columns(candidates)) {
    Error error = no_scores();
    error.message =
        "The records hold no field that is known as a score, and their other fields do not look like models.";
    error.hint = "Name the fields model, item and score (or correct), or say what each field is.";
    return error;
  }
  return rows_are_models(candidates) ? use_models_by_items(std::move(candidates))
                                     : use_items_by_models(std::move(candidates), false);
}

void LayoutGuess::collect_attributes() {
  layout_.benchmark = best(ColumnRole::benchmark, true);
  layout_.option_count = best(ColumnRole::option_count, true);
  std::vector<bool> used(table_.columns(), false);
  const auto use = [&](const std::optional<std::uint32_t>& column) {
    if (column) used[*column] = true;
  };
  for (const auto& column : {layout_.model, layout_.item, layout_.score, layout_.benchmark, layout_.key,
                             layout_.prediction, layout_.text, layout_.option_count}) {
    use(column);
  }
  for (const std::uint32_t c : layout_.score_alternatives) used[c] = true;
  for (const std::uint32_t c : layout_.vector) used[c] = true;
  for (const std::uint32_t c : layout_.samples) used[c] = true;
  for (const auto& group : layout_.groups) {
    for (const std::uint32_t c : group.columns) used[c] = true;
  }
  for (const auto& column : layout_.wide) {
    used[column.column] = true;
    for (const auto& group : column.groups) {
      for (const std::uint32_t c : group.columns) used[c] = true;
    }
  }
  for (std::uint32_t c = 0; c < columns(); ++c) {
    if (used[c] || roles_[c].role == ColumnRole::ignore || profiles_[c].cells == 0) continue;
    if (2 * profiles_[c].lists > profiles_[c].cells) continue;  // vectors are no attribute
    if (name(c).empty() || (layout_.shape == TableShape::models_by_items)) continue;
    if (layout_.shape != TableShape::model_attributes && is_row_index(c)) continue;
    layout_.attributes.push_back(c);
  }
}

void LayoutGuess::describe_roles() {
  auto& roles = layout_.roles;
  std::fill(roles.begin(), roles.end(), "ignore");
  for (const std::uint32_t c : layout_.attributes) {
    roles[c] =
        roles_[c].role == ColumnRole::category && normalised_name(name(c)) == "category" ? "category" : "attribute";
  }
  const auto set = [&](const std::optional<std::uint32_t>& column, const char* role) {
    if (column) roles[*column] = role;
  };
  set(layout_.benchmark, "benchmark");
  set(layout_.option_count, "option count");
  set(layout_.text, "text");
  set(layout_.prediction, "prediction");
  set(layout_.key, "key");
  set(layout_.item, "item");
  set(layout_.model, "model");
  set(layout_.score, "score");
  const auto set_groups = [&](const std::vector<OptionGroup>& groups) {
    for (const auto& group : groups) {
      for (std::size_t i = 0; i < group.columns.size(); ++i) {
        roles[group.columns[i]] = "option:" + group.name + ":" + std::to_string(i);
      }
    }
  };
  set_groups(layout_.groups);
  for (const std::uint32_t c : layout_.vector) roles[c] = "vector";
  for (const std::uint32_t c : layout_.samples) roles[c] = "sample";
  for (const auto& column : layout_.wide) {
    roles[column.column] = layout_.shape == TableShape::models_by_items ? "item" : "model score";
    set_groups(column.groups);
  }
}

Result<TableLayout> LayoutGuess::run() {
  if (auto read = read_overrides(); !read) return read.error();
  decide_grades();
  const std::string shape = option("shape");
  Result<void> decided;
  if (shape == "item attributes") {
    decided = use_item_attributes();
  } else if (shape == "item vectors" || (shape.empty() && is_vector_table())) {
    decided = use_item_vectors();
  } else if (shape == "model attributes") {
    decided = use_model_attributes();
  } else if (shape == "long") {
    if (!try_long()) {
      return Error{ErrorCode::no_responses,
                   "The table cannot be read with one row a response: it needs a column that names the item and one "
                   "with the score (or the key and the prediction).",
                   {},
                   0,
                   "Say which columns they are."};
    }
  } else if (!shape.empty() && shape != "items x models" && shape != "models x items") {
    return Error{ErrorCode::invalid_argument,
                 "There is no table shape " + quoted(shape) + ".",
                 {},
                 0,
                 "Shapes are long, items x models, models x items, item attributes, item vectors, model attributes."};
  } else if (!shape.empty() || !try_long()) {
    decided = decide_wide();
  }
  if (!decided) return decided.error();
  collect_attributes();
  describe_roles();
  return std::move(layout_);
}

}  // namespace

std::string_view to_string(TableShape shape) {
  switch (shape) {
    case TableShape::long_rows: return "long";
    case TableShape::items_by_models: return "items x models";
    case TableShape::models_by_items: return "models x items";
    case TableShape::item_attributes: return "item attributes";
    case TableShape::item_vectors: return "item vectors";
    case TableShape::model_attributes: return "model attributes";
  }
  return "long";
}

std::optional<std::uint32_t> option_letter(std::string_view cell) {
  cell = trim(cell);
  if (!cell.empty() && cell.front() == '(') cell.remove_prefix(1);
  while (!cell.empty() && (cell.back() == ')' || cell.back() == '.' || cell.back() == ':')) cell.remove_suffix(1);
  if (cell.size() != 1) return std::nullopt;
  const char c = cell.front();
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint32_t>(c - 'A');
  if (c >= 'a' && c <= 'z') return static_cast<std::uint32_t>(c - 'a');
  return std::nullopt;
}

std::vector<ColumnProfile> profile_columns(const TableStore& table, const TableSettings& settings) {
  std::vector<ColumnProfile> profiles(table.columns());
  for (std::size_t c = 0; c < table.columns(); ++c) {
    const StoredColumn& column = table.column(c);
    ColumnProfile& profile = profiles[c];
    for (std::uint32_t v = 0; v < column.values.size(); ++v) {
      const std::uint64_t count = column.counts[v];
      if (count == 0) continue;
      const std::string_view text = column.values.text(v);
      const ScoreCell cell = read_score(text, settings.decimal_comma);
      if (cell.spelling == ScoreSpelling::missing) continue;
      profile.cells += count;
      ++profile.distinct;
      profile.longest = std::max(profile.longest, text.size());
      if (option_letter(text)) profile.letters += count;
      if (text.front() == '[' && is_number_list(text)) profile.lists += count;
      if (cell.spelling == ScoreSpelling::grade) profile.grades += count;
      const auto number = parse_number(text, settings.decimal_comma);
      if (number) {
        if (profile.numbers == 0) profile.smallest = profile.largest = *number;
        profile.smallest = std::min(profile.smallest, *number);
        profile.largest = std::max(profile.largest, *number);
        profile.numbers += count;
        const double score = settings.scale.apply(*number);
        if (score >= 0 && score <= 1) {
          profile.scores += count;
          if (score > 0 && score < 1) profile.fractions += count;
        } else {
          profile.outside += count;
          if (*number == -1) profile.minus_ones += count;
        }
      } else if (cell.spelling == ScoreSpelling::score) {
        profile.scores += count;
      }
    }
  }
  return profiles;
}

Result<TableLayout> guess_layout(const TableStore& table, const TableSettings& settings) {
  return LayoutGuess(table, settings).run();
}

}  // namespace harmonograph
