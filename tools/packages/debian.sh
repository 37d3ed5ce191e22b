# The Debian packages, of HEAD: a source package for each of Debian 12 and 13, and the binary packages that a system
# with nothing but its build dependencies makes of it, without a network. They are built twice, and must be the same.
# ./dev packages debian runs this script; it needs root.
# shellcheck shell=sh
set -eu
. tools/dev/setup.sh
. tests/packages/bare_system.sh

[ "$(id -u)" -eq 0 ] || stop "packages debian: run as root; it builds in separate systems, with mmdebstrap and chroot"
need mmdebstrap dpkg-dev git xz-utils
out=$PWD/build/packages/debian
version=$(project_version)

# The packaging of HEAD, with a version for the suite: systems that upgrade from Debian 12 to 13 get the package of 13.
# source_of SUITE RELEASE: unpacks the sources in $work/clmem-VERSION.
source_of() {
    rm -rf "$work" && mkdir -p "$work/clmem-$version"
    orig=$work/clmem_$version.orig.tar
    git archive --prefix="clmem-$version/" --output="$orig" HEAD . ':!debian'
    tar -xf "$orig" -C "$work"
    xz -9 --threads=1 "$orig"
    git archive --output="$work/debian.tar" HEAD debian
    tar -xf "$work/debian.tar" -C "$work/clmem-$version"
    rm "$work/debian.tar"
    log=$work/clmem-$version/debian/changelog
    packaged=$(dpkg-parsechangelog --file "$log" --show-field Version)
    [ "${packaged%-*}" = "$version" ] ||
        stop "expected version $version of CMakeLists.txt in debian/changelog, got $packaged"
    date=$(date --utc --date="$(dpkg-parsechangelog --file "$log" --show-field Date) + 1 minute" --rfc-email)
    {
        printf 'clmem (%s~deb%su1) %s; urgency=medium\n\n  * Rebuild for %s.\n\n' "$packaged" "$2" "$1" "$1"
        printf ' -- %s  %s\n\n' "$(dpkg-parsechangelog --file "$log" --show-field Maintainer)" "$date"
        cat "$log"
    } >"$work/changelog"
    mv "$work/changelog" "$log"
}

# build_system SUITE: $system, with the build dependencies and what checks packages. It is kept for the next time.
build_system() {
    kept=$systems/debian-$1
    if ! [ -d "$kept" ]; then
        bare_system "$1"
        mv "$system" "$kept"
    fi
    system=$kept
    control=$work/clmem-$version/debian/control
    cmp -s "$control" "$system/needed/debian/control" && return
    rm -rf "$system/needed" && mkdir -p "$system/root/needed/debian"
    cp "$control" "$system/root/needed/debian"
    apt build-essential lintian diffoscope-minimal
    inside "apt-get -qq -o Dpkg::Use-Pty=0 build-dep --no-install-recommends ./needed >/dev/null"
    mv "$system/root/needed" "$system/needed"
}

# build FOLDER UMASK VARIABLES: builds the packages in a folder of $system.
build() {
    mkdir -p "$system$1"
    cp "$work"/*.orig.tar.xz "$system$1"
    cp -a "$work/clmem-$version" "$system$1"
    inside "cd $1/clmem-$version && umask $2 && $3 unshare --net dpkg-buildpackage --no-sign >$1/log 2>&1" || {
        tail -n 50 "$system$1/log" >&2
        return 1
    }
}

# compare FIRST SECOND: each package must have the same content.
compare() {
    compared=0
    for package in "$system$1"/*.deb "$system$1"/*.dsc "$system$1"/*.debian.tar.xz; do
        name=${package##*/}
        cmp "$package" "$system$2/$name" || {
            inside "diffoscope --max-page-diff-block-lines 200 $1/$name $2/$name" >&2 || true
            return 1
        }
        compared=$((compared + 1))
    done
    echo "$compared files are the same in both builds"
}

# The second build has another folder, locale, time zone, umask and number of jobs, and runs no tests.
packages_for() {
    suite=$1 work=$PWD/build/debian/$1
    source_of "$suite" "$2"
    build_system "$suite"
    rm -rf --one-file-system "$system/first" "$system/another"
    timed "$suite: first build" build /first 022 "DEB_BUILD_OPTIONS=parallel=$(nproc)"
    timed "$suite: second build" build /another/folder 027 \
        "DEB_BUILD_OPTIONS='nocheck parallel=$(($(nproc) + 1))' LC_ALL=C TZ=Asia/Tokyo"
    compare /first /another/folder
    inside "lintian --version"
    inside "lintian --allow-root --fail-on error,warning --display-info --pedantic /first/*.changes"
    mkdir -p "$out/$suite"
    cp "$system"/first/*.deb "$system"/first/*.dsc "$system"/first/*.tar.xz "$system"/first/*.changes \
        "$system"/first/*.buildinfo "$out/$suite"
}

say "packages of $(git log -1 --format=%h) for Debian; changes that are not committed are left out"
packages_for bookworm 12
packages_for trixie 13
