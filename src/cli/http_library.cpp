// SPDX-License-Identifier: BSD-3-Clause
#include "cli/http_library.h"

#include <dlfcn.h>

#include <random>
#include <string_view>

namespace tarry::cli {
namespace {

using base::Error;
using base::ErrorCode;

template <class Function>
base::Result<Function*> function_of(const Installation& installation, const char* name,
                                    const char* hint) {
  const std::string library = (installation.runtime() / "libtarry-http.so").string();
  void* const loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  auto* const found =
      loaded == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(loaded, name));
  if (found != nullptr) return found;
  const char* const why = dlerror();
  return Error{ErrorCode::Failed, "the library for HTTP cannot be loaded",
               why == nullptr ? library : why, hint};
}

}  // namespace

base::Result<std::unique_ptr<http::Server>> open_server(const Installation& installation,
                                                        int port) {
  TRY_ASSIGN(auto* const open, function_of<http::OpenServer>(installation, http::kOpenServer,
                                                             "'tarry view --html' needs none"));
  std::unique_ptr<http::Server> server(open(port));
  if (server == nullptr)
    return Error{
        ErrorCode::Failed, "cannot take the port",
        port == 0 ? "any of 127.0.0.1" : "127.0.0.1:" + std::to_string(port),
        port == 0 ? "" : "does another program have it? without --port, a free one is taken"};
  return server;
}

base::Result<std::unique_ptr<http::FileReceiver>> open_receiver(
    const Installation& installation, const std::filesystem::path& directory,
    const std::string& token) {
  TRY_ASSIGN(auto* const open,
             function_of<http::OpenReceiver>(installation, http::kOpenReceiver,
                                             "what other hosts recorded stays there"));
  std::unique_ptr<http::FileReceiver> receiver(open(directory.c_str(), token.c_str()));
  if (receiver == nullptr)
    return Error{ErrorCode::Failed, "cannot take a port for what other hosts recorded", "",
                 "it stays there"};
  return receiver;
}

std::string random_token() {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz234567";  // five bits each
  constexpr std::size_t kLength = 32;
  std::random_device random;
  std::string token;
  while (token.size() < kLength) token += kLetters[random() % kLetters.size()];
  return token;
}

}  // namespace tarry::cli
