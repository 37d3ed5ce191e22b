#!/bin/sh
# Installs clmem for Java from the bundle for Maven Central on bare systems, which get all else from Maven Central: the
# quick start, a program in modules, and an image of that program by jlink. Then signs a bundle with a key made for it.
set -eu
. tools/dev/setup.sh
. tools/dev/natives.sh
. tests/packages/bare_system.sh
need unzip gpg

modular_program() {
    mkdir -p "$system/root/modular/program"
    cat >"$system/root/modular/module-info.java" <<'END'
module program {
    requires io.clmem;
}
END
    sed -e 's/^import io.clmem/package program; &/' "$system/root/FirstBlock.java" \
        >"$system/root/modular/program/FirstBlock.java"
}

on_a_bare_system() {
    bare_system "$1"
    mkdir -p "$system/root/.m2" "$system/root/central"
    unzip -q build/packages/maven/clmem-*-bundle.zip -d "$system/root/central"
    cat >"$system/root/.m2/settings.xml" <<'END'
<settings>
  <activeProfiles><activeProfile>bundle</activeProfile></activeProfiles>
  <profiles><profile>
    <id>bundle</id>
    <repositories><repository><id>bundle</id><url>file:///root/central</url></repository></repositories>
  </profile></profiles>
</settings>
END
    python3 - README.md >"$system/root/FirstBlock.java" <<'END'
import re, sys
print(re.search(r"^```java\n(.*?)^```$", open(sys.argv[1], encoding="utf-8").read(), re.DOTALL | re.MULTILINE)[1], end="")
END
    inside "apt-get -qq update"
    timed "$1: Java, Maven, PoCL, clmem and its first program" inside "$(quick_start Java)" >"$system/root/output" 2>&1 ||
        { cat "$system/root/output" >&2; return 1; }
    expect "1048576 bytes of device memory" "$system/root/output"
    tail -n 2 "$system/root/output"
    inside "java -version 2>&1; du -h jars/*; du -sh .m2"

    modular_program
    natives=io.clmem.natives.linux.$(uname -m)
    inside "javac -Xlint:all -Werror -p jars -d program modular/module-info.java modular/program/*.java"
    inside "java -p jars:program --add-modules $natives -m program/program.FirstBlock" >"$system/root/output"
    expect "1048576 bytes of device memory" "$system/root/output"
    inside "! java -p jars:program -m program/program.FirstBlock 2>&1" >"$system/root/output"
    expect "--add-modules $natives" "$system/root/output"
    echo "module program { requires io.clmem; requires $natives; }" >"$system/root/modular/module-info.java"
    inside "rm -r program && javac -p jars -d program modular/module-info.java modular/program/*.java
        jlink -p jars:program --add-modules program --output image && rm -r jars program .cache
        image/bin/java -m program/program.FirstBlock" >"$system/root/output"
    expect "1048576 bytes of device memory" "$system/root/output"
    rm -rf --one-file-system "$system"
}

# The bundle, signed with a new key in a temporary keyring.
signed() (
    GNUPGHOME=$(mktemp -d) && export GNUPGHOME
    trap 'gpgconf --kill gpg-agent; rm -rf "$GNUPGHOME"' EXIT
    gpg --batch --quiet --pinentry-mode loopback --passphrase '' --quick-generate-key "test <test@example.org>" ed25519
    CLMEM_GPG_KEY=test@example.org sh -eu tools/packages/maven.sh build/maven-signed
    unzip -l build/maven-signed/clmem-*-bundle.zip | grep -c '\.asc$' | grep -qx 6
    if python3 tools/packages/check_bundle.py build/packages/maven/clmem-*-bundle.zip >build/maven-signed/log 2>&1; then
        unzip -l build/packages/maven/clmem-*-bundle.zip | grep -q '\.asc$' # it was signed already
    else
        expect "has no .asc" build/maven-signed/log
    fi
)

# refuses TEXT ARGUMENT...: Maven must fail to deploy natives of this system, with that text.
refuses() {
    text=$1
    shift
    if maven -Dmaven.test.skip=true "$@" deploy >build/maven-signed/log 2>&1; then
        echo "mvn $* deploy succeeded" >&2
        return 1
    fi
    expect "$text" build/maven-signed/log
}

on_a_bare_system bookworm
on_a_bare_system trixie
signed
share_objects
refuses "./dev packages maven"
refuses "needs glibc 2." -Prelease -Dgpg.skip -DskipUpload
