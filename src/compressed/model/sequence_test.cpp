// SPDX-License-Identifier: BSD-3-Clause
#include "compressed/model/sequence.h"

#include <gtest/gtest.h>

#include <random>

namespace tarry::compressed {
namespace {

Sequence sealed(const std::vector<std::int64_t>& values) {
  Sequence out;
  for (const std::int64_t value : values) out.append(value);
  out.seal();
  return out;
}

std::vector<std::int64_t> expanded(const Sequence& sequence) {
  std::vector<std::int64_t> out;
  for (SequenceCursor cursor(sequence); !cursor.done();) out.push_back(cursor.next());
  return out;
}

std::vector<std::int64_t> repeated(const std::vector<std::int64_t>& values, int times) {
  std::vector<std::int64_t> out;
  for (int i = 0; i < times; ++i) out.insert(out.end(), values.begin(), values.end());
  return out;
}

TEST(Sequence, AConstantIsOneTerm) {
  const Sequence s = sealed(repeated({7}, 1000));
  ASSERT_EQ(s.terms().size(), 1u);
  EXPECT_EQ(s.terms()[0].run, (compressed::Run{7, 0, 1000}));
  std::int64_t value = 0;
  EXPECT_TRUE(s.is_constant(value));
  EXPECT_EQ(value, 7);
}

TEST(Sequence, PlainOnesHaveATermPerValue) {
  const std::vector<std::int64_t> values = repeated({1, 2, 3, 3}, 50);
  Sequence s(VectorForm::Plain);
  for (const std::int64_t value : values) s.append(value);
  s.seal();
  EXPECT_EQ(s.terms().size(), values.size());
  EXPECT_EQ(expanded(s), values);
  EXPECT_EQ(expanded(mapped(s, VectorForm::Folded, [](std::int64_t value) { return value; })),
            values);
  Sequence same(VectorForm::Plain);
  same.append(compressed::Run{4, 0, 3});
  same.seal();
  EXPECT_EQ(same.terms().size(), 3u);
}

TEST(Sequence, AProgressionIsOneTerm) {
  const Sequence s = sealed({7, 6, 5, 4, 3, 2, 1, 0});
  ASSERT_EQ(s.terms().size(), 1u);
  EXPECT_EQ(s.terms()[0].run, (compressed::Run{7, -1, 8}));
}

TEST(Sequence, WhatRepeatsIsAGroup) {
  const Sequence s = sealed(repeated({1, 15, 4, 12}, 1000));
  ASSERT_EQ(s.terms().size(), 1u);
  EXPECT_EQ(s.terms()[0].times, 1000u);
  EXPECT_EQ(s.terms()[0].body.size(), 4u);
  EXPECT_EQ(s.size(), 4000u);
}

TEST(Sequence, GroupsRepeatOnEveryLevel) {
  std::vector<std::int64_t> step = repeated({1, 0}, 5);
  step.push_back(9);
  const Sequence s = sealed(repeated(step, 300));
  ASSERT_EQ(s.terms().size(), 1u);
  EXPECT_EQ(s.terms()[0].times, 300u);
}

TEST(Sequence, TwoValuesAreNoProgression) {
  const Sequence s = sealed({5, 9});
  ASSERT_EQ(s.terms().size(), 2u);
  EXPECT_EQ(s.terms()[0].run, (compressed::Run{5, 0, 1}));
}

// Random values with much structure give the same object however they are appended.
TEST(Sequence, ExpandsToWhatWasAppendedHoweverItWasAppended) {
  std::mt19937_64 random(42);
  for (int round = 0; round < 500; ++round) {
    std::vector<std::int64_t> values;
    while (values.size() < 60) {
      const auto start = static_cast<std::int64_t>(random() % 4);
      const auto stride = static_cast<std::int64_t>(random() % 3) - 1;
      const auto count = static_cast<std::int64_t>(1 + random() % 5);
      std::vector<std::int64_t> run;
      for (std::int64_t i = 0; i < count; ++i) run.push_back(start + i * stride);
      const std::vector<std::int64_t> part = repeated(run, static_cast<int>(1 + random() % 4));
      values.insert(values.end(), part.begin(), part.end());
    }
    const Sequence whole = sealed(values);
    ASSERT_EQ(expanded(whole), values);
    ASSERT_EQ(whole.size(), values.size());
    const std::size_t cut = random() % values.size();
    Sequence left;
    Sequence right;
    for (std::size_t i = 0; i < cut; ++i) left.append(values[i]);
    for (std::size_t i = cut; i < values.size(); ++i) right.append(values[i]);
    if (random() % 2 == 0) right.seal();
    left.append(right);
    left.seal();
    ASSERT_EQ(left, whole);
    ASSERT_EQ(left.hash(), whole.hash());
    ASSERT_EQ(Sequence::of(whole.terms()), whole);
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(whole.at(i), values[i]);
      sum += values[i];
    }
    ASSERT_EQ(whole.sum(), sum);
  }
}

TEST(Sequence, MappedValues) {
  const Sequence values = sealed(repeated({1, 2, 3, 7, 7, 7}, 50));
  const Sequence all = mapped(values, VectorForm::Folded,
                              [](std::int64_t value) { return value == 7 ? 0 : -value; });
  EXPECT_EQ(all, sealed(repeated({-1, -2, -3, 0, 0, 0}, 50)));
}

}  // namespace
}  // namespace tarry::compressed
