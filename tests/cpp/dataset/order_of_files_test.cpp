// The order of files, of rows in them and of options changes nothing: random benchmarks of several kinds of files, in
// random orders, against what was made.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "core/fingerprint.hpp"
#include "core/random.hpp"
#include "dataset/observations_builder.hpp"

using namespace harmonograph;

namespace {

struct Answer {
  std::size_t item = 0;  // of the benchmark
  double score = 0;
  std::vector<double> values;        // of the benchmark's options
  std::int32_t chosen = -1;          // among them
  std::vector<std::uint32_t> order;  // the option of the benchmark at each place of the file
};

/// A run of one model as some tool writes it.
struct Run {
  std::string model;
  bool ids = false;
  bool hashes = false;
  bool positions = false;
  bool counts_from_zero = false;  // positions are those of the file
  bool texts = false;             // of options and questions
  std::vector<Answer> answers;
};

std::uint32_t below(Random& random, std::uint32_t bound) {
  return static_cast<std::uint32_t>(random.below(bound));
}

template <class T>
void shuffle(std::vector<T>& values, Random& random) {
  for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[random.below(i)]);
}

/// Items 0 and 1 ask the same question.
std::size_t question_of(std::size_t item) {
  return item == 1 ? 0 : item;
}

std::size_t options_of(std::size_t item) {
  return 2 + question_of(item) % 4;
}

std::string number(std::size_t value) {
  return std::to_string(value);
}

FileObservations file_of(const Run& run) {
  ObservationsBuilder builder(run.model);
  FileObservations& file = builder.file();
  file.attributes.push_back({"truth", {}});
  file.responses.choices.push_back({"p", ChoiceKind::probability, {}, {}});
  ChoiceSet& set = file.responses.choices[0];
  for (std::size_t r = 0; r < run.answers.size(); ++r) {
    const Answer& answer = run.answers[r];
    const std::size_t question = question_of(answer.item);
    FileItem item;
    if (run.ids) item.native_id = "q" + number(answer.item);
    if (run.hashes) item.content_hash = "hash of " + number(question);
    if (run.positions) item.position = static_cast<std::int64_t>(run.counts_from_zero ? r : answer.item);
    item.option_count = static_cast<std::uint32_t>(options_of(answer.item));
    std::vector<std::uint64_t> prints;
    set.first.push_back(static_cast<std::uint32_t>(set.values.size()));
    std::int32_t chosen = -1;
    for (std::size_t place = 0; place < answer.order.size(); ++place) {
      const std::uint32_t option = answer.order[place];
      set.values.push_back(answer.values[option]);
      if (option == 0) item.key = static_cast<std::int32_t>(place);  // the first option is right
      if (static_cast<std::int32_t>(option) == answer.chosen) chosen = static_cast<std::int32_t>(place);
      prints.push_back(fingerprint("option " + number(option) + " of " + number(question)));
    }
    if (run.texts) item.text = "Question " + number(question);
    builder.item(item, answer.score, run.texts ? prints : std::vector<std::uint64_t>());
    file.responses.chosen.push_back(chosen);
    file.attributes[0].values.push_back(number(question));
  }
  return file;
}

/// What the data set says of each item and model, whatever the numbering of items and options.
std::multiset<std::string> facts_of(const Assembly& assembly) {
  std::multiset<std::string> facts;
  REQUIRE(assembly.dataset.benchmarks.size() == 1);
  const Benchmark& benchmark = assembly.dataset.benchmarks[0];
  REQUIRE(benchmark.attributes.size() == 1);
  for (std::size_t i = 0; i < benchmark.item_count(); ++i) {
    for (std::size_t m = 0; m < assembly.dataset.models.size(); ++m) {
      const double score = benchmark.scores(m, i);
      if (std::isnan(score)) continue;
      std::string fact = std::to_string(score) + ":";
      REQUIRE(benchmark.choices[m].size() == 1);
      const auto row = benchmark.choices[m][0].values.row(i);
      std::vector<double> values;
      for (std::size_t c = 0; c < benchmark.option_counts[i]; ++c) values.push_back(row[c]);
      const auto key = static_cast<std::size_t>(benchmark.keys[i]);
      fact += " key " + std::to_string(values[key]);
      const std::int32_t chosen = benchmark.chosen(m, i);
      fact += " chosen " + std::to_string(chosen < 0 ? -1 : values[static_cast<std::size_t>(chosen)]);
      std::sort(values.begin(), values.end());
      for (const double value : values) fact += " " + std::to_string(value);
      facts.insert(assembly.dataset.models[m].name + " on " + benchmark.attributes[0].values[i] + ": " + fact);
    }
  }
  return facts;
}

