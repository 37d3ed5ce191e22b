// Names of functions from ELF files: this program's own, and files that are damaged on purpose.
#include "reports/stacks.hpp"
#include "reports/symbols.hpp"

#include <array>
#include <cstring>
#include <elf.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <link.h>
#include <random>
#include <unistd.h>

namespace {

using namespace clmem::command;

std::string own_path() {
    return std::filesystem::read_symlink("/proc/self/exe").string();
}

// What a recorder writes: a return address within the module's file image.
std::uint64_t offset_of(void *address) {
    std::uint64_t base = 0;
    ::dl_iterate_phdr(
        [](dl_phdr_info *about, std::size_t, void *out) { // the program comes first
            *static_cast<std::uint64_t *>(out) = about->dlpi_addr;
            return 1;
        },
        &base);
    return reinterpret_cast<std::uint64_t>(address) - base;
}

[[gnu::noinline]] std::uint64_t of_this_file() {
    return offset_of(__builtin_return_address(0));
}
[[gnu::noinline]] std::uint64_t hidden_caller() {
    const volatile std::uint64_t offset = of_this_file();
    return offset;
}

} // namespace

// In no namespace: its name is mangled with its parameters only.
[[gnu::noinline]] static std::uint64_t static_caller(std::uint32_t) {
    const volatile std::uint64_t offset = of_this_file();
    return offset;
}

namespace {

class symbols_test : public testing::Test {
  protected:
    recording recorded;
    std::filesystem::path folder;

    void SetUp() override {
        std::string name = testing::TempDir() + "clmem-symbols-XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        folder = name;
    }
    void TearDown() override { std::filesystem::remove_all(folder); }

