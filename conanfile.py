"""The recipe for conan: the library, with the headers for C and C++."""

import re
from pathlib import Path

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.build import stdcpp_library
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir


class Clmem(ConanFile):
    name = "clmem"
    description = "A memory runtime for OpenCL: pools, buffers, images and shared virtual memory"
    license = "MIT", "Apache-2.0"  # of OpenCL's headers
    author = "The clmem authors"
    url = homepage = "https://github.com/clmem/clmem"
    topics = ("opencl", "gpu", "memory-pool", "allocator")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False]}
    default_options = {"shared": True, "fPIC": True}
    implements = ["auto_shared_fpic"]
    exports_sources = "CMakeLists.txt", "LICENSE", "sbom.cdx.json", "cmake/*", "include/*", "src/*", "third_party/*"

    def set_version(self):
        lists = (Path(self.recipe_folder) / "CMakeLists.txt").read_text()
        self.version = re.search(r"project\(clmem VERSION ([0-9.]+)", lists)[1]

    def validate(self):
        if self.settings.os != "Linux":
            raise ConanInvalidConfiguration("clmem runs on Linux")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["CLMEM_BUILD_COMMAND"] = False
        toolchain.cache_variables["CLMEM_BUILD_LAYER"] = False
        # clmem.h includes CL/cl.h, so the package has clmem's copy.
        headers = Path(self.source_folder) / "third_party" / "opencl-headers"
        toolchain.cache_variables["CLMEM_OPENCL_INCLUDE"] = str(headers)
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        # The licences, and the SBOM.
        copy(self, "*", Path(self.package_folder) / "share/doc/clmem", Path(self.package_folder) / "licenses")
        for folder in ("share", "lib/cmake", "lib/pkgconfig"):  # conan generates its own
            rmdir(self, Path(self.package_folder) / folder)

    def package_info(self):
        self.cpp_info.libs = ["clmem"]
        self.cpp_info.set_property("cmake_file_name", "clmem")
        self.cpp_info.set_property("cmake_target_name", "clmem::clmem")
        self.cpp_info.set_property("pkg_config_name", "clmem")
        self.cpp_info.system_libs = ["dl", "pthread"]
        if not self.options.shared and stdcpp_library(self):  # for programs in C
            self.cpp_info.system_libs.append(stdcpp_library(self))
