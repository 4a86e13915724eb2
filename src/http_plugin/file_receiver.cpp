// SPDX-License-Identifier: BSD-3-Clause
// See file_receiver.h.
#include "http_plugin/file_receiver.h"

#include <fcntl.h>
#include <httplib.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>

namespace {

namespace fs = std::filesystem;
using tarry::http::Received;

bool leads_out(const fs::path& path) {
  if (path.empty() || path.is_absolute()) return true;
  for (const fs::path& part : path)
    if (part == ".." || part == "." || part.empty()) return true;
  return false;
}

class HttpReceiver final : public tarry::http::FileReceiver {
 public:
  HttpReceiver(fs::path directory, const std::string& token) : directory_(std::move(directory)) {
    constexpr time_t kIdleSeconds = 1;        // the end waits as long
    constexpr std::size_t kAtOnce = 64;       // hosts; others wait
    constexpr time_t kPatienceSeconds = 120;  // as in send_folder.cpp
    server_.new_task_queue = [] { return new httplib::ThreadPool(kAtOnce); };
    server_.set_read_timeout(kPatienceSeconds);
    server_.set_keep_alive_timeout(kIdleSeconds);
    server_.set_keep_alive_max_count(1'000'000);
    server_.set_tcp_nodelay(true);
    server_.Get("/" + token, [](const httplib::Request&, httplib::Response& to) {
      to.set_content("tarry", "text/plain");
    });
    server_.Put("/" + token + "/(.+)",
                [this](const httplib::Request& from, httplib::Response& to,
                       const httplib::ContentReader& content) { receive(from, to, content); });
    port_ = server_.bind_to_any_port("0.0.0.0");
    if (port_ > 0) listening_ = std::thread([this] { server_.listen_after_bind(); });
  }
  HttpReceiver(const HttpReceiver&) = delete;
  HttpReceiver& operator=(const HttpReceiver&) = delete;
  ~HttpReceiver() override {
    if (!listening_.joinable()) return;
    while (!server_.is_running()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    server_.stop();
    listening_.join();
  }

  [[nodiscard]] int port() const override { return port_; }
  [[nodiscard]] Received received() const override {
    const std::lock_guard guard(lock_);
    return received_;
  }

 private:
  void refuse(httplib::Response& to, const std::string& path, const std::string& reason) {
    to.status = 409;
    to.set_content(reason, "text/plain");
    const std::lock_guard guard(lock_);
    received_.problems.push_back(path + " (" + reason + ")");
  }

  void receive(const httplib::Request& from, httplib::Response& to,
               const httplib::ContentReader& content) {
    const std::string name = from.matches[1];
    if (leads_out(name)) return refuse(to, name, "not a path below the experiment directory");
    const fs::path path = directory_ / name;
    std::error_code ignored;
    fs::create_directories(path.parent_path(), ignored);
    const int file = open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
    if (file < 0) return refuse(to, name, std::strerror(errno));
    std::uint64_t bytes = 0;
    int error = 0;
    const bool is_whole = content([&](const char* data, std::size_t size) {
      while (size > 0) {
        const ssize_t written = write(file, data, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
          error = errno;
          return false;
        }
        data += written;
        size -= static_cast<std::size_t>(written);
        bytes += static_cast<std::uint64_t>(written);
      }
      return true;
    });
    if (close(file) != 0 && error == 0) error = errno;
    if (!is_whole || error != 0) {
      unlink(path.c_str());
      return refuse(to, name, error != 0 ? std::strerror(error) : "the connection broke");
    }
    const std::lock_guard guard(lock_);
    ++received_.files;
    received_.bytes += bytes;
    received_.hosts.insert(from.get_header_value(tarry::http::kHostHeader));
  }

  fs::path directory_;
  httplib::Server server_;
  int port_ = -1;
  std::thread listening_;
  mutable std::mutex lock_;
  Received received_;  // guarded by lock_
};

}  // namespace

extern "C" __attribute__((visibility("default"))) tarry::http::FileReceiver* tarry_open_receiver(
    const char* directory, const char* token) {
  auto receiver = std::make_unique<HttpReceiver>(directory, token);
  return receiver->port() > 0 ? receiver.release() : nullptr;
}

static_assert(std::is_same_v<decltype(tarry_open_receiver), tarry::http::OpenReceiver>);
