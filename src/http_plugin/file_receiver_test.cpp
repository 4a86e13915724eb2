// SPDX-License-Identifier: BSD-3-Clause
#include "http_plugin/file_receiver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <httplib.h>

#include <filesystem>
#include <memory>
#include <string>

#include "base/files.h"
#include "base/temporary_directory.h"

extern "C" tarry::http::OpenReceiver tarry_open_receiver;

namespace tarry::http {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;

class FileReceiverTest : public testing::Test {
 protected:
  // Returns the status of the answer; 0 if there is none.
  int put(const std::string& path, const std::string& content) {
    httplib::Client client("127.0.0.1", receiver_->port());
    client.set_default_headers({{kHostHeader, "n2"}});
    const httplib::Result answer = client.Put(path, content, "application/octet-stream");
    return answer ? answer->status : 0;
  }
  std::string content(const std::string& name) const {
    return base::read_file(directory_ / name).value();
  }

  base::TemporaryDirectory scratch_ = *base::TemporaryDirectory::make();
  fs::path directory_ = scratch_.path() / "experiment";
  std::unique_ptr<FileReceiver> receiver_{tarry_open_receiver(directory_.c_str(), "secret")};
};

TEST_F(FileReceiverTest, FilesBecomeThoseOfTheDirectory) {
  EXPECT_EQ(put("/secret/raw/n2-17/thread-0.log", std::string(3'000'000, 'x')), 200);
  EXPECT_EQ(put("/secret/traces/2.evt", ""), 200);
  EXPECT_EQ(content("raw/n2-17/thread-0.log").size(), 3'000'000u);
  EXPECT_EQ(content("traces/2.evt"), "");
  const Received received = receiver_->received();
  EXPECT_EQ(received.files, 2u);
  EXPECT_EQ(received.bytes, 3'000'000u);
  EXPECT_THAT(received.hosts, ElementsAre("n2"));
  EXPECT_THAT(received.problems, testing::IsEmpty());
}

TEST_F(FileReceiverTest, NothingIsReplaced) {
  ASSERT_EQ(put("/secret/traces/0.evt", "first"), 200);
  EXPECT_EQ(put("/secret/traces/0.evt", "second"), 409);
  EXPECT_EQ(content("traces/0.evt"), "first");
  EXPECT_THAT(receiver_->received().problems, ElementsAre("traces/0.evt (File exists)"));
}

TEST_F(FileReceiverTest, NoPathLeadsOut) {
  for (const std::string path : {"../outside", "a/../../outside", "/outside", "./a"})
    EXPECT_EQ(put("/secret/" + path, "text"), 409) << path;
  EXPECT_FALSE(fs::exists(scratch_.path() / "outside"));
  EXPECT_EQ(receiver_->received().problems.size(), 4u);
}

TEST_F(FileReceiverTest, NoFileFollowsALink) {
  fs::create_directories(directory_);
  fs::create_symlink(scratch_.path() / "outside", directory_ / "link");
  EXPECT_EQ(put("/secret/link", "text"), 409);
  EXPECT_FALSE(fs::exists(scratch_.path() / "outside"));
}

TEST_F(FileReceiverTest, StrangersGetNothing) {
  EXPECT_EQ(put("/wrong/traces/0.evt", "text"), 404);
  EXPECT_EQ(put("/traces/0.evt", "text"), 404);
  EXPECT_FALSE(fs::exists(directory_));
  EXPECT_EQ(receiver_->received().files, 0u);
}

}  // namespace
}  // namespace tarry::http
