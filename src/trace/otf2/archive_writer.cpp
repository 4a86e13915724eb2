// SPDX-License-Identifier: BSD-3-Clause
#include "trace/otf2/archive_writer.h"

#include <otf2/otf2.h>

#include <system_error>

#include "base/check.h"
#include "base/experiment_files.h"
#include "trace/otf2/anchor.h"
#include "trace/otf2/archive_handle.h"
#include "trace/otf2/definition_writer.h"
#include "trace/otf2/location_writer.h"

namespace tarry::trace::otf2 {
namespace {

namespace fs = std::filesystem;

class NewArchive final : public ArchiveWriter {
 public:
  explicit NewArchive(fs::path directory) : directory_(std::move(directory)) {}

  base::Result<std::unique_ptr<LocationWriter>> open_location(std::uint64_t trace_id,
                                                              std::uint64_t most_events) override {
    return open_location_writer(directory_, trace_id, most_events);
  }

  base::Status write_definitions(const model::Definitions& definitions) override {
    if (master_)
      return base::Error{base::ErrorCode::Failed, "trace definitions were written before",
                         directory_.string(), ""};
    TRY_ASSIGN(const std::uint64_t chunk, definition_chunk_bytes(definitions));
    TRY_ASSIGN(master_,
               open_for_writing(directory_, WriterRole::Definitions, {.definitions = chunk}));
    OTF2_ErrorCode code = OTF2_Archive_SetCreator(master_.get(), "Tarry " TARRY_VERSION);
    OTF2_GlobalDefWriter* writer = OTF2_Archive_GetGlobalDefWriter(master_.get());
    if (writer == nullptr) code = OTF2_ERROR_INVALID;
    if (code == OTF2_SUCCESS) code = write_global_definitions(writer, definitions);
    if (code == OTF2_SUCCESS) code = OTF2_Archive_CloseGlobalDefWriter(master_.get(), writer);
    if (code == OTF2_SUCCESS) return base::kOk;
    return library_error(code, "cannot write the trace definitions",
                         (directory_ / base::kArchiveDefinitionsFile).string());
  }

  base::Status declare_communication(bool is_complete) override {
    return declare("OTF2::MPI_COMMUNICATION_COMPLETE", is_complete);
  }
  base::Status declare_times_made_up() override { return declare(kMeasuredTimes, false); }

  base::Status close() override {
    if (!master_) return base::kOk;
    const fs::path anchor = directory_ / base::kArchiveFile;
    std::error_code none;
    if (fs::is_regular_file(fs::symlink_status(anchor, none))) fs::remove(anchor, none);
    const OTF2_ErrorCode code = OTF2_Archive_Close(master_.release());
    // The library reports success even if it could not write the anchor file.
    if (code == OTF2_SUCCESS && read_anchor(anchor).ok()) return base::kOk;
    const char* what = "cannot write the trace's anchor file";
    if (code != OTF2_SUCCESS) return library_error(code, what, anchor.string());
    return base::Error{base::ErrorCode::Io, what, anchor.string(), "is the disk full?"};
  }

 private:
  base::Status declare(const char* property, bool value) {
    CHECK(master_ != nullptr, "definitions are written before properties are declared");
    const OTF2_ErrorCode code = OTF2_Archive_SetBoolProperty(master_.get(), property, value, true);
    if (code == OTF2_SUCCESS) return base::kOk;
    return library_error(code, "cannot describe the trace", directory_.string());
  }

  fs::path directory_;
  ArchiveHandle master_;  // from write_definitions() on
};

}  // namespace

base::Status check_fits(const model::Definitions& definitions) {
  TRY(definition_chunk_bytes(definitions));
  return base::kOk;
}

const char* library_version() { return OTF2_VERSION; }

base::Result<std::unique_ptr<ArchiveWriter>> ArchiveWriter::create(const fs::path& directory) {
  std::error_code failure;
  fs::create_directories(directory / base::kArchiveFolder, failure);
  if (failure)
    return base::Error{base::ErrorCode::Io, "cannot make the trace folder",
                       (directory / base::kArchiveFolder).string(), failure.message()};
  return std::unique_ptr<ArchiveWriter>(new NewArchive(directory));
}

}  // namespace tarry::trace::otf2