    std::uint32_t string(const std::string &text) {
        recorded.strings.push_back(text);
        return static_cast<std::uint32_t>(recorded.strings.size() - 1);
    }
    std::uint32_t native(const std::string &module, std::uint64_t offset, const std::string &function = {}) {
        recording::frame frame;
        frame.module = string(module);
        frame.offset = offset;
        if (!function.empty()) { frame.function = string(function); }
        recorded.frames.push_back(frame);
        return static_cast<std::uint32_t>(recorded.frames.size() - 1);
    }
    std::uint32_t source(const std::string &function, const std::string &file, std::uint32_t line) {
        recorded.frames.push_back({0, 0, string(function), string(file), line});
        return static_cast<std::uint32_t>(recorded.frames.size() - 1);
    }
    std::string write(const std::string &name, const std::string &content) {
        const std::string path = (folder / name).string();
        std::ofstream{path, std::ios::binary} << content;
        return path;
    }
    static std::string content_of(const std::string &path) {
        std::ifstream file{path, std::ios::binary};
        return {std::istreambuf_iterator<char>{file}, {}};
    }
    std::string name_of(const std::string &path, std::uint64_t offset) {
        recorded.frames.resize(1);
        const std::uint32_t frame = native(path, offset);
        return symbol_names{recorded}.of(frame).function;
    }
};

TEST_F(symbols_test, functions_of_this_program_have_their_names) {
    EXPECT_EQ(name_of(own_path(), static_caller(1)), "static_caller(unsigned int)");
    EXPECT_EQ(name_of(own_path(), hidden_caller()), "(anonymous namespace)::hidden_caller()");
}

TEST_F(symbols_test, lines_are_found_if_addr2line_is_installed) {
    if (std::system("addr2line --version >/dev/null 2>&1") != 0) { GTEST_SKIP() << "no addr2line"; }
    const std::uint32_t frame = native(own_path(), static_caller(1)), other = native(own_path(), hidden_caller());
    const std::uint32_t missing = native("/nonexistent/module", 16);
    symbol_names names{recorded};
    names.find_lines({frame, other, missing});
    EXPECT_TRUE(names.of(frame).file.ends_with("symbols_test.cpp")) << names.of(frame).file;
    EXPECT_GT(names.of(frame).line, names.of(other).line);
    EXPECT_EQ(names.of(missing).line, 0u);
}

TEST_F(symbols_test, a_recorded_name_is_used) {
    const std::uint32_t frame = native(own_path(), static_caller(1), "_ZN4user4stepEv");
    EXPECT_EQ(symbol_names{recorded}.of(frame).function, "user::step()");
}

TEST_F(symbols_test, what_has_no_name_is_a_place_in_its_module) {
    EXPECT_EQ(name_of("/nonexistent/libfoo.so", 0x123), "libfoo.so+0x123");
    EXPECT_EQ(name_of(own_path(), 0), std::filesystem::path{own_path()}.filename().string() + "+0x0");
    EXPECT_EQ(name_of(own_path(), UINT64_MAX),
              std::filesystem::path{own_path()}.filename().string() + "+0xffffffffffffffff");
    EXPECT_EQ(name_of(folder.string(), 0x10), folder.filename().string() + "+0x10"); // a folder
    EXPECT_EQ(name_of("/dev/zero", 0x10), "zero+0x10");
    EXPECT_EQ(name_of(write("text", "no ELF file"), 0x10), "text+0x10");
}

TEST_F(symbols_test, a_relative_path_is_not_followed) {
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(std::filesystem::path{own_path()}.parent_path());
    const std::string name = std::filesystem::path{own_path()}.filename().string();
    const std::string found = name_of(name, static_caller(1));
    std::filesystem::current_path(before);
    EXPECT_TRUE(found.starts_with(name + "+0x")) << found;
}

TEST_F(symbols_test, a_truncated_file_does_no_harm) {
    const std::string whole = content_of(own_path());
    const std::uint64_t offset = static_caller(1);
    std::size_t named = 0;
    for (std::size_t part = 0; part < 40; ++part) {
        const std::string path = write("part", whole.substr(0, whole.size() / 40 * part));
        named += name_of(path, offset).starts_with("part+0x") ? 0 : 1;
    }
    EXPECT_EQ(named, 0u); // the table of sections is at the end
}

TEST_F(symbols_test, damaged_headers_do_no_harm) {
    const std::string whole = content_of(own_path());
    const std::uint64_t offset = static_caller(1);
    Elf64_Ehdr header;
    std::memcpy(&header, whole.data(), sizeof header);
    std::mt19937 random{7};
    for (int round = 0; round < 60; ++round) {
        std::string damaged = whole;
        // The headers of the file, of its segments and of its sections.
        const std::array<std::size_t, 3> places = {0, header.e_phoff, header.e_shoff};
        const std::array<std::size_t, 3> sizes = {sizeof(Elf64_Ehdr), header.e_phnum * sizeof(Elf64_Phdr),
                                                  header.e_shnum * sizeof(Elf64_Shdr)};
        const std::size_t which = random() % places.size();
        for (int change = 0; change < 4; ++change) {
            damaged[places[which] + random() % sizes[which]] = static_cast<char>(random());
        }
        const std::string name = name_of(write("damaged", damaged), offset);
        EXPECT_FALSE(name.empty());
    }
}

TEST_F(symbols_test, sizes_that_overflow_are_refused) {
    std::string whole = content_of(own_path());
    Elf64_Ehdr header;
    std::memcpy(&header, whole.data(), sizeof header);
    for (std::size_t at = 0; at < header.e_shnum; ++at) {
        Elf64_Shdr section;
        char *const place = whole.data() + header.e_shoff + at * sizeof section;
        std::memcpy(&section, place, sizeof section);
        section.sh_offset = UINT64_MAX - 8;
        section.sh_size = 64;
        std::memcpy(place, &section, sizeof section);
    }
    EXPECT_EQ(name_of(write("overflow", whole), 0x1000), "overflow+0x1000");
}

TEST_F(symbols_test, a_stripped_file_takes_the_names_of_its_debug_file) {
    if (std::system("objcopy --version >/dev/null 2>&1") != 0) { GTEST_SKIP() << "no objcopy"; }
    const std::string at = folder.string(), path = at + "/program";
    const auto run = [](const std::string &line) { return std::system(line.c_str()); };
    std::filesystem::create_directory(folder / ".debug");
    ASSERT_EQ(run("cp " + own_path() + ' ' + path + " && cd " + at +
                  " && objcopy --only-keep-debug program .debug/names && strip program"
                  " && objcopy --add-gnu-debuglink=.debug/names program && objcopy --remove-section=.note.gnu.build-id "
                  "program"),
              0);
    const std::uint64_t offset = static_caller(1);
    EXPECT_EQ(name_of(path, offset), "static_caller(unsigned int)");
    std::ofstream{at + "/.debug/names", std::ios::app} << "changed"; // its checksum does not match
    EXPECT_TRUE(name_of(path, offset).starts_with("program+0x"));
}

TEST_F(symbols_test, the_debug_file_of_a_build_id_is_found) {
    const std::string id = elf_symbols{own_path()}.build_id();
    if (id.empty()) { GTEST_SKIP() << "this program has no build id"; }
    if (std::system("strip --version >/dev/null 2>&1") != 0) { GTEST_SKIP() << "no strip"; }
    const std::filesystem::path debug = folder / ".build-id" / id.substr(0, 2);
    std::filesystem::create_directories(debug);
    std::filesystem::copy_file(own_path(), debug / (id.substr(2) + ".debug"));
    const std::string path = (folder / "program").string();
    ASSERT_EQ(std::system(("strip -o " + path + ' ' + own_path()).c_str()), 0);
    const std::uint32_t frame = native(path, static_caller(1));
    symbol_names names{recorded, folder.string()};
    EXPECT_EQ(names.of(frame).function, "static_caller(unsigned int)");
}

TEST(demangling, names_are_readable) {
    EXPECT_EQ(demangled("main"), "main");
    EXPECT_EQ(demangled("_ZN3foo3barEv"), "foo::bar()");
    EXPECT_EQ(demangled("_ZN3app4step17h0123456789abcdefE"), "app::step");
    EXPECT_EQ(demangled("_Znonsense"), "_Znonsense");
}

// Each argument has the ones before it twice: the readable name would take gigabytes.
TEST(demangling, a_name_that_would_explode_stays_as_it_is) {
    std::string name = "_Z1fI1pI1aS0_E";
    const std::string digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (std::size_t i = 0; i < 60; ++i) {
        const std::string high = i + 1 < 36 ? std::string{} : std::string{digits[(i + 1) / 36]};
        const std::string last = 'S' + high + digits[(i + 1) % 36] + '_';
        name += "S_I" + last + last + "E";
    }
    name += "EvT_";
    EXPECT_EQ(demangled(name), name);
    const std::string deep = "_Z1f" + std::string(100'000, 'P') + "v";
    EXPECT_EQ(demangled(deep), deep);
}

TEST_F(symbols_test, a_stack_blames_the_innermost_function_of_the_program) {
    recorded.stacks.push_back({native("/usr/lib/libclmem.so.0", 1, "clmem_pool_allocate"),
                               native("/usr/lib/libOpenCL.so.1", 1, "clCreateBuffer"),
                               source("allocate", "/venv/lib/site-packages/clmem/memory.py", 10),
                               source("step", "/home/me/train.py", 42), source("main", "/home/me/train.py", 7)});
    recorded.stacks.push_back({native("/usr/lib/libc.so.6", 1, "malloc")});
    stack_names stacks{recorded};
    EXPECT_EQ(stacks.key_of(1), "step\nmain\n");
    EXPECT_EQ(stacks.chain_of(1), (std::vector<std::string>{"step (train.py:42)", "main (train.py:7)"}));
    EXPECT_EQ(stacks.key_of(2), "malloc\n"); // the program has no frame
    EXPECT_EQ(stacks.key_of(0), "");
    EXPECT_TRUE(stacks.chain_of(0).empty());
}

} // namespace
