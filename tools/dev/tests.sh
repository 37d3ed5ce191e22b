# ./dev test, and the parts that other commands share with it. ./dev reads this file.
# shellcheck shell=sh

# The sanitizers of older compilers fail if the kernel randomises more address bits than they support.
without_address_spread() {
    if [ "$(cat /proc/sys/vm/mmap_rnd_bits 2>/dev/null || echo 0)" -gt 28 ] &&
        setarch "$(uname -m)" -R true 2>/dev/null; then
        setarch "$(uname -m)" -R "$@"
    else
        "$@"
    fi
}

# preset_tests PRESET [OPTION OF CTEST]...
preset_tests() {
    preset=$1
    shift
    share_objects
    describe && cmake --preset "$preset" >/dev/null &&
        cmake --build --preset "$preset" &&
        without_address_spread ctest --preset "$preset" --timeout 600 --parallel "$(nproc)" "$@"
}

tool_tests() { .venv/bin/python -m unittest discover --start-directory tests/tools; }

# The Python package, installed from its sources into a virtual environment, checked for types, and tested.
install_python() {
    # shellcheck disable=SC2086
    need $build_packages $python_packages binutils
    share_objects
    need_python bindings/python/tests/requirements.txt build/python-venv
    rm -rf build/python-wheel
    build/python-venv/bin/python -m pip --quiet --disable-pip-version-check wheel --no-build-isolation --no-deps \
        --wheel-dir build/python-wheel --config-settings cmake.define.CLMEM_WERROR=ON \
        --config-settings "build-dir=$PWD/build/python-build" ./bindings/python &&
        python3 tests/install/shipped.py build/python-wheel/*.whl &&
        build/python-venv/bin/python -m pip --quiet --disable-pip-version-check install --no-deps --force-reinstall \
            build/python-wheel/*.whl
}

# pyopencl's own tests, from the source package of the installed version.
need_pyopencls_tests() {
    version=$(sed -n 's/^pyopencl==//p' bindings/python/tests/requirements.txt)
    [ ! -d "build/pyopencl-$version/test" ] || return 0
    build/python-venv/bin/python -m pip --quiet --disable-pip-version-check download --no-deps --no-build-isolation \
        --no-binary pyopencl --dest build/pyopencl-source "pyopencl==$version" &&
        tar -xzf "build/pyopencl-source/pyopencl-$version.tar.gz" -C build
}

python_pytest() { build/python-venv/bin/pytest --quiet --rootdir bindings/python "${@:-bindings/python/tests}"; }

# All tests, in a process for each processor. Drivers that start many threads may not bear that.
all_pytest() { python_pytest --numprocesses "$(nproc)" --dist worksteal bindings/python/tests; }

python_tests() {
    install_python && need_pyopencls_tests &&
        build/python-venv/bin/mypy --config-file bindings/python/pyproject.toml bindings/python/clmem \
            bindings/python/pytest_clmem &&
        build/python-venv/bin/mypy --config-file bindings/python/pyproject.toml examples/*.py examples/memory/*.py &&
        if [ $# -gt 0 ]; then python_pytest "$@"; else all_pytest && docs; fi
}

# The page of clmem view: its types, its parts, and the page in a browser. The arguments are for Python's unittest.
view_tests() { need_page && in_page npm run --silent check && in_page npm run --silent test && browser_tests "$@"; }

browser_tests() {
    # shellcheck disable=SC2086
    if command -v apt-get >/dev/null; then need $browser_packages; fi
    if ! command -v chromium >/dev/null || ! command -v chromedriver >/dev/null; then
        say "skipping the tests in a browser: they need chromium and chromedriver"
        return 0
    fi
    # shellcheck disable=SC2086
    need $build_packages $device_packages $test_packages
    need_python tests/view/requirements.txt build/view-venv && share_objects &&
        cmake --preset release >/dev/null && cmake --build --preset release --target clmem-command &&
        build/view-venv/bin/python tests/view/view_test.py build/release/bin/clmem "$@" &&
        { [ $# -gt 0 ] || build/view-venv/bin/python tests/view/screenshots.py build/release/bin/clmem; }
}

# Everything for Java: tests, documentation, jars, and a project outside the tree that has only those.
java_tests() {
    # shellcheck disable=SC2086
    need $build_packages $device_packages $java_packages python3 binutils
    share_objects
    # Without it, the documentation of changed files is taken for up to date.
    rm -f bindings/java/target/maven-javadoc-plugin-stale-data.txt
    describe && maven install -Dclmem.werror=ON "$@" && python3 tests/install/shipped.py bindings/java/target/*.jar &&
        python3 tests/install/java.py build/m2
}

# The Python package's docstrings as pages; an invalid docstring is an error.
docs() {
    install_python && need_python bindings/python/docs/requirements-docs.txt build/python-venv &&
        build/python-venv/bin/sphinx-build --quiet --fail-on-warning --builder html bindings/python/docs build/docs/python &&
        say "the reference of the Python package: $PWD/build/docs/python/index.html"
}

java_mutants() {
    # shellcheck disable=SC2086
    need $build_packages $device_packages $java_packages python3 patch
    maven test-compile org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath -Dmdep.includeScope=test \
        -Dmdep.outputFile=target/test.classpath &&
        python3 tests/mutants/run.py --of java "$@"
}

python_mutants() { install_python && build/python-venv/bin/python tests/mutants/run.py --of python; }

# The Rust crates: format, lints and tests, and the crates as cargo packs them. Cargo builds the library.
rust_tests() {
    # shellcheck disable=SC2086
    need $build_packages $device_packages $rust_packages $rust_test_packages pkg-config binutils
    share_objects
    features=--features=clmem/opencl3
    if [ "$(rustc --version | cut -d . -f 2)" -lt 87 ]; then
        say "skipping the feature opencl3: its crate needs rustc 1.87, this is $(rustc --version)"
        features=
    fi
    (
        export CLMEM_WERROR=1
        cd bindings/rust &&
            cargo fmt --all --check &&
            cargo clippy --quiet --locked --all-targets ${features:+"$features"} -- --deny warnings &&
            cargo test --quiet --locked ${features:+"$features"} "$@" &&
            { [ $# -gt 0 ] || { ./packed.sh && ./system.sh; }; }
    )
}

# The shipped files for this processor only; another one would take as long again.
natives_tests() {
    case $(uname -m) in
    x86_64 | aarch64) natives "$(uname -m)" ;;
    *) say "skipping natives: they are built for x86_64 and aarch64 only" ;;
    esac
}

tables() {
    describe && python3 tools/contract_tables.py "$@"
}

# part NAME COMMAND...: runs a part of the tests, and records its outcome and time. A failure does not stop the other parts.
passed=0 failed=0 times=
part() {
    name=$1 start=$(date +%s) outcome=failed
    shift
    say "$name"
    if "$@"; then outcome=passed passed=$((passed + 1)); else failed=$((failed + 1)); fi
    times="$times$(printf '%-28s %5d s  %s' "$name" $(($(date +%s) - start)) "$outcome")
"
}

conclude() {
    printf '\n%s\n%d passed, %d failed\n' "$times" "$passed" "$failed"
    [ "$failed" -eq 0 ]
}

all_tests() {
    need_python tools/requirements.txt
    need_python tools/requirements-format.txt
    # shellcheck disable=SC2086
    need $build_packages $device_packages $test_packages
    part "generated files" generate --check
    part "interface" abi
    part "format" format --check
    part "prose" prose
    part "tools" tool_tests
    part "tables" tables --check
    for preset in "$@"; do
        part "$preset" preset_tests "$preset"
        [ "$preset" != release ] || part "view" view_tests
    done
    part "a second OpenCL" second_opencl_tests
    part "python" python_tests
    part "programs" programs_tests --quick
    part "java" java_tests
    part "rust" rust_tests
    part "natives" natives_tests
    conclude
}

platforms="pocl intel rusticl oclgrind"

# driver NAME: installs a platform's driver, and makes a folder build/platforms/NAME in which the loader finds only that.
driver() {
    folder=build/platforms/$1
    mkdir -p "$folder"
    case $1 in
    pocl)
        need pocl-opencl-icd
        cp /etc/OpenCL/vendors/pocl.icd "$folder"
        ;;
    intel)
        need_python tests/requirements-intel.txt build/intel &&
            echo "$PWD/build/intel/lib/libintelocl.so" >"$folder/intel.icd"
        ;;
    rusticl)
        need_hidden mesa-opencl-icd libclc-15
        echo libRusticlOpenCL.so.1 >"$folder/rusticl.icd"
        ;;
    oclgrind)
        need_hidden oclgrind
        echo /usr/lib/oclgrind/liboclgrind-rt-icd.so >"$folder/oclgrind.icd"
        ;;
    esac
}

# on_platform NAME COMMAND...: runs a command with only that driver. The loader of Intel's package also reads OCL_ICD_VENDORS.
on_platform() (
    export OCL_ICD_VENDORS="$PWD/build/platforms/$1" RUSTICL_ENABLE=llvmpipe
    unset CLMEM_DEVICE
    if [ "$1" = intel ]; then
        export LD_LIBRARY_PATH="$PWD/build/intel/lib"
    fi
    shift
    "$@"
)

# The tests of the C interface, except those that tests/left_out/NAME.txt names with the reason.
interface_tests() {
    reports=build/platforms/$1 left_out=tests/left_out/$1.txt filter='*'
    rm -f "$reports"-*
    if [ -f "$left_out" ]; then
        cp "$left_out" "$reports-api.filter"
        filter='*'-$(sed 's/ .*//' "$left_out" | paste -s -d :)
    fi
    code=0
    build/release/bin/clmem-contract-tests --report "$reports-contract.json" || code=1
    build/release/bin/clmem-api-tests --gtest_brief=1 --gtest_filter="$filter" \
        --gtest_output="json:$reports-api.json" >"$reports-api.txt" 2>&1 || code=1
    sed '/Skipped$/,+1d' "$reports-api.txt"
    return $code
}

