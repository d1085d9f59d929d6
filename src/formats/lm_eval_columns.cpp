#include "formats/lm_eval_columns.hpp"

#include <algorithm>

namespace harmonograph {
namespace {

constexpr std::size_t most_fields = 1000;  // of a data set's rows that are looked at for attributes

}  // namespace

void LmEvalAttribute::add(const JsonValue& value, std::uint32_t item) {
  if (too_many) return;
  const auto known = value.is_string() ? std::find(values.begin(), values.end(), value.text())
                                       : std::find(values.begin(), values.end(), text_of_field(value));
  const auto place = static_cast<std::uint16_t>(known - values.begin() + 1);
  if (known == values.end()) {
    if (values.size() >= most_values) {
      *this = {std::move(name), {}, {}, 0, true};
      return;
    }
    values.push_back(text_of_field(value));
  }
  of_item.resize(item);
  of_item.push_back(place);
  ++items;
}

void take_attributes(std::vector<LmEvalAttribute>& attributes, const LmEvalSample& sample, std::uint32_t item) {
  for (const LmEvalSample::Field& field : sample.attributes) {
    auto attribute = std::find_if(attributes.begin(), attributes.end(),
                                  [&](const LmEvalAttribute& each) { return each.name == field.name; });
    if (attribute == attributes.end()) {
      if (attributes.size() >= most_fields) continue;
      attribute = attributes.insert(attributes.end(), {std::string(field.name), {}, {}, 0, false});
    }
    attribute->add(*field.value, item);
  }
}

void take_native_ids(std::vector<LmEvalNativeId>& fields, const LmEvalSample& sample, std::uint32_t item) {
  if (item == 0) {
    for (const LmEvalSample::Field& field : sample.native_ids) {
      // In many data sets idx is the row number of the split, which is what the position already says.
      if (field.name != "idx") fields.push_back({std::string(field.name), {}, {}, true});
    }
  }
  for (std::size_t f = fields.size(); f-- > 0;) {
    LmEvalNativeId& known = fields[f];
    const auto found = std::find_if(sample.native_ids.begin(), sample.native_ids.end(),
                                    [&](const LmEvalSample::Field& field) { return field.name == known.name; });
    if (found == sample.native_ids.end()) {
      fields.erase(fields.begin() + static_cast<std::ptrdiff_t>(f));
      continue;
    }
    const JsonValue& value = *found->value;
    known.texts += value.is_string() ? value.text() : std::string_view(json_text(value));
    known.ends.push_back(known.texts.size());
    if (known.is_position && known.text(item) != std::to_string(sample.position)) known.is_position = false;
  }
}

void LmEvalIndex::grow() {
  std::vector<std::uint32_t> slots(std::max<std::size_t>(1024, slots_.size() * 2), 0);
  for (std::size_t i = 0; i < hashes_.size(); ++i) {
    std::size_t slot = static_cast<std::size_t>(hashes_[i]) & (slots.size() - 1);
    while (slots[slot] != 0) slot = (slot + 1) & (slots.size() - 1);
    slots[slot] = static_cast<std::uint32_t>(i + 1);
  }
  slots_ = std::move(slots);
}

}  // namespace harmonograph
