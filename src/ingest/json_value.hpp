// JSON that was read: a tree that lies flat in memory, made for looking at one record after the other without asking
// for memory each time.
#pragma once

#include <cstdint>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace harmonograph {

enum class JsonKind : std::uint8_t { null, boolean, number, string, array, object };

class JsonMembers;

/// One value. It lives in a JsonDocument among its relatives: it is looked at by reference and cannot be copied alone
/// (JsonDocument::copy_of does that).
class JsonValue {
 public:
  /// Walks over the elements of an array or the values of an object's members (then key() has their names).
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = JsonValue;
    using difference_type = std::ptrdiff_t;
    using pointer = const JsonValue*;
    using reference = const JsonValue&;

    Iterator() = default;
    reference operator*() const { return *at_; }
    pointer operator->() const { return at_; }
    Iterator& operator++() {
      at_ += at_->span_;
      pass_shadowed();
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    friend class JsonValue;
    Iterator(pointer at, pointer end) : at_(at), end_(end) { pass_shadowed(); }
    void pass_shadowed() {
      while (at_ != end_ && at_->shadowed_) at_ += at_->span_;
    }
    pointer at_ = nullptr;
    pointer end_ = nullptr;
  };

  JsonValue() = default;
  JsonValue(const JsonValue&) = delete;
  JsonValue& operator=(const JsonValue&) = delete;
  JsonValue(JsonValue&&) = default;  // for the vector of the document
  JsonValue& operator=(JsonValue&&) = default;
  ~JsonValue() = default;

  [[nodiscard]] JsonKind kind() const { return kind_; }
  [[nodiscard]] bool is_null() const { return kind_ == JsonKind::null; }
  [[nodiscard]] bool is_boolean() const { return kind_ == JsonKind::boolean; }
  [[nodiscard]] bool is_number() const { return kind_ == JsonKind::number; }
  /// A number without point and exponent that 64 bits hold.
  [[nodiscard]] bool is_integer() const { return integer().has_value(); }
  [[nodiscard]] bool is_string() const { return kind_ == JsonKind::string; }
  [[nodiscard]] bool is_array() const { return kind_ == JsonKind::array; }
  [[nodiscard]] bool is_object() const { return kind_ == JsonKind::object; }

  [[nodiscard]] bool truth() const { return truth_; }  // of a boolean
  /// Of a number, correctly rounded; NaN of everything else.
  [[nodiscard]] double number() const;
  /// Of a number without point and exponent that 64 bits hold.
  [[nodiscard]] std::optional<std::int64_t> integer() const;
  /// Of a string: its text. Of a number: as it is written. Of everything else: empty. Lives as long as the document.
  [[nodiscard]] std::string_view text() const { return {text_, text_size_}; }

  /// Elements of an array, members of an object; 0 of everything else.
  [[nodiscard]] std::size_t size() const { return count_; }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] Iterator begin() const { return {this + 1, this + span_}; }
  [[nodiscard]] Iterator end() const { return {this + span_, this + span_}; }
  [[nodiscard]] const JsonValue& front() const { return *begin(); }  // of one that is not empty
  /// The element at a place, index < size(). Walks there: for short lists.
  [[nodiscard]] const JsonValue& operator[](std::size_t index) const;
  /// The value of an object's member, nullptr when there is none (or this is no object). Of equal names the last one is
  /// there. Walks over the members.
  [[nodiscard]] const JsonValue* find(std::string_view name) const;
  [[nodiscard]] bool contains(std::string_view name) const { return find(name) != nullptr; }
  /// The value of a member; a null where there is none.
  [[nodiscard]] const JsonValue& operator[](std::string_view name) const;
  /// The members of an object in the order of their names (which does not depend on who wrote the file); none of
  /// everything else.
  [[nodiscard]] JsonMembers members() const;
  /// The name of a member of an object; empty for everything else.
  [[nodiscard]] std::string_view key() const { return {key_, key_size_}; }

 private:
  friend class JsonDocument;

  /// Differs for most different names: it spares most comparisons of bytes.
  static std::uint32_t mark_of(std::string_view name) {
    if (name.empty()) return 0;
    const auto byte = [&](std::size_t place) {
      return static_cast<std::uint32_t>(static_cast<unsigned char>(name[place]));
    };
    return (static_cast<std::uint32_t>(name.size()) & 0xFFU) | byte(0) << 8U | byte(name.size() / 2) << 16U |
           byte(name.size() - 1) << 24U;
  }

  JsonKind kind_ = JsonKind::null;
  bool truth_ = false;
  bool shadowed_ = false;   // a later member of the object has the same name
  std::uint32_t span_ = 1;  // this value and everything inside of it
  std::uint32_t count_ = 0;
  std::uint32_t text_size_ = 0;
  const char* text_ = nullptr;
  const char* key_ = nullptr;
  std::uint32_t key_size_ = 0;
  std::uint32_t key_mark_ = 0;
};