std::vector<std::size_t> counts_of(const Assembly& assembly) {
  const JoinCounts& joins = assembly.report.benchmarks[0].joins;
  return {joins.native_id,
          joins.content_hash,
          joins.question_text,
          joins.position,
          joins.one_file,
          joins.one_model,
          assembly.report.benchmarks[0].items_shared_by_all,
          assembly.report.benchmarks[0].missing_cells};
}

/// Codes and counts of the notes that do not depend on which order of the options comes first.
std::set<std::pair<std::string, std::uint64_t>> notes_of(const Assembly& assembly) {
  std::set<std::pair<std::string, std::uint64_t>> notes;
  for (const Note& note : assembly.report.benchmarks[0].notes) {
    if (note.code != "options_reordered" && note.code != "floored") notes.emplace(note.code, note.count);
  }
  return notes;
}

Assembly assembled(const std::vector<Run>& runs) {
  std::vector<FileObservations> files;
  for (const Run& run : runs) files.push_back(file_of(run));
  std::vector<LoadedFile> loaded;
  for (std::size_t f = 0; f < files.size(); ++f) loaded.push_back({runs[f].model + ".json", &files[f]});
  return assemble(loaded);
}

std::vector<Run> random_runs(Random& random) {
  const std::uint32_t items = 6 + below(random, 30);
  std::vector<Run> runs(2 + below(random, 4));
  for (std::size_t m = 0; m < runs.size(); ++m) {
    Run& run = runs[m];
    run.model = "model " + number(m);
    run.ids = below(random, 2) == 0;
    run.hashes = below(random, 3) > 0;
    run.positions = !run.ids || below(random, 2) == 0;
    run.texts = below(random, 2) == 0;
    for (std::size_t item = 0; item < items; ++item) {
      if (below(random, 5) == 0) continue;
      Answer answer{item, below(random, 2) == 0 ? 0.0 : 1.0, {}, -1, {}};
      for (std::uint32_t option = 0; option < options_of(item); ++option) {
        answer.values.push_back(0.05 + random.uniform());
        answer.order.push_back(option);
      }
      answer.chosen = static_cast<std::int32_t>(below(random, static_cast<std::uint32_t>(options_of(item))));
      run.answers.push_back(std::move(answer));
    }
    if (run.answers.empty()) run.answers.push_back({0, 1, {0.4, 0.6}, 1, {0, 1}});
  }
  // Only where something better joins all files can the positions be those of a file.
  const bool named = std::all_of(runs.begin(), runs.end(), [](const Run& run) { return run.ids; }) ||
                     std::all_of(runs.begin(), runs.end(), [](const Run& run) { return run.hashes; });
  for (Run& run : runs) run.counts_from_zero = named && run.positions && below(random, 2) == 0;
  return runs;
}

}  // namespace

TEST_CASE("the order of files, rows and options gives the same data set") {
  Random random(20240607);
  std::size_t compared = 0;
  std::size_t joined = 0;
  std::size_t shuffled = 0;
  for (int trial = 0; trial < 300; ++trial) {
    std::vector<Run> runs = random_runs(random);
    const bool all_have_texts = std::all_of(runs.begin(), runs.end(), [](const Run& run) { return run.texts; });
    shuffled += all_have_texts ? 1 : 0;
    const Assembly first = assembled(runs);
    const auto facts = facts_of(first);
    const auto counts = counts_of(first);
    const auto notes = notes_of(first);
    joined += counts[0] + counts[1] + counts[2] + counts[3];
    // Every answer is there, with its own numbers.
    std::size_t answers = 0;
    for (const Run& run : runs) answers += run.answers.size();
    CHECK(facts.size() == answers);
    for (int again = 0; again < 4; ++again) {
      shuffle(runs, random);
      for (Run& run : runs) {
        // Positions of the file's own count follow its rows.
        if (!run.counts_from_zero) shuffle(run.answers, random);
        // A file without texts of options has them in an order that nobody can know.
        if (!all_have_texts) continue;
        for (Answer& answer : run.answers) shuffle(answer.order, random);
      }
      const Assembly other = assembled(runs);
      CHECK(facts_of(other) == facts);
      CHECK(counts_of(other) == counts);
      CHECK(notes_of(other) == notes);
      compared += facts.size();
    }
  }
  CHECK(joined > 1000);
  CHECK(shuffled > 20);
  CHECK(compared > 10'000);
}
