// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/format/trace_file.h"

#include <zstd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

#include "base/experiment_files.h"
#include "base/files.h"
#include "compressed/format/format.h"
#include "compressed/format/parser.h"
#include "compressed/format/writer.h"

namespace tarry::compressed {

using base::Error;
using base::ErrorCode;

namespace {

constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";
constexpr int kLevel = 19;  // the smallest one for which readers need no extra memory
// A few bytes can stand for any amount of text, but no real trace has this much.
constexpr std::size_t kMostText = std::size_t{1} << 30;
constexpr const char* kDamaged = "was it copied as a whole?";

struct FreeZstd {
  void operator()(ZSTD_DStream* stream) const { ZSTD_freeDStream(stream); }
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};

// Returns the file that `path` stands for.
base::Result<std::string> file_of(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (status.type() == fs::file_type::not_found)
    return Error{ErrorCode::NotFound, "no such compressed trace or experiment", path,
                 "'tarry compress' and 'tarry record --compressed' make one"};
  if (!fs::is_directory(status)) return path;
  const fs::path inside = fs::path(path) / base::kCompressedFile;
  if (fs::exists(inside, ignored)) return inside.string();
  return Error{ErrorCode::NotFound, "there is no compressed trace in the directory", path,
               "'tarry compress " + path + "' makes it"};
}

}  // namespace

base::Result<std::string> packed(std::string_view text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  const std::unique_ptr<ZSTD_CCtx, FreeZstd> context(ZSTD_createCCtx());
  if (context == nullptr) return Error{ErrorCode::Failed, "no memory to pack", "", ""};
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  const std::size_t size =
      ZSTD_compress2(context.get(), bytes.data(), bytes.size(), text.data(), text.size());
  if (ZSTD_isError(size) != 0)
    return Error{ErrorCode::Failed, std::string("zstd: ") + ZSTD_getErrorName(size), "", ""};
  bytes.resize(size);
  return bytes;
}

base::Result<std::string> unpacked(std::string content, const std::string& name) {
  if (!content.starts_with(kZstdMagic)) return content;
  const std::unique_ptr<ZSTD_DStream, FreeZstd> stream(ZSTD_createDStream());
  if (stream == nullptr) return Error{ErrorCode::Failed, "no memory to unpack", name, ""};
  std::string text;
  std::string block(ZSTD_DStreamOutSize(), '\0');
  ZSTD_inBuffer input{content.data(), content.size(), 0};
  for (std::size_t left = 1; left != 0 || input.pos < input.size;) {
    ZSTD_outBuffer output{block.data(), block.size(), 0};
    left = ZSTD_decompressStream(stream.get(), &output, &input);
    if (ZSTD_isError(left) != 0)
      return Error{ErrorCode::BadInput,
                   std::string("cannot be unpacked: ") + ZSTD_getErrorName(left), name, kDamaged};
    if (left != 0 && output.pos == 0 && input.pos == input.size)
      return Error{ErrorCode::BadInput, "the file ends early", name, kDamaged};
    text.append(block, 0, output.pos);
    if (text.size() > kMostText)
      return Error{ErrorCode::BadInput, "more than 1 GiB of text", name, ""};
  }
  return text;
}

base::Status write_trace(const std::string& path, const Trace& trace, Packing packing) {
  const std::string text = write_text(trace);
  if (packing == Packing::Text) return base::write_file(path, text);
  TRY_ASSIGN(const std::string bytes, packed(text));
  return base::write_file(path, bytes);
}

bool is_compressed_trace(const std::filesystem::path& file) {
  if (file.extension() == ".tct") return true;
  std::array<char, kFormatName.size()> first{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(first.data(), first.size());
  const std::string_view begin(first.data(), static_cast<std::size_t>(stream.gcount()));
  return begin == kFormatName || begin.starts_with(kZstdMagic);
}

base::Result<std::string> read_trace_text(const std::string& path) {
  TRY_ASSIGN(const std::string file, file_of(path));
  TRY_ASSIGN(std::string content, base::read_file(file));
  return unpacked(std::move(content), file);
}

base::Result<Trace> read_trace(const std::string& path) {
  TRY_ASSIGN(const std::string file, file_of(path));
  TRY_ASSIGN(const std::string text, read_trace_text(file));
  return parse_sound_text(text, file);
}

}  // namespace tarry::compressed
