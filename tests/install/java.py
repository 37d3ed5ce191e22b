#!/usr/bin/env python3
"""Builds and runs the Maven project of bindings/java/README.md, which uses only the artifacts in a local repository.

The argument is the repository."""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>example</groupId>
  <artifactId>program</artifactId>
  <version>1</version>
  <properties><maven.compiler.release>17</maven.compiler.release></properties>
  <dependencies>
{dependencies}
  </dependencies>
  <build><plugins>
    <plugin>
      <groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId><version>3.13.0</version>
    </plugin>
    <plugin>
      <groupId>org.apache.maven.plugins</groupId><artifactId>maven-resources-plugin</artifactId><version>3.3.1</version>
    </plugin>
    <plugin>
      <groupId>org.codehaus.mojo</groupId><artifactId>exec-maven-plugin</artifactId><version>3.5.0</version>
      <configuration><mainClass>FirstBlock</mainClass></configuration>
    </plugin>
  </plugins></build>
</project>
"""


def blocks(page, language):
    """Returns the blocks of code in a language on a page."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def main():
    repository = pathlib.Path(sys.argv[1]).resolve()
    page = (ROOT / "bindings/java/README.md").read_text(encoding="utf-8")
    (dependencies,), (program,) = blocks(page, "xml"), blocks(page, "java")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        source = folder / "src/main/java/FirstBlock.java"
        source.parent.mkdir(parents=True)
        source.write_text(program, encoding="utf-8")
        (folder / "pom.xml").write_text(POM.format(dependencies=dependencies), encoding="utf-8")
        command = [shutil.which("mvn"), "-B", "-q", f"-Dmaven.repo.local={repository}", "compile", "exec:java"]
        command.append(f"-Dclmem.library.cache={folder / 'cache'}")
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
    print(done.stdout, end="")
    if done.returncode or "1048576 bytes of device memory" not in done.stdout:
        print("the project in bindings/java/README.md does not run; its output is above", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
