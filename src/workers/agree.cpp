// SPDX-License-Identifier: BSD-3-Clause
#include "workers/agree.h"

#include <new>

#include "base/caught.h"
#include "workers/spill_memory.h"

namespace tarry::workers {

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
    MessageReader reader(from);
    base::Error error;
    error.code = reader.take<base::ErrorCode>();
    error.what = reader.take_text();
    error.where = reader.take_text();
    error.hint = reader.take_text();
    return error;
  }
  return base::kOk;
}

base::Error failure_of(const std::exception& caught) {
  if (const auto* full = dynamic_cast<const SpillFull*>(&caught); full != nullptr)
    return full->error();
  if (dynamic_cast<const std::bad_alloc*>(&caught) != nullptr)
    return {base::ErrorCode::Failed, "not enough memory", "",
            "--memory LIMIT keeps the records on disk"};
  return base::error_of(caught, "");
}

}  // namespace tarry::workers
