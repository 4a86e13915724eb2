# SPDX-License-Identifier: BSD-3-Clause
# Everything that the project takes from elsewhere, in one place. Debian and Ubuntu package all of
# it; scripts/build installs it.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(Boost REQUIRED)
find_package(ZLIB REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(pugixml REQUIRED)
pkg_check_modules(OTF2 REQUIRED IMPORTED_TARGET otf2)
pkg_check_modules(LIBDW REQUIRED IMPORTED_TARGET libdw)
pkg_check_modules(LIBELF REQUIRED IMPORTED_TARGET libelf)
pkg_check_modules(CAPSTONE REQUIRED IMPORTED_TARGET capstone)
pkg_check_modules(HTTPLIB REQUIRED IMPORTED_TARGET cpp-httplib)
pkg_check_modules(ZSTD REQUIRED IMPORTED_TARGET libzstd)
if(TARRY_BUILD_TESTS)
  find_package(GTest REQUIRED)
endif()
