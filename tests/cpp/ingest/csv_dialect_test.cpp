// The guess of separator and decimal sign from the first rows.
#include <catch2/catch.hpp>

#include "ingest/csv_dialect.hpp"

using namespace harmonograph;

TEST_CASE("the separator with the most even rows", "[csv]") {
  CHECK(guess_csv_dialect("a,b,c\n1,2,3\n4,5,6\n", true).separator == ',');
  CHECK(guess_csv_dialect("a;b;c\n1;2;3\n", true).separator == ';');
  CHECK(guess_csv_dialect("a\tb\n1\t2\n", true).separator == '\t');
  CHECK(guess_csv_dialect("a|b\n1|2\n", true).separator == '|');
  // Commas in the text of a tab-separated table, one in every row but the header.
  CHECK(guess_csv_dialect("id\ttext\n1\twell, yes\n2\tno, never\n", true).separator == '\t');
  // Semicolons inside quotes do not count.
  CHECK(guess_csv_dialect("a,b\n1,\"x;y;z\"\n2,\"x;y;z\"\n", true).separator == ',');
}

TEST_CASE("a decimal comma is seen only with another separator", "[csv]") {
  const CsvDialect european = guess_csv_dialect("item;m1;m2\r\n1;0,5;0,25\r\n2;1;0,75\r\n", true);
  CHECK(european.separator == ';');
  CHECK(european.decimal_comma);
  // No header to help: 0,5;1,0;0,25 would give four even cells at commas.
  const CsvDialect headerless = guess_csv_dialect("0,5;1,0;0,25\n0,5;0,0;1,0\n", true);
  CHECK(headerless.separator == ';');
  CHECK(headerless.decimal_comma);
  CHECK_FALSE(guess_csv_dialect("a;b\n0.5;1\n", true).decimal_comma);
  CHECK_FALSE(guess_csv_dialect("a,b\n0,5\n", true).decimal_comma);
}

TEST_CASE("how even the rows are", "[csv]") {
  const CsvDialect dialect = guess_csv_dialect("a,b,c\n1,2,3\n1,2\n4,5,6\n", true);
  CHECK(dialect.columns == 3);
  CHECK(dialect.consistency == Approx(0.75));
  CHECK(dialect.first_row_agrees);
  // R leaves the name of the row names out.
  const CsvDialect row_names = guess_csv_dialect("\"a\",\"b\"\n\"r1\",1,2\n\"r2\",3,4\n", true);
  CHECK(row_names.columns == 3);
  CHECK(row_names.first_row_agrees);
  CHECK(row_names.consistency == 1);
}

TEST_CASE("the cut last row of an incomplete head does not count", "[csv]") {
  const CsvDialect dialect = guess_csv_dialect("a,b,c\n1,2,3\n4,", false);
  CHECK(dialect.rows.size() == 2);
  CHECK(dialect.consistency == 1);
  // A single row longer than the head is still used.
  CHECK(guess_csv_dialect("1,0,1,1,0", false).columns == 5);
  CHECK(guess_csv_dialect("", true).columns == 0);
}

TEST_CASE("a chosen separator is obeyed", "[csv]") {
  CHECK(guess_csv_dialect("a,b;c\n1,2;3\n", true, ';').separator == ';');
}
