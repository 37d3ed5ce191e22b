# Installs the Debian packages of build/packages/debian on bare systems of Debian 12 and 13, from a repository in a
# folder, and uses them: README.md's quick start, the Python package, and a program under the layer. Then runs the
# packages' own tests, removes the packages, and checks that nothing of them remains. ./dev packages --test debian runs
# this script.
# shellcheck shell=sh
set -eu
. tools/dev/setup.sh
. tests/packages/bare_system.sh
need dpkg-dev

version=$(project_version)
libraries="libclmem0.1 libclmem-dev libclmem-layer clmem-tools python3-clmem"

# repository SUITE: the packages as a repository, which $system trusts.
repository() {
    folder=$system/srv/clmem
    mkdir "$folder"
    cp "build/packages/debian/$1"/*.deb "$folder"
    (cd "$folder" && dpkg-scanpackages --multiversion . >Packages)
    echo "deb [trusted=yes] file:/srv/clmem ./" >"$system/etc/apt/sources.list.d/clmem.list"
    inside "apt-get -qq update"
}

# The programs of README.md, which a test keeps equal to these files.
quick() {
    cp examples/first.c "$system/root/first.c"
    quick_start Debian >"$system/root/quick_start.sh"
    timed "$1: README's quick start" inside "sh -eu quick_start.sh >output 2>quick_start.log" || {
        cat "$system/root/quick_start.log" >&2
        return 1
    }
    expect "any OpenCL call takes it" "$system/root/output"
}

python() {
    timed "$1: install python3-clmem" apt python3-clmem
    python3 - >"$system/root/first.py" <<'END'
import re
print(re.search(r"```python\n(.*?)```", open("README.md", encoding="utf-8").read(), re.DOTALL)[1])
END
    expect "MemoryPool" "$system/root/first.py"
    inside "python3 first.py && python3 -m clmem info >info"
    expect "Portable Computing Language" "$system/root/info"
    expect "/usr/lib/" "$system/root/info"
    [ "$(inside "python3 -c 'import importlib.metadata; print(importlib.metadata.version(\"clmem\"))'")" = "$version" ]
}

layer() {
    timed "$1: install clmem-tools and clblast-tests" apt clmem-tools clblast-tests
    inside "clmem run --report -- clblast_test_xdot >report 2>&1" || {
        cat "$system/root/report" >&2
        return 1
    }
    grep -Eq 'created from pools +[1-9]' "$system/root/report"
    grep -E '^saved [1-9][0-9]* driver calls' "$system/root/report"
    test -f "$system/usr/share/man/man1/clmem-run.1.gz"
}

# The packages' tests, as a tester of Debian runs them, on this system.
own_tests() {
    apt autopkgtest
    cp build/packages/debian/"$1"/*.dsc build/packages/debian/"$1"/*.tar.xz "$system/root"
    timed "$1: the packages' own tests" inside "autopkgtest --no-built-binaries *.dsc -- null >tests.log 2>&1" || {
        cat "$system/root/tests.log" >&2
        return 1
    }
    sed -n '/ summary$/,$p' "$system/root/tests.log"
}

removal() {
    # shellcheck disable=SC2086
    inside "dpkg --verify $libraries"
    inside "apt-get -qq -o Dpkg::Use-Pty=0 purge $libraries >/dev/null"
    remains=$(find "$system/usr" "$system/etc" "$system/var/lib/dpkg/info" -iname '*clmem*' ! -name clmem.list)
    [ -z "$remains" ] || stop "expected nothing of the packages after their removal, got $remains"
    if grep -A1 '^Package: .*clmem' "$system/var/lib/dpkg/status" | grep '^Status: .*\(installed\|config-files\)$' |
        grep -v 'not-installed$'; then
        stop "expected no packages of clmem after their removal"
    fi
    echo "$1: nothing remains after the removal"
}

test_on() {
    say "Debian's packages on $1"
    bare_system "$1"
    repository "$1"
    quick "$1"
    python "$1"
    layer "$1"
    # shellcheck disable=SC2086
    inside "dpkg-query --show --showformat '\${Package} \${Version}: \${Installed-Size} KiB installed\n' $libraries"
    own_tests "$1"
    removal "$1"
}

test_on bookworm
test_on trixie
