#include "formats/output_file.hpp"
#include "formats/pickle.hpp"

#include <bit>

namespace clmem::command {
namespace {

// An opcode with a number of some bytes.
std::string with_number(unsigned char opcode, std::uint64_t value, unsigned bytes) {
    std::string out(1, static_cast<char>(opcode));
    for (unsigned i = 0; i < bytes; ++i) {
        out += static_cast<char>(value >> 8 * i & 0xff);
    }
    return out;
}

} // namespace

pickle_writer::pickle_writer(output_file &file) : file_{file} {
    file_.write(std::string_view{"\x80\x04", 2});
}

void pickle_writer::begin_dictionary() {
    file_.write("}(");
}
void pickle_writer::end_dictionary() {
    file_.write("u");
}
void pickle_writer::begin_list() {
    file_.write("](");
}
void pickle_writer::end_list() {
    file_.write("e");
}

std::uint32_t pickle_writer::remember() {
    file_.write("\x94");
    return remembered_++;
}

void pickle_writer::again(std::uint32_t remembered) {
    file_.write(remembered < 256 ? with_number('h', remembered, 1) : with_number('j', remembered, 4));
}

void pickle_writer::text(std::string_view value) {
    const auto known = texts_.find(std::string{value});
    if (known != texts_.end()) {
        again(known->second);
        return;
    }
    file_.write(value.size() < 256 ? with_number(0x8c, value.size(), 1) : with_number('X', value.size(), 4));
    file_.write(value);
    texts_.emplace(value, remember());
}

void pickle_writer::integer(std::uint64_t value) {
    if (value < 256) {
        file_.write(with_number('K', value, 1));
    } else if (value < std::uint64_t{1} << 31) {
        file_.write(with_number('J', value, 4));
    } else {
        const auto bytes = static_cast<unsigned>(std::bit_width(value)) / 8 + 1; // with room for the sign
        file_.write(with_number(0x8a, bytes, 1) + with_number(0, value, bytes).substr(1));
    }
}

void pickle_writer::boolean(bool value) {
    file_.write(value ? "\x88" : "\x89");
}

void pickle_writer::pair_of_zeros() {
    integer(0);
    integer(0);
    file_.write("\x86");
}

void pickle_writer::end() {
    file_.write(".");
}

} // namespace clmem::command
