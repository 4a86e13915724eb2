# SPDX-License-Identifier: BSD-3-Clause
# CPack reads this before it makes a package. It sets the dependencies of the .deb as dpkg-shlibdeps
# finds them, for everything but the libraries per MPI, which are loaded only where their MPI is.
# CPack's own way would include these as well and make both MPIs a requirement.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX "/")
  return()
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")

set(folder ${CPACK_TARRY_BUILD}/packaging/shlibdeps)
file(MAKE_DIRECTORY ${folder}/debian)
file(WRITE ${folder}/debian/control "Source: tarry\n\nPackage: tarry\nArchitecture: any\n")
file(GLOB needing ${CPACK_TARRY_BUILD}/bin/tarry ${CPACK_TARRY_BUILD}/lib/libtarry*.so
                  ${CPACK_TARRY_BUILD}/lib/tarry/tarry-start
                  ${CPACK_TARRY_BUILD}/lib/tarry/libtarry-s*l*.so ${CPACK_TARRY_BUILD}/lib/tarry/libtarry-http.so)
execute_process(COMMAND dpkg-shlibdeps -O ${needing} WORKING_DIRECTORY ${folder}
                OUTPUT_VARIABLE found ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "shlibs:Depends=([^\n]+)" line "${found}")
if(NOT line)
  message(FATAL_ERROR "dpkg-shlibdeps named no package that tarry depends on: ${found}")
endif()
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${CMAKE_MATCH_1}")
