# Bare systems for the tests of packages: a Debian with nothing but the base system, and what this machine trusts. The tests
# of tests/packages read this file. It needs root and mmdebstrap.
# shellcheck shell=sh

systems=$PWD/build/packages/systems

# bare_system SUITE [ARCH]: makes a new system, $system. The first of a suite takes a minute; its base is kept.
bare_system() {
    arch=${2-$(dpkg --print-architecture)}
    base=$systems/$1-$arch.tar
    mkdir -p "$systems"
    [ -f "$base" ] || {
        mmdebstrap --quiet --format=tar --variant=minbase --include=ca-certificates --architectures="$arch" \
            "$1" "$base.part"
        mv "$base.part" "$base"
    }
    system=$systems/$1-$arch
    rm -rf --one-file-system "$system"
    mkdir "$system"
    tar --numeric-owner -xf "$base" -C "$system"
    cp /etc/resolv.conf /etc/hosts "$system/etc"
    cp /etc/ssl/certs/ca-certificates.crt "$system/etc/ssl/certs/ca-certificates.crt"
    trusted=$system/usr/local/share/ca-certificates
    awk -v folder="$trusted" '/BEGIN CERT/ { n++ } { print > (folder "/host-" n ".crt") }' /etc/ssl/certs/ca-certificates.crt
    chroot "$system" update-ca-certificates >/dev/null 2>&1
}

# inside COMMAND: runs a command in $system, in the folder /root.
inside() {
    # shellcheck disable=SC2016
    unshare --mount --pid --fork --kill-child sh -eu -c '
        mount --make-rprivate /
        mount -t proc proc "$1/proc"
        mount --rbind /sys "$1/sys"
        mount --rbind /dev "$1/dev"
        exec chroot "$1" /usr/bin/env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
            LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 \
            PIP_CERT=/etc/ssl/certs/ca-certificates.crt SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt \
            CARGO_HTTP_CAINFO=/etc/ssl/certs/ca-certificates.crt \
            sh -eu -c "cd /root; $2"
    ' sh "$system" "$1"
}

# apt PACKAGE...: installs packages in $system.
apt() { inside "apt-get -qq update && apt-get -qq -o Dpkg::Use-Pty=0 install --no-install-recommends $* >/dev/null"; }

# expect TEXT FILE: the file must contain the text.
expect() {
    grep -qF -- "$1" "$2" || {
        printf 'expected "%s", got:\n' "$1" >&2
        cat "$2" >&2
        return 1
    }
}

# quick_start TITLE: the commands that README.md has under that title, word for word.
quick_start() { python3 tests/packages/quick_start.py "$1"; }

# timed NAME COMMAND...: runs a command, and prints how long it took.
timed() {
    name=$1 start=$(date +%s%N)
    shift
    "$@"
    status=$?
    printf '%s: %d.%d s\n' "$name" $((($(date +%s%N) - start) / 1000000000)) $((($(date +%s%N) - start) / 100000000 % 10))
    return $status
}

# foreign_system ARCH PACKAGE...: the files of Debian 12's packages for another processor, $system. Nothing is configured.
# It needs tools/dev/natives.sh.
foreign_system() {
    need qemu-user-static
    foreign=$1 system=$systems/files-$1
    shift
    rm -rf --one-file-system "$system"
    mmdebstrap --quiet --variant=extract --architectures="$(debian_arch "$foreign")" \
        --include="$(echo "$*" | tr ' ' ,)" bookworm "$system"
    mkdir -p "$system/root"
}

# emulated VARIABLE=VALUE... COMMAND...: runs one program of $system under QEMU. It cannot start others: PoCL, which links
# kernels by other programs, only allocates.
emulated() {
    settings="-E OCL_ICD_VENDORS=$system/etc/OpenCL/vendors"
    while [ "${1%%=*}" != "$1" ]; do
        settings="$settings -E $1"
        shift
    done
    # shellcheck disable=SC2086
    "qemu-$foreign-static" -L "$system" $settings "$@"
}
