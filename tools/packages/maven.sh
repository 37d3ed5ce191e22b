#!/bin/sh
# maven.sh [FOLDER]: the bundle for Maven Central, with the jars of natives for both processors, in FOLDER or
# build/packages/maven. CLMEM_GPG_KEY names the key in gpg's keyring that signs it; without it the bundle is unsigned, and
# the portal refuses it. To publish the bundle, with a token of https://central.sonatype.com/account:
# curl --header "Authorization: Bearer $(printf %s "$USER:$PASSWORD" | base64)" --form bundle=@clmem-VERSION-bundle.zip \
#     https://central.sonatype.com/api/v1/publisher/upload
set -eu
. tools/dev/setup.sh
. tools/dev/natives.sh
output=${1-build/packages/maven}

# shellcheck disable=SC2086
need $build_packages $java_packages python3 binutils
need_python tools/requirements-natives.txt build/natives-venv
share_objects
for arch in x86_64 aarch64; do
    [ "$arch" = "$(uname -m)" ] ||
        need qemu-user-static "libc6-$(echo "$arch" | sed 's/x86_64/amd64/; s/aarch64/arm64/')-cross"
    say "natives for $arch"
    make_compilers "$arch"
    jar_for "$arch"
    try_jar "$arch"
done

say "the bundle"
signing=-Dgpg.skip unsigned=--unsigned
if [ -n "${CLMEM_GPG_KEY-}" ]; then
    need gpg
    signing=-Dgpg.keyname=$CLMEM_GPG_KEY unsigned=
fi
target=bindings/java/target
rm -rf "$target/central-staging" "$target/central-publishing" "$target/maven-javadoc-plugin-stale-data.txt"
(
    zig_for x86_64
    maven -Prelease -DskipUpload -Dmaven.test.skip=true -Dclmem.platform=linux-x86_64 "-Dclmem.cmake=$made/cmake" \
        "-Dclmem.natives=$made/jar" "$signing" deploy
)
version=$(project_version)
mkdir -p "$output"
cp "$target/central-publishing/central-bundle.zip" "$output/clmem-$version-bundle.zip"
# shellcheck disable=SC2086
python3 tools/packages/check_bundle.py $unsigned "$output/clmem-$version-bundle.zip"