# What OpenCL answers without clmem's layer and with it, by each loader.
layer_answers() { python3 tests/layer/api_test.py build/release/bin/clmem-layer-api build/release/lib/libclmem_layer.so; }

# Random programs without clmem's layer and with it; the arguments are for random_test.py.
random_programs() {
    python3 tests/layer/random_test.py build/release/bin/clmem-layer-random build/release/lib/libclmem_layer.so "$@"
}

# Intel's runtime exists for one kind of processor.
second_opencl_tests() {
    if [ "$(uname -m)" != x86_64 ]; then
        say "skipping Intel's OpenCL: it exists for x86_64 only"
        return 0
    fi
    driver intel && on_platform intel interface_tests intel && on_platform intel layer_answers &&
        on_platform intel random_programs
}

build_release() { share_objects && describe && cmake --preset release >/dev/null && cmake --build --preset release; }

platform_tests() {
    # shellcheck disable=SC2086
    need $build_packages $device_packages $test_packages
    part "building" build_release
    part "installing for Python" install_python
    for implementation in "$@"; do
        driver "$implementation"
        part "$implementation" on_platform "$implementation" interface_tests "$implementation"
        part "the layer on $implementation" on_platform "$implementation" layer_answers
        case $implementation in
        pocl | intel) part "random programs on $implementation" on_platform "$implementation" random_programs ;;
        esac
        # Oclgrind runs commands only on the thread that waits: tests of events would never end.
        [ "$implementation" = oclgrind ] || part "python on $implementation" on_platform "$implementation" python_pytest
    done
}

