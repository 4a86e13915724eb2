# SPDX-License-Identifier: BSD-3-Clause
# A recipe for Spack. It builds a checkout of the source:
#   spack repo create tarry-repo && mkdir tarry-repo/packages/tarry && cp package.py tarry-repo/packages/tarry/
#   spack repo add tarry-repo && spack dev-build tarry@main
from spack.package import *


class Tarry(CMakePackage):
    """Finds where parallel programs wait, what makes them wait, and what they would gain."""

    license("BSD-3-Clause")

    version("main")

    variant("fortran", default=True, description="Build the Fortran module of tarry.h")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("cli11", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("mpi")
    depends_on("otf2@3:")
    depends_on("elfutils")
    depends_on("boost@1.74: +math", type="build")
    depends_on("capstone@4:")
    depends_on("fmt@9:")
    depends_on("pugixml")
    depends_on("zlib-api")
    depends_on("zstd")
    depends_on("cpp-httplib")

    generator("ninja")

    def cmake_args(self):
        mpi = "mpich" if self.spec["mpi"].satisfies("mpich") else "openmpi"
        return [
            self.define("TARRY_BUILD_TESTS", False),
            self.define("TARRY_BUILD_EXAMPLES", False),
            self.define("TARRY_MPIS", mpi),
            # Spack's compiler wrapper has no suffix.
            self.define(f"TARRY_MPICC_{mpi}", self.spec["mpi"].mpicc),
        ]