struct JsonMember {
  std::string name;
  const JsonValue& value;
};

/// Members of an object, for a loop: for (const auto& [name, value] : object.members()).
class JsonMembers {
 public:
  class Iterator {
   public:
    explicit Iterator(const JsonValue* const* at) : at_(at) {}
    JsonMember operator*() const { return {std::string((*at_)->key()), **at_}; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const JsonValue* const* at_;
  };

  explicit JsonMembers(std::vector<const JsonValue*> values) : values_(std::move(values)) {}
  [[nodiscard]] Iterator begin() const { return Iterator(values_.data()); }
  [[nodiscard]] Iterator end() const { return Iterator(values_.data() + values_.size()); }

 private:
  std::vector<const JsonValue*> values_;
};

/// A value with its memory. Texts may point into the text that was parsed.
class JsonDocument {
 public:
  JsonDocument() = default;

  [[nodiscard]] const JsonValue& root() const;
  [[nodiscard]] bool is_null() const { return root().is_null(); }
  /// Objects inside of which a name stood twice: the last one counts.
  [[nodiscard]] std::uint64_t repeated_names() const { return repeated_names_; }

  /// A copy that owns all of its texts.
  static JsonDocument copy_of(const JsonValue& value);

  // For the parser: values are added in the order of the text.
  void clear(std::size_t text_bytes);  // text_bytes = room for the texts that store() will be given
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  std::size_t add(JsonKind kind, std::string_view text = {}) {
    JsonValue& value = values_.emplace_back();
    value.kind_ = kind;
    value.text_ = text.data();
    value.text_size_ = static_cast<std::uint32_t>(text.size());
    return values_.size() - 1;
  }
  void set_text(std::size_t value, std::string_view text);
  void set_truth(std::size_t value, bool truth) { values_[value].truth_ = truth; }
  void set_key(std::size_t value, std::string_view key);
  void close(std::size_t container, std::size_t count);
  /// Room at the end of the texts, within what clear() was told; the text up to `end` is kept by keep_until().
  [[nodiscard]] char* text_room() { return texts_.get() + texts_used_; }
  void keep_until(const char* end) { texts_used_ = static_cast<std::size_t>(end - texts_.get()); }

 private:
  void shadow_repeated_names(std::size_t object, std::size_t count);

  std::vector<JsonValue> values_;
  std::unique_ptr<char[]> texts_;
  std::size_t texts_size_ = 0;
  std::size_t texts_used_ = 0;
  std::uint64_t repeated_names_ = 0;
  std::vector<std::pair<std::uint64_t, std::uint32_t>> names_;  // hashes of long objects' names
};

/// The JSON text of a value, as short as it can be: the form in which structured values become texts.
std::string json_text(const JsonValue& value);
/// A text as a JSON string.
std::string quoted_json(std::string_view text);

}  // namespace harmonograph