platform_tables() { python3 tools/contract_tables.py --collect build/platforms; }

intel_tests() {
    platform_tests intel
    for preset in release asan; do
        part "$preset on Intel's" on_platform intel preset_tests "$preset" \
            --tests-regex '^clmem-(unit|api|stress|command|contract)-tests$'
    done
    conclude
}

build_layer() {
    share_objects && cmake --preset release >/dev/null && cmake --build --preset release --target clmem-layer
}

# with_both_drivers COMMAND [ARGUMENT]...: adds arguments for PoCL and, where it exists, for Intel's runtime.
with_both_drivers() {
    driver pocl
    set -- "$@" --platform pocl
    if [ "$(uname -m)" = x86_64 ]; then
        driver intel
        set -- "$@" --platform intel
    fi
    "$@"
}

# Programs that find a loader without layers: NVIDIA's, which is there for x86-64 alone.
nvidia_loader_test() {
    [ "$(uname -m)" = x86_64 ] || return 0
    need_python tests/programs/requirements-loader.txt build/python-venv && build_layer &&
        cmake --build build/release --target clmem-command clmem-layer-opencl_program &&
        build/python-venv/bin/python tests/programs/nvidia_loader.py build/release/bin/clmem \
            build/release/bin/opencl_program
}

# Unmodified programs without clmem's layer and with it.
programs_tests() {
    # shellcheck disable=SC2086
    need $build_packages $device_packages $python_packages $opencl_programs
    need_python bindings/python/tests/requirements.txt build/python-venv || return 1
    case " $* " in
    *" --quick "*) nvidia_loader_test || return 1 ;;
    *)
        # shellcheck disable=SC2086
        need $more_opencl_programs
        need_python tests/programs/requirements-programs.txt build/python-venv && need_pyopencls_tests || return 1
        ;;
    esac
    build_layer && with_both_drivers python3 tests/programs/run.py --modes "$@"
}

