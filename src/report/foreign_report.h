// SPDX-License-Identifier: BSD-3-Clause
// Makes small .cubex files as other tools write them, byte by byte, for tests and fuzzers: four
// call paths (f, in it f and f/f, and beside these a second f) and one location.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "report/tar.h"

namespace tarry::report::foreign {

template <class T>
std::string bytes_of(std::initializer_list<T> values) {
  std::string bytes;
  for (const T value : values) bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
  return bytes;
}

inline std::string doubles(std::initializer_list<double> values) { return bytes_of(values); }

inline std::string dense_index() { return std::string("CUBEX.INDEX\x01\0\0\0\0\0\x03", 18); }

inline std::string sparse_index(std::initializer_list<std::uint32_t> positions) {
  return std::string("CUBEX.INDEX\x01\0\0\0\0\0\x01", 18) +
         bytes_of({static_cast<std::uint32_t>(positions.size())}) + bytes_of(positions);
}

// Returns compressed data: a zlib stream for each row of doubles.
inline std::string compressed_rows(const std::vector<std::vector<double>>& rows) {
  std::string headers, packed;
  std::uint64_t raw = 0;
  for (const std::vector<double>& row : rows) {
    std::string stream(compressBound(row.size() * 8), '\0');
    uLongf size = stream.size();
    compress(reinterpret_cast<Bytef*>(stream.data()), &size,
             reinterpret_cast<const Bytef*>(row.data()), row.size() * 8);
    headers += bytes_of<std::uint64_t>({raw, packed.size(), size});
    packed.append(stream, 0, size);
    raw += row.size() * 8;
  }
  return "ZCUBEX.DATA" + bytes_of<std::uint64_t>({rows.size()}) + headers + packed;
}

// Collects the metrics of a report, whose ids are "time", "m1", "m2" and so on.
class Archive {
 public:
  Archive& metric(const std::string& type, const std::string& dtype, const std::string& index,
                  const std::string& data) {
    const std::string id = std::to_string(metrics_);
    add_metric(type, dtype, "");
    member(id + ".index", index);
    member(id + ".data", data);
    return *this;
  }

  // `expression` is text of XML.
  Archive& derived(const std::string& type, const std::string& expression,
                   const std::string& initial = "") {
    std::string more = "<cubepl>" + expression + "</cubepl>";
    if (!initial.empty()) more += "<cubeplinit>" + initial + "</cubeplinit>";
    add_metric(type, "DOUBLE", more);
    return *this;
  }

  Archive& member(const std::string& name, const std::string& content) {
    members_ += tar_header(name, content.size()) + content + tar_padding(content.size());
    return *this;
  }

  // Adds locations to the one that there is.
  Archive& locations(int count) {
    for (int i = 0; i < count; ++i) locations_ += "<location/>";
    return *this;
  }

  // Adds call paths to the four that there are.
  Archive& callpaths(std::uint64_t count) {
    for (std::uint64_t i = 0; i < count; ++i) callpaths_ += "<cnode calleeId=\"0\"/>";
    return *this;
  }

  [[nodiscard]] std::string anchor() const {
    return "<cube version=\"4.4\"><metrics>" + xml_ +
           R"(</metrics><program><region id="0" mod="" begin="-1" end="-1"><name>f</name></region>
         <cnode id="0" calleeId="0"><cnode id="1" calleeId="0"><cnode id="2" calleeId="0"/></cnode>
         <cnode id="3" calleeId="0"/></cnode>)" +
           callpaths_ + R"(</program>
         <system><systemtreenode Id="0"><name>m</name><class>machine</class>
         <locationgroup Id="0"><rank>0</rank><type>process</type>
         <location Id="0"><rank>0</rank><type>thread</type></location>)" +
           locations_ + "</locationgroup></systemtreenode></system></cube>";
  }

  [[nodiscard]] std::string bytes() const {
    const std::string xml = anchor();
    return members_ + tar_header("anchor.xml", xml.size()) + xml + tar_padding(xml.size()) +
           tar_end();
  }

 private:
  void add_metric(const std::string& type, const std::string& dtype, const std::string& more) {
    const std::string id = std::to_string(metrics_);
    const std::string name = metrics_ == 0 ? "time" : "m" + id;
    xml_ += "<metric id=\"" + id + "\" type=\"" + type + "\"><disp_name>" + name +
            "</disp_name><uniq_name>" + name + "</uniq_name><dtype>" + dtype +
            "</dtype><uom>sec</uom>" + more + "</metric>";
    ++metrics_;
  }

  int metrics_ = 0;
  std::string xml_;
  std::string callpaths_;
  std::string locations_;
  std::string members_;
};

}  // namespace tarry::report::foreign
