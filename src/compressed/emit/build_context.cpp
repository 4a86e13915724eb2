// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/emit/build_context.h"

#include <algorithm>

namespace tarry::emit {

std::uint64_t largest(const Value& value) {
  std::int64_t most = 0;
  for (const Choice& choice : value.choices)
    for (const std::int64_t each : choice.formula.values) most = std::max(most, each);
  return static_cast<std::uint64_t>(most);
}

void BuildContext::use_buffers(const Value& bytes) {
  if (scale == nullptr) return use_buffers(largest(bytes), largest(bytes));
  for (const Choice& choice : bytes.choices)
    for (const std::int64_t each : choice.formula.values) scale->use_buffer(each);
}

void BuildContext::use_buffers(std::uint64_t sent, std::uint64_t received) {
  send_bytes = std::max(send_bytes, sent);
  receive_bytes = std::max(receive_bytes, received);
}

std::optional<replay::BasicType> BuildContext::basic_type(const Value& datatype) const {
  const std::int64_t number = datatype.is_constant() ? datatype.constant() : -1;
  if (number < 0 || number >= std::ssize(trace.datatypes)) return std::nullopt;
  return replay::basic_type(trace.datatypes[static_cast<std::size_t>(number)]);
}

}  // namespace tarry::emit