# soak_on PLATFORM HOURS: random programs over pools of every kind of memory.
soak_on() {
    on_platform "$1" env OPENCL_LAYERS="$PWD/build/release/lib/libclmem_layer.so" CLMEM_RUN_FAULTS=off \
        CLMEM_RUN_OBSERVE=1 build/release/bin/clmem-soak --hours "$2"
}

# soaked NAME PROCESS: waits for a soak in the background, and shows how it ended.
soaked() {
    code=0
    wait "$2" || code=$?
    grep -v '^clmem: fault:' "build/soak/$1.txt" | tail -n 5
    return $code
}

# soak [HOURS]: on PoCL so long, on Intel's runtime half as long, and CLBlast under the layer a quarter, side by side.
soak() {
    # shellcheck disable=SC2086
    need $build_packages $device_packages $test_packages libclblast-dev
    hours=${1-1}
    case $hours in
    *[!0-9.]* | '' | *.*.*) stop "soak: expected hours such as 2 or 0.5, got '$hours'" ;;
    esac
    mkdir -p build/soak
    trap 'kill 0' INT # processes in the background do not get it from the terminal
    driver pocl && build_layer && cmake --build --preset release --target clmem-soak || return 1
    say "soaking for $hours hours; build/soak/pocl.txt says how far it is"
    soak_on pocl "$hours" >build/soak/pocl.txt 2>&1 &
    on_pocl=$! on_intel=
    if [ "$(uname -m)" = x86_64 ]; then
        driver intel
        soak_on intel "$(echo "$hours" | awk '{ print $1 / 2 }')" >build/soak/intel.txt 2>&1 &
        on_intel=$!
    fi
    python3 tests/programs/soak.py --platform pocl --minutes "$(echo "$hours" | awk '{ print $1 < 0.1 ? 1.5 : $1 * 15 }')" \
        >build/soak/clblast.txt 2>&1 &
    part "CLBlast under the layer" soaked clblast $!
    [ -z "$on_intel" ] || part "every kind of memory, Intel" soaked intel "$on_intel"
    part "every kind of memory, PoCL" soaked pocl "$on_pocl"
    conclude
}

# fuzz SECONDS NAME [FOLDER]: runs libFuzzer on a target, with the inputs of a folder in tests/fuzz/corpus.
fuzz() {
    folder=${3:-$2}
    mkdir -p "build/fuzz/found/$folder"
    part "$folder" env CLMEM_FUZZ_EXTENSION="$(basename "$folder")" "build/fuzz/clmem-fuzz-$2" "-max_total_time=$1" \
        -timeout=20 -rss_limit_mb=2560 -max_len=65536 -verbosity=0 -print_final_stats=1 \
        -artifact_prefix=build/fuzz/failures/ "build/fuzz/found/$folder" "tests/fuzz/corpus/$folder"
}

