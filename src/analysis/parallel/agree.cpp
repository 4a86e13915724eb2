// SPDX-License-Identifier: BSD-3-Clause
#include "analysis/parallel/agree.h"

#include <string>

namespace tarry::analysis {
namespace {

void append_text(Bytes& message, const std::string& text) {
  append(message, std::uint64_t{text.size()});
  append_all(message, std::span(text));
}

std::string take_text(const Bytes& message, std::size_t& at) {
  std::uint64_t length = 0;
  std::memcpy(&length, message.data() + at, sizeof length);
  at += sizeof length;
  std::string text(reinterpret_cast<const char*>(message.data() + at), length);
  at += length;
  return text;
}

}  // namespace

base::Status agree(const base::Status& own, Transport& transport) {
  Bytes message;
  if (!own.ok()) {
    append(message, own.error().code);
    append_text(message, own.error().what);
    append_text(message, own.error().where);
    append_text(message, own.error().hint);
  }
  for (const Bytes& from : transport.all_gather(message)) {
    if (from.empty()) continue;
    base::Error error;
    error.code = record_at<base::ErrorCode>(from, 0);
    std::size_t at = sizeof error.code;
    error.what = take_text(from, at);
    error.where = take_text(from, at);
    error.hint = take_text(from, at);
    return error;
  }
  return base::kOk;
}

base::Error out_of_memory() {
  return {base::ErrorCode::Failed, "not enough memory", "",
          "--memory LIMIT keeps the records on disk"};
}

}  // namespace tarry::analysis
