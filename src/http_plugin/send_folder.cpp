// SPDX-License-Identifier: BSD-3-Clause
// Sends what the processes of this host recorded to `tarry record`, if this host does not see the
// experiment directory:
//   tarry-send START_NS TOKEN PORT ADDRESS... -- anything
// `tarry record` starts it after the run in place of the program, so it runs once for each process.
// The first one of a host sends its folder and removes it; the others find nothing to do. If it
// could not send all, one that comes later goes on.
#include <fcntl.h>
#include <httplib.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "base/host_name.h"
#include "hosts/host_folder.h"
#include "http_plugin/file_receiver.h"

namespace {

namespace fs = std::filesystem;

constexpr int kUsage = 2;
constexpr time_t kConnectSeconds = 5;
constexpr time_t kTransferSeconds = 120;

struct Receiver {
  std::string token;
  int port = 0;
  std::vector<std::string> addresses;
};

// Returns a connection to the first address at which `tarry record` answers, or nothing.
std::unique_ptr<httplib::Client> connect(const Receiver& receiver) {
  for (const std::string& address : receiver.addresses) {
    auto client = std::make_unique<httplib::Client>(address, receiver.port);
    client->set_connection_timeout(kConnectSeconds);
    client->set_read_timeout(kTransferSeconds);
    client->set_write_timeout(kTransferSeconds);
    client->set_keep_alive(true);
    client->set_tcp_nodelay(true);
    client->set_default_headers({{tarry::http::kHostHeader, tarry::base::host_name()}});
    const httplib::Result answer = client->Get("/" + receiver.token);
    if (answer && answer->status == 200) return client;
  }
  return nullptr;
}

// Returns why the file was not sent; empty if it was.
std::string send(httplib::Client& client, const std::string& token, const fs::path& file,
                 const fs::path& name) {
  std::error_code error;
  const std::uintmax_t size = fs::file_size(file, error);
  if (error) return error.message();
  std::ifstream content(file, std::ios::binary);
  std::vector<char> piece(1 << 18);
  const httplib::Result answer = client.Put(
      "/" + token + "/" + name.string(), size,
      [&](std::size_t offset, std::size_t length, httplib::DataSink& sink) {
        const std::size_t wanted = std::min(length, piece.size());
        content.seekg(static_cast<std::streamoff>(offset));
        content.read(piece.data(), static_cast<std::streamsize>(wanted));
        return content.gcount() == static_cast<std::streamsize>(wanted) &&
               sink.write(piece.data(), wanted);
      },
      "application/octet-stream");
  if (!answer) return httplib::to_string(answer.error());
  return answer->status == 200 ? "" : answer->body;
}

// Removes each file that was sent. Returns why another one was not; empty if all were.
std::string send_all(const fs::path& folder, const Receiver& receiver) {
  const std::unique_ptr<httplib::Client> client = connect(receiver);
  if (client == nullptr) return "the host of tarry record does not answer at any of its addresses";
  std::error_code error;
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder, error))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::string first_problem = error ? error.message() : "";
  for (const fs::path& file : files) {
    const fs::path name = file.lexically_relative(folder);
    const std::string problem = send(*client, receiver.token, file, name);
    if (problem.empty())
      fs::remove(file, error);
    else if (first_problem.empty())
      first_problem = name.string() + ": " + problem;
  }
  return first_problem;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kFirstAddress = 4;
  if (argc <= kFirstAddress) {
    std::fprintf(stderr,
                 "tarry-send: wrong usage: expected START_NS TOKEN PORT ADDRESS... -- ...\n");
    return kUsage;
  }
  Receiver receiver{.token = argv[2], .port = std::atoi(argv[3]), .addresses = {}};
  for (int i = kFirstAddress; i < argc && std::strcmp(argv[i], "--") != 0; ++i)
    receiver.addresses.emplace_back(argv[i]);

  const fs::path folder = tarry::hosts::host_folder(argv[1]);
  const int lock = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (lock < 0 || flock(lock, LOCK_EX | LOCK_NB) != 0) return EXIT_SUCCESS;
  const std::string problem = send_all(folder, receiver);
  if (problem.empty()) {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return EXIT_SUCCESS;
  }
  // Another status would make the launcher end the processes of other hosts.
  std::fprintf(stderr, "tarry-send: what was recorded on %s stays there, in %s: %s\n",
               tarry::base::host_name().c_str(), folder.c_str(), problem.c_str());
  return EXIT_SUCCESS;
}
