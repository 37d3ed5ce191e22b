"""The mutants of the Java classes and their native code, in a copy of the sources and of Maven's output, so Maven must
have compiled the tests before."""


import os
import pathlib
import re
import shutil
import subprocess

import bindings
import patches

PATCHES = pathlib.Path(__file__).resolve().parent / "java"
ROOT = PATCHES.parents[2]
PROJECT = ROOT / "bindings" / "java"
TARGET = PROJECT / "target"
NATIVES = pathlib.Path("io/clmem/natives/linux-x86_64")


def java_home():
    command = ["java", "-XshowSettings:properties", "-version"]
    settings = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    return pathlib.Path(re.search(r"java\.home = (.*)", settings).group(1))


class Copy(bindings.Copy):
    """A copy of the sources, and of the classes and native libraries that Maven has built."""

    @classmethod
    def of_the_tree(cls, folder):
        copy = cls(folder)
        shutil.copytree(PROJECT / "src" / "main", copy.root / "src" / "main")
        shutil.copytree(TARGET / "classes", copy.root / "classes")
        shutil.copytree(TARGET / "natives", copy.root / "natives")
        return copy

    @property
    def path(self):
        libraries = (TARGET / "test.classpath").read_text()
        parts = [self.root / "classes", self.root / "natives", TARGET / "test-classes", libraries]
        return os.pathsep.join(map(str, parts))

    def compile(self, patch):
        changed = re.findall(r"^\+\+\+ b/bindings/java/(\S+)", patch, re.MULTILINE)
        classes = [name for name in changed if name.endswith(".java")]
        if classes:
            command = ["javac", "-nowarn", "-proc:none", "--release", "17", "-cp", self.path, "-d", "classes", *classes]
            subprocess.run(command, cwd=self.root, check=True)
        if len(classes) < len(changed):
            self.compile_natives()

    def compile_natives(self):
        natives, include = self.root / "natives" / NATIVES, java_home() / "include"
        (natives / "libclmem_java.so").unlink()
        sources = [*(self.root / "src/main/native").rglob("*.c"), TARGET / "cmake" / "native_wrap.c"]
        includes = [self.root / "src/main/native", ROOT / "include", include, include / "linux"]
        command = ["cc", "-shared", "-fPIC", "-O1", "-w", "-fno-strict-aliasing", "-DCL_TARGET_OPENCL_VERSION=300"]
        command += [*(f"-I{folder}" for folder in includes), *sources, "-o", natives / "libclmem_java.so"]
        subprocess.run([*command, f"-L{natives}", "-l:libclmem.so.0.1", "-Wl,-rpath,$ORIGIN"], check=True)

    def run(self, tests):
        settings = {
            "clmem.root": ROOT,
            "clmem.natives": TARGET / "natives",
            "clmem.library.cache": self.root / "unpacked",
            "org.lwjgl.opencl.libname": "libOpenCL.so.1",
        }
        command = ["java", *(f"-D{name}={value}" for name, value in settings.items()), "-cp", self.path]
        command += ["org.junit.platform.console.ConsoleLauncher", "execute", "--details=summary", "--fail-if-no-tests"]
        command += [f"--select-class=io.clmem.{test}" for test in tests]
        return subprocess.run(
            command, cwd=self.root, capture_output=True, text=True, errors="replace", timeout=bindings.SECONDS
        )

    def failure(self, output):
        failed = re.search(r"methodName = '(\w+)'", output)
        return failed and failed.group(1)


def run(names):
    return bindings.judge(patches.chosen(PATCHES, names), Copy.of_the_tree)
