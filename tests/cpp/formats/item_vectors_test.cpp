// Tables of vectors of items: recognised where nothing else can be meant, chosen by hand elsewhere.
#include <cmath>

#include "core/random.hpp"
#include "formats/number_list.hpp"
#include "formats/table_names.hpp"
#include "table_reading.hpp"

using namespace harmonograph;
using namespace table_reading;

namespace {

const Format& table() {
  return *find_format("table");
}

/// The file as the recognised format reads it, under the name "unknown".
Result<FileObservations> read_unknown(const std::string& text, const ReadOptions& options = {}) {
  const auto format = recognise_format({"unknown", text, true});
  REQUIRE(format.ok());
  return read_text(**format, text, "unknown", options, 7);
}

FileObservations must_read(const std::string& text, const ReadOptions& options = {}) {
  auto read = read_unknown(text, options);
  INFO((read.ok() ? "" : read.error().message));
  REQUIRE(read.ok());
  check_shape(*read);
  return std::move(*read);
}

std::string shape_of(const std::string& text, const ReadOptions& options = {}) {
  auto read = read_unknown(text, options);
  return read ? read->table->shape : "error: " + read.error().message;
}

}  // namespace

TEST_CASE("columns v0, v1 ... with negative numbers are vectors; rows that lack a number are counted") {
  const FileObservations file = must_read(fixture("table/embeddings.csv"));
  CHECK(file.table->shape == "item vectors");
  CHECK(file.role == FileRole::item_vectors);
  REQUIRE(file.vectors.size() == 1);
  const Matrix& values = file.vectors.front().values;
  CHECK(values.rows() == 10);  // 12 items; q3 misses a number, q4 has text in its place, q1 comes twice
  CHECK(values.columns() == 8);
  REQUIRE(file.items.size() == 10);
  CHECK(file.items[1].native_id == "q2");
  CHECK(file.items[2].native_id == "q5");
  CHECK(file.rows_read == 13);
  CHECK(file.rows_skipped == 3);
  REQUIRE(find_note(file, "rows_without_vector") != nullptr);
  CHECK(find_note(file, "rows_without_vector")->count == 2);
  CHECK(find_note(file, "rows_without_vector")->lines == std::vector<std::uint64_t>{4, 5});
  CHECK(find_note(file, "duplicate_rows")->count == 1);
  // What else the file says of the items is kept.
  REQUIRE(find_attribute(file, "category") != nullptr);
  CHECK(find_attribute(file, "category")->values[9] == "history");
  for (std::size_t c = 2; c < 10; ++c) CHECK(file.table->columns[c].role == "vector");
  CHECK(file.table->columns[0].role == "item");
  CHECK(values(0, 0) == 0.0163);  // as written in the file
}

TEST_CASE("one column of lists is a vector; other lengths and missing numbers are counted") {
  const FileObservations file = must_read(fixture("table/embedding_lists.tsv"));
  CHECK(file.role == FileRole::item_vectors);
  REQUIRE(file.vectors.size() == 1);
  CHECK(file.vectors.front().values.rows() == 4);  // q4 has 3 numbers, q6 a nan, q7 no list
  CHECK(file.vectors.front().values.columns() == 4);
  CHECK(find_note(file, "rows_without_vector")->count == 3);
  CHECK(find_note(file, "vectors_of_other_length")->count == 1);
}

TEST_CASE("JSON lines with arrays, short and long") {
  const FileObservations longer = must_read(fixture("table/embeddings.jsonl"));
  CHECK(longer.role == FileRole::item_vectors);
  CHECK(longer.vectors.front().values.rows() == 5);
  CHECK(longer.vectors.front().values.columns() == 30);
  CHECK(find_note(longer, "rows_without_vector")->count == 1);  // a null inside
  const FileObservations shorter = must_read(fixture("table/distributions.jsonl"));
  CHECK(shorter.role == FileRole::item_vectors);
  CHECK(shorter.vectors.front().values.rows() == 5);
  CHECK(shorter.vectors.front().values.columns() == 3);
  double sum = 0;
  for (const double value : shorter.vectors.front().values.row(2)) sum += value;
  CHECK(sum == Approx(1).margin(2e-6));
}

TEST_CASE("the vectors are named after the file") {
  const auto read = read_text(table(), fixture("table/embeddings.csv"), "run/all-MiniLM-L6-v2.csv");
  REQUIRE(read.ok());
  CHECK(read->vectors.front().name == "all-MiniLM-L6-v2");
}

TEST_CASE("a list longer than other cells may be is kept whole") {
  std::string text = "item_id\tembedding\n";
  Random random(1);
  std::vector<double> last;
  for (int i = 0; i < 12; ++i) {
    text += "q" + std::to_string(i) + "\t[";
    last.clear();
    for (int w = 0; w < 1000; ++w) {
      const double value = std::floor(1e6 * random.normal()) / 1e6;
      last.push_back(value);
      text += (w > 0 ? ", " : "") + std::to_string(value);
    }
    text += "]\n";
  }
  const FileObservations file = must_read(text);
  REQUIRE(file.vectors.size() == 1);
  REQUIRE(file.vectors.front().values.columns() == 1000);
  for (std::size_t w = 0; w < 1000; ++w) CHECK(file.vectors.front().values(11, w) == Approx(last[w]).margin(1e-9));
}

