// SPDX-License-Identifier: BSD-3-Clause
#include "timeline/columns.h"

#include <zstd.h>

namespace tarry::timeline {
namespace {

constexpr int kLevel = 3;

}  // namespace

std::string_view ColumnReader::take(std::uint64_t size) {
  if (size > left()) {
    ok_ = false;
    at_ = bytes_.size();
    return {};
  }
  const std::string_view taken = bytes_.substr(at_, size);
  at_ += size;
  return taken;
}

base::Error damaged_index() {
  return {base::ErrorCode::BadInput, "the index of the timeline is damaged", "",
          "remove it, and it is made again"};
}

Packer::Packer() : context_(ZSTD_createCCtx(), [](ZSTD_CCtx* context) { ZSTD_freeCCtx(context); }) {
  if (context_ == nullptr) return;
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_compressionLevel, kLevel);
  ZSTD_CCtx_setParameter(context_.get(), ZSTD_c_checksumFlag, 1);
}

base::Result<std::string> Packer::packed(std::string_view bytes) {
  if (context_ == nullptr)
    return base::Error{base::ErrorCode::Failed, "no memory to pack the index", "", ""};
  std::string result(ZSTD_compressBound(bytes.size()), '\0');
  const std::size_t size =
      ZSTD_compress2(context_.get(), result.data(), result.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(size) != 0)
    return base::Error{base::ErrorCode::Failed, std::string("zstd: ") + ZSTD_getErrorName(size), "",
                       ""};
  result.resize(size);
  return result;
}

Unpacker::Unpacker()
    : context_(ZSTD_createDCtx(), [](ZSTD_DCtx* context) { ZSTD_freeDCtx(context); }) {}

base::Result<std::string> Unpacker::unpacked(std::string_view bytes, std::size_t most) {
  if (context_ == nullptr)
    return base::Error{base::ErrorCode::Failed, "no memory to read the index", "", ""};
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size > most) return damaged_index();  // also the values that stand for errors
  std::string result(static_cast<std::size_t>(size), '\0');
  const std::size_t got =
      ZSTD_decompressDCtx(context_.get(), result.data(), result.size(), bytes.data(), bytes.size());
  if (ZSTD_isError(got) != 0 || got != result.size()) return damaged_index();
  return result;
}

}  // namespace tarry::timeline
