# SPDX-License-Identifier: BSD-3-Clause
"""Puts what is built into a folder, as tests of installations need it."""
import pathlib
import subprocess


def install(build, folder):
    """Installs a build in a folder that does not exist yet. Returns its path, which differs from the
    one that the installation was told, because an installed tree may be moved."""
    folder = pathlib.Path(folder)
    first = folder.with_name(folder.name + ".first")
    subprocess.run(["cmake", "--install", build, "--prefix", first], check=True, timeout=120, stdout=subprocess.DEVNULL)
    return first.rename(folder)
