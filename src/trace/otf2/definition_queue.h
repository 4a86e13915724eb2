// SPDX-License-Identifier: BSD-3-Clause
// Global definitions on their way into the file. Strings are written at once, everything else after
// all strings and in the order of the requests, as in Score-P. Otherwise, readers that sort the
// definitions of one kind whenever another kind begins would do so once per record.
#pragma once

#include <otf2/otf2.h>

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

namespace tarry::trace::otf2 {

class DefinitionQueue {
 public:
  using Record = std::function<OTF2_ErrorCode(OTF2_GlobalDefWriter*)>;

  explicit DefinitionQueue(OTF2_GlobalDefWriter* writer) : writer_(writer) {}

  // Returns the id of this text; equal texts have the same id.
  OTF2_StringRef string(const std::string& text);

  // `record` writes one definition when write() is called.
  void add(Record record) { records_.push_back(std::move(record)); }

  // Writes the definition before all that were passed to add().
  void write_now(const Record& record) { keep(record(writer_)); }

  // Returns the first failure of the library, or OTF2_SUCCESS.
  OTF2_ErrorCode write();

 private:
  void keep(OTF2_ErrorCode code) {
    if (code != OTF2_SUCCESS && first_failure_ == OTF2_SUCCESS) first_failure_ = code;
  }

  OTF2_GlobalDefWriter* writer_;
  std::unordered_map<std::string, OTF2_StringRef> strings_;
  std::vector<Record> records_;
  OTF2_ErrorCode first_failure_ = OTF2_SUCCESS;
};

}  // namespace tarry::trace::otf2