# What libFuzzer finds stays in build/fuzz: inputs that reach new code in found, and those that fail in failures.
fuzz_tests() {
    # shellcheck disable=SC2086
    need $build_packages clang libclang-rt-dev
    share_objects
    cmake -S tests/fuzz -B build/fuzz -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ >/dev/null &&
        cmake --build build/fuzz >/dev/null || return 1
    mkdir -p build/fuzz/failures
    for target in tests/fuzz/*_fuzz.cpp; do
        name=$(basename "$target" _fuzz.cpp)
        if [ "$name" = formats ]; then
            for seeds in tests/fuzz/corpus/formats/*; do
                fuzz "${1:-60}" formats "formats/$(basename "$seeds")"
            done
        else
            fuzz "${1:-60}" "$name"
        fi
    done
    conclude
}

# Simulated schedules of the code without locks. With arguments, those are for the program.
schedules_tests() {
    # shellcheck disable=SC2086
    need $build_packages $device_packages $test_packages
    share_objects
    cmake --preset release -B build/schedules -DCLMEM_BUILD_BENCH=OFF >/dev/null &&
        cmake --build build/schedules --target clmem-schedules >/dev/null || return 1
    part "schedules" build/schedules/bin/clmem-schedules "$@"
    [ $# -gt 0 ] || part "planted faults" python3 tests/schedules/planted.py
    conclude
}

memcheck_tests() {
    # shellcheck disable=SC2086
    need $build_packages $device_packages $test_packages python3 valgrind libclblast-dev libviennacl-dev
    driver pocl && build_release && python3 tests/programs/memcheck.py --platform pocl
}

# Many random programs on each driver that runs commands as the tests need it.
random_tests() {
    # shellcheck disable=SC2086
    need $build_packages $device_packages $test_packages
    part "building" build_release
    for name in pocl intel; do
        [ "$name" = pocl ] || [ "$(uname -m)" = x86_64 ] || continue # Intel's runtime exists for one kind of processor
        driver "$name"
        part "random programs on $name" on_platform "$name" random_programs --seeds "${1-1-500}"
    done
    conclude
}

# only LANGUAGE [ARGUMENT]...: the tests of one language, or of the page; the arguments are for its test runner.
only() {
    language=${1-}
    [ $# -eq 0 ] || shift
    case $language in
    c)
        # shellcheck disable=SC2086
        need $build_packages $device_packages $test_packages
        preset_tests release "$@"
        ;;
    view) view_tests "$@" ;;
    python) python_tests "$@" ;;
    java) java_tests "$@" ;;
    rust) rust_tests "$@" ;;
    *) stop "--only: expected c, view, python, java or rust, got '$language'" ;;
    esac
}

test_command() {
    case ${1-} in
    '') all_tests release asan tsan ;;
    --fast) all_tests release ;;
    --platform)
        shift
        # shellcheck disable=SC2086
        [ "$*" != all ] || set -- $platforms
        [ $# -gt 0 ] || stop "--platform: expected all, or some of $platforms"
        for name in "$@"; do
            case " $platforms " in
            *" $name "*) ;;
            *) stop "--platform: expected all, or some of $platforms, got $name" ;;
            esac
        done
        platform_tests "$@"
        part "tables" platform_tables
        conclude
        ;;
    --only)
        shift
        only "$@"
        ;;
    --intel) intel_tests ;;
    --programs)
        shift
        programs_tests "$@"
        ;;
    --random)
        shift
        random_tests "$@"
        ;;
    --torture)
        shift
        torture_tests "$@"
        ;;
    --fuzz)
        shift
        fuzz_tests "$@"
        ;;
    --schedules)
        shift
        schedules_tests "$@"
        ;;
    --memcheck) memcheck_tests ;;
    --mutants)
        # shellcheck disable=SC2086
        need $build_packages $device_packages $test_packages
        part "mutants" python3 tests/mutants/run.py
        part "mutants of the Python package" python_mutants
        part "mutants of Java" java_mutants
        conclude
        ;;
    *) stop "test: expected --fast, --platform, --only, --intel, --programs, --random, --torture, --fuzz," \
        "--schedules, --memcheck or --mutants, got $1; ./dev help describes them" ;;
    esac
}
