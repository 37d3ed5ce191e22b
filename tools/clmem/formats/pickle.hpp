// Python's pickle, as far as it holds data: dictionaries, lists, tuples, texts, numbers, None and booleans. Nothing in a
// file is executed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace clmem::command {

class output_file;

// A tree that a file holds; values are numbers of nodes. A value may occur in several places.
class pickle_tree {
  public:
    using value = std::uint32_t;
    enum class kind : std::uint8_t { none, boolean, integer, real, text, bytes, list, tuple, dictionary };
    struct node {
        kind is = kind::none;
        std::uint8_t depth = 1;
        bool is_negative = false; // of integers
        bool is_huge = false;     // an integer of more than 64 bits
        std::uint64_t number = 0; // of integers: the absolute value; the index of a container's items
        double real = 0;
        std::string_view text;
        std::uint64_t offset = 0; // in the file
    };

    // Throws failure (bad_input), whose message starts with "FILE:OFFSET: ".
    explicit pickle_tree(const std::string &path);

    [[nodiscard]] value root() const noexcept { return root_; }
    [[nodiscard]] const node &at(value which) const { return nodes_[which]; }
    [[nodiscard]] std::uint64_t file_bytes() const noexcept { return content_.size(); }
    // The items of a container; those of a dictionary are keys and values in turn.
    [[nodiscard]] const std::vector<value> &items(value which) const { return items_[nodes_[which].number]; }
    [[noreturn]] void fail(value which, const std::string &message) const;

  private:
    friend class pickle_parser;
    std::string path_;
    std::string content_;
    std::vector<node> nodes_;
    std::vector<std::vector<value>> items_;
    value root_ = 0;
};

// Writes protocol 4 with the opcodes that PyTorch's memory viewer knows.
class pickle_writer {
  public:
    explicit pickle_writer(output_file &file);

    void begin_dictionary(); // then keys and values in turn
    void end_dictionary();
    void begin_list();
    void end_list();
    void text(std::string_view value);
    void integer(std::uint64_t value); // below 2^63
    void boolean(bool value);
    void pair_of_zeros();
    // Stores the last value; `again` writes it once more.
    [[nodiscard]] std::uint32_t remember();
    void again(std::uint32_t remembered);
    void end();

  private:
    output_file &file_;
    std::unordered_map<std::string, std::uint32_t> texts_;
    std::uint32_t remembered_ = 0;
};

} // namespace clmem::command