TEST_CASE("what could be scores is not taken for vectors unasked") {
  // R's names of columns, 0 and 1: persons x items.
  std::string binary = "id,V1,V2,V3,V4,V5,V6,V7,V8,V9\n";
  for (int i = 0; i < 12; ++i) binary += "s" + std::to_string(i) + ",1,0,1,0,0,1,1,0,1\n";
  CHECK(shape_of(binary) != "item vectors");
  // -1 for missing is no negative number.
  std::string minus = "item_id,m1,m2,m3,m4,m5,m6,m7,m8\n";
  for (int i = 0; i < 12; ++i) minus += "q" + std::to_string(i) + ",1,0,-1,0,0,1,-1,0\n";
  CHECK(shape_of(minus) == "items x models");
  // Vectors beside a score are a file of responses.
  std::string scored = "item_id,model,score,v0,v1,v2,v3,v4,v5,v6,v7\n";
  for (int i = 0; i < 12; ++i) scored += "q" + std::to_string(i) + ",m,1,-.1,.2,.3,-.4,.5,.6,.7,-.8\n";
  CHECK(shape_of(scored) == "long");
  // Seven numbers are too few to be sure; percentages are refused as before.
  std::string seven = "item_id,x0,x1,x2,x3,x4,x5,x6\n";
  for (int i = 0; i < 12; ++i) seven += "q" + std::to_string(i) + ",-.1,.2,.3,-.4,.5,.6,-.7\n";
  CHECK(shape_of(seven) != "item vectors");
  std::string percent = "item_id,m1,m2,m3,m4,m5,m6,m7,m8\n";
  for (int i = 0; i < 12; ++i) percent += "q" + std::to_string(i) + ",10,20,30,40,50,60,70,80\n";
  CHECK(shape_of(percent) != "item vectors");
  // Abilities of models are attributes of models.
  std::string models = "model,F1,F2,F3,F4,F5,F6,F7,F8\n";
  for (int i = 0; i < 12; ++i) models += "llama-" + std::to_string(i) + ",-.1,.2,.3,-.4,.5,.6,-.7,1.2\n";
  CHECK(shape_of(models) != "item vectors");
}

TEST_CASE("other names of the columns") {
  for (const std::string stem : {"e", "dim_", "embedding_", "emb.", ""}) {
    std::string text = "question_id";
    for (int c = 1; c <= 8; ++c) text += "," + stem + std::to_string(c);
    text += "\n";
    for (int i = 0; i < 12; ++i) text += "q" + std::to_string(i) + ",-.1,.2,.3,-.4,.5,.6,-.7,1.2\n";
    INFO(stem);
    CHECK(shape_of(text) == "item vectors");
  }
}

TEST_CASE("by hand: any columns of numbers, or those with the role vector") {
  std::string text = "item_id,a,b,c\n";
  for (int i = 0; i < 12; ++i) text += "q" + std::to_string(i) + ",0.1,0.5,0.4\n";
  CHECK(shape_of(text) == "items x models");
  const FileObservations all = must_read(text, {{"shape", "item vectors"}});
  CHECK(all.vectors.front().values.columns() == 3);
  const FileObservations two = must_read(text, {{"shape", "item vectors"}, {"role:1", "vector"}, {"role:3", "vector"}});
  REQUIRE(two.vectors.front().values.columns() == 2);
  CHECK(two.vectors.front().values(0, 1) == 0.4);
  const auto nothing = read_unknown("item_id,topic\nq1,x\nq2,y\nq3,y\n", {{"shape", "item vectors"}});
  REQUIRE_FALSE(nothing.ok());
  CHECK(nothing.error().code == ErrorCode::no_responses);
  // And back: a recognised one as a table of scores is refused in plain words.
  CHECK_FALSE(read_unknown(fixture("table/embeddings.csv"), {{"shape", "items x models"}}).ok());
}

TEST_CASE("lists of numbers") {
  CHECK(parse_number_list("[0.1, -2e-3,3]") == std::vector<double>{0.1, -2e-3, 3});
  CHECK(parse_number_list(" [ 1  2\n 3 ] ") == std::nullopt);  // cells come trimmed
  CHECK(parse_number_list("[ 1  2\n 3 ]") == std::vector<double>{1, 2, 3});
  CHECK(parse_number_list("[1; 2]") == std::vector<double>{1, 2});
  const auto holes = parse_number_list("[1, nan, None, , 5]");
  REQUIRE(holes.has_value());
  REQUIRE(holes->size() == 5);
  for (const std::size_t i : {1U, 2U, 3U}) CHECK(std::isnan((*holes)[i]));
  for (const char* other : {"", "[", "[]", "[1]", "1, 2", "[a, b]", "[1, [2, 3]]", "[1, 2", "(1, 2)", "[x1, 2]"}) {
    INFO(other);
    CHECK_FALSE(parse_number_list(other).has_value());
  }
}

TEST_CASE("names of columns that number a vector") {
  const auto parsed = parse_vector_column("Embedding.12");
  REQUIRE(parsed.has_value());
  CHECK(parsed->stem == "embedding");
  CHECK(parsed->place == 12);
  CHECK(parsed->names_vectors);
  CHECK(parse_vector_column("7")->stem.empty());
  CHECK(parse_vector_column("text_emb_3")->names_vectors);
  CHECK_FALSE(parse_vector_column("accuracy").has_value());
  CHECK_FALSE(parse_vector_column("v1234567").has_value());  // no width is that large
  CHECK_FALSE(parse_vector_column("llama_3")->usual);
}
