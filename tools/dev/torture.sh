# Tests in which whatever can fail does. ./dev reads this file.
# shellcheck shell=sh

# The examples under faults, in each language: torture_examples LANGUAGE.
torture_examples() {
    layer="$PWD/build/release/lib/libclmem_layer.so" clmem=build/release/bin/clmem
    case $1 in
    c) python3 tests/torture/examples.py "$clmem" build/release/bin/clmem-example-* ;;
    python)
        install_python && env OPENCL_LAYERS="$layer" CLMEM_RUN_FAULTS=off CLMEM_RUN_OBSERVE=1 \
            build/python-venv/bin/python tests/torture/python_examples.py examples/*.py 2>build/torture-python.txt
        ;;
    java)
        target=bindings/java/target classes=build/torture-java
        # shellcheck disable=SC2086
        need $java_packages && maven package -DskipTests -Dmaven.javadoc.skip=true &&
            rm -rf "$classes" && set -- && for each in examples/*.java; do
            case $each in examples/Beside*) continue ;; esac
            javac -d "$classes" -cp "$target/classes" "$each" || return 1
            # Without what makes a virtual machine slow to start.
            set -- "$@" "java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp $classes:$target/classes:$target/natives \
$(basename "$each" .java)"
        done && python3 tests/torture/examples.py --no-aborts "$clmem" "$@"
        ;;
    rust)
        # shellcheck disable=SC2086
        need $rust_packages && (cd bindings/rust && cargo build --quiet --locked --examples) || return 1
        set --
        for each in examples/*.rs; do
            set -- "$@" "build/rust/debug/examples/$(basename "$each" .rs)"
        done
        python3 tests/torture/examples.py --no-aborts "$clmem" "$@"
        ;;
    esac
}

# Everything that can fail does: in the cases of the contract, and in the examples.
torture_tests() {
    # shellcheck disable=SC2086
    need $build_packages $device_packages $test_packages
    share_objects && describe && cmake --preset release >/dev/null && cmake --build --preset release || return 1
    part "cases" env OPENCL_LAYERS="$PWD/build/release/lib/libclmem_layer.so" CLMEM_RUN_FAULTS=off CLMEM_RUN_OBSERVE=1 \
        build/release/bin/clmem-torture "$@"
    [ $# -gt 0 ] || for language in c python java rust; do
        part "examples, $language" torture_examples "$language"
    done
    conclude
}
