// SPDX-License-Identifier: BSD-3-Clause
// Loads the library that speaks HTTP, which only those verbs need that talk to others.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "base/result.h"
#include "cli/installation.h"
#include "http_plugin/file_receiver.h"
#include "http_plugin/http_server.h"

namespace tarry::cli {

// Returns a server at a port of 127.0.0.1; any that is free if `port` is 0.
base::Result<std::unique_ptr<http::Server>> open_server(const Installation& installation, int port);

// Returns a receiver of files below `directory` from those who know the token.
base::Result<std::unique_ptr<http::FileReceiver>> open_receiver(
    const Installation& installation, const std::filesystem::path& directory,
    const std::string& token);

// Returns 160 random bits as letters and digits, for the address of what not everybody may ask.
std::string random_token();

}  // namespace tarry::cli
