// SPDX-License-Identifier: BSD-3-Clause
#include "code/capstone_handle.h"

#include "base/check.h"

namespace tarry::code {

CapstoneHandle::CapstoneHandle(bool details) {
  CHECK(cs_open(CS_ARCH_X86, CS_MODE_64, &handle_) == CS_ERR_OK, "Capstone knows x86-64");
  if (details) cs_option(handle_, CS_OPT_DETAIL, CS_OPT_ON);
  scratch_ = cs_malloc(handle_);
  CHECK(scratch_ != nullptr, "there is memory for one instruction");
}

CapstoneHandle::~CapstoneHandle() {
  cs_free(scratch_, 1);
  cs_close(&handle_);
}

}  // namespace tarry::code
