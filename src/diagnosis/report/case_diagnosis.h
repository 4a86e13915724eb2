// SPDX-License-Identifier: BSD-3-Clause
// The diagnosis of samples that a test has as text.
#pragma once

#include <gtest/gtest.h>

#include "diagnosis/diagnosis.h"
#include "samples/sample_text.h"
#include "workers/team_transport.h"

namespace tarry::diagnosis {

// Returns the diagnosis of `text`, with all ranks on one host.
inline Diagnosis diagnosis_of(const std::string& text, const Wanted& wanted = {}) {
  auto samples = samples::parse_samples(text, "f");
  EXPECT_TRUE(samples.ok()) << samples.error().message();
  for (samples::ThreadSamples& thread : samples->samples.threads) thread.host = "n0";
  workers::SoleProcess transport;
  auto made = diagnose(std::move(samples->samples), LabelTable::standard(), transport, wanted);
  EXPECT_TRUE(made.ok()) << made.error().message();
  return *std::move(made);
}

}  // namespace tarry::diagnosis
