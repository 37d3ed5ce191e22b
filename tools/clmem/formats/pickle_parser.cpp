#include "formats/input_file.hpp"
#include "formats/pickle.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace clmem::command {
namespace {

constexpr std::uint8_t deepest = 64;
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 32;
constexpr std::size_t most_values = std::size_t{1} << 27; // about 8 GiB

} // namespace

// Works on a stack of values and marks, as the format demands.
class pickle_parser {
  public:
    explicit pickle_parser(pickle_tree &tree) : tree_{tree}, text_{tree.content_} {}

    void parse() {
        if (take(1) != "\x80") { fail("expected a pickle of protocol 2 to 5, got another format"); }
        const auto protocol = static_cast<unsigned char>(take(1)[0]);
        if (protocol < 2 || protocol > 5) { fail(fmt::format("expected protocol 2 to 5, got {}", protocol)); }
        for (;;) {
            opcode_ = position_;
            const auto opcode = static_cast<unsigned char>(take(1)[0]);
            if (opcode == '.') { break; }
            if (!structure(opcode) && !memory(opcode) && !scalar(opcode)) {
                fail(fmt::format("expected data, got the opcode {:#04x}, which clmem does not execute", opcode));
            }
        }
        tree_.root_ = pop();
    }

  private:
    using value = pickle_tree::value;
    using kind = pickle_tree::kind;
    using node = pickle_tree::node;

    [[noreturn]] void fail(const std::string &message) const { fail_at(tree_.path_, opcode_, message); }

    std::string_view take(std::uint64_t bytes) {
        if (bytes > text_.size() - position_) {
            fail(fmt::format("expected {} more bytes, got the end of the file", bytes));
        }
        const std::string_view result = text_.substr(position_, static_cast<std::size_t>(bytes));
        position_ += result.size();
        return result;
    }

    std::uint64_t number(unsigned bytes) {
        const std::string_view from = take(bytes);
        std::uint64_t result = 0;
        for (std::size_t i = bytes; i-- > 0;) {
            result = result << 8 | static_cast<unsigned char>(from[i]);
        }
        return result;
    }

    void push(node next) {
        if (tree_.nodes_.size() == most_values) {
            fail(fmt::format("expected at most {} values, got more", most_values));
        }
        next.offset = opcode_;
        stack_.push_back(static_cast<value>(tree_.nodes_.size()));
        tree_.nodes_.push_back(next);
    }

    void push_integer(std::uint64_t absolute, bool is_negative) {
        node next;
        next.is = kind::integer;
        next.number = absolute;
        next.is_negative = is_negative;
        push(next);
    }

    void push_text(kind which, std::uint64_t bytes) {
        node next;
        next.is = which;
        next.text = take(bytes);
        push(next);
    }

    [[nodiscard]] std::size_t bottom() const { return marks_.empty() ? 0 : marks_.back(); }

    value pop() {
        if (stack_.size() <= bottom()) { fail("expected a value before this opcode, got none"); }
        const value result = stack_.back();
        stack_.pop_back();
        return result;
    }

    // The values since the last mark.
    std::vector<value> pop_to_mark() {
        if (marks_.empty()) { fail("expected a mark before this opcode, got none"); }
        const auto first = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
        std::vector<value> result{first, stack_.end()};
        stack_.erase(first, stack_.end());
        marks_.pop_back();
        return result;
    }

    void push_container(kind which, const std::vector<value> &items) {
        if (which == kind::dictionary && items.size() % 2 != 0) { fail("expected keys and values, got a key alone"); }
        node next;
        next.is = which;
        next.number = tree_.items_.size();
        tree_.items_.emplace_back();
        push(next);
        add(which, items);
    }

    // Adds to the container on the top.
    void add(kind which, const std::vector<value> &items) {
        const value top = pop();
        stack_.push_back(top);
        node &container = tree_.nodes_[top];
        if (container.is != which) { fail("expected a container of the opcode's kind before it, got another value"); }
        if (which == kind::dictionary && items.size() % 2 != 0) { fail("expected keys and values, got a key alone"); }
        for (const value item : items) {
            container.depth = std::max<std::uint8_t>(container.depth, tree_.nodes_[item].depth + 1);
            if (container.depth > deepest) {
                fail(fmt::format("expected at most {} levels of nesting, got more", unsigned{deepest}));
            }
        }
        auto &all = tree_.items_[container.number];
        all.insert(all.end(), items.begin(), items.end());
    }

    void push_tuple(unsigned count) {
        std::vector<value> items(count);
        for (unsigned i = count; i-- > 0;) {
            items[i] = pop();
        }
        push_container(kind::tuple, items);
    }

    bool structure(unsigned char opcode) {
        switch (opcode) {
        case '(':
            if (marks_.size() == deepest) {
                fail(fmt::format("expected at most {} levels of nesting, got more", unsigned{deepest}));
            }
            marks_.push_back(stack_.size());
            return true;
        case '}':
            push_container(kind::dictionary, {});
            return true;
        case ']':
            push_container(kind::list, {});
            return true;
        case ')':
            push_container(kind::tuple, {});
            return true;
        case 'd':
            push_container(kind::dictionary, pop_to_mark());
            return true;
        case 'l':
            push_container(kind::list, pop_to_mark());
            return true;
        case 't':
            push_container(kind::tuple, pop_to_mark());
            return true;
        case 0x85:
        case 0x86:
        case 0x87:
            push_tuple(opcode - 0x84u);
            return true;
        case 'a': {
            const value item = pop();
            add(kind::list, {item});
            return true;
        }
        case 'e':
            add(kind::list, pop_to_mark());
            return true;
        case 's': {
            const value item = pop(), key = pop();
            add(kind::dictionary, {key, item});
            return true;
        }
        case 'u':
            add(kind::dictionary, pop_to_mark());
            return true;
        case 0x95:
            number(8);
            return true; // FRAME: how many bytes could be read ahead
        default:
            return false;
        }
    }

    void put(std::uint64_t index) {
        const value top = pop();
        stack_.push_back(top);
        memo_[index] = top;
    }

    void get(std::uint64_t index) {
        const auto found = memo_.find(index);
        if (found == memo_.end()) { fail(fmt::format("expected the number of a stored value, got {}", index)); }
        stack_.push_back(found->second);
    }

    bool memory(unsigned char opcode) {
        switch (opcode) {
        case 0x94:
            put(memo_.size());
            return true;
        case 'q':
            put(number(1));
            return true;
        case 'r':
            put(number(4));
            return true;
        case 'h':
            get(number(1));
            return true;
        case 'j':
            get(number(4));
            return true;
        default:
            return false;
        }
    }

    // A number in two's complement of any length.
    void push_long(std::uint64_t bytes) {
        const std::string_view text = take(bytes);
        const bool is_negative = !text.empty() && (text.back() & 0x80) != 0;
        std::uint64_t low = is_negative ? ~std::uint64_t{0} : 0;
        bool is_huge = false;
        for (std::size_t i = text.size(); i-- > 0;) {
            const auto byte = static_cast<unsigned char>(text[i]);
            is_huge = is_huge || (i >= 8 && byte != (is_negative ? 0xff : 0));
            low = low << 8 | byte;
        }
        is_huge = is_huge || (is_negative && text.size() >= 8 && (low >> 63) == 0);
        push_integer(is_negative ? ~low + 1 : low, is_negative);
        tree_.nodes_.back().is_huge = is_huge;
    }

    void push_real() {
        std::uint64_t bits = 0;
        for (const char c : take(8)) { // the first byte is the highest
            bits = bits << 8 | static_cast<unsigned char>(c);
        }
        node next;
        next.is = kind::real;
        next.real = std::bit_cast<double>(bits);
        push(next);
    }

    void push_boolean(bool is) {
        node next;
        next.is = kind::boolean;
        next.number = is ? 1 : 0;
        push(next);
    }

    bool scalar(unsigned char opcode) {
        switch (opcode) {
        case 'N':
            push({});
            return true;
        case 0x88:
            push_boolean(true);
            return true;
        case 0x89:
            push_boolean(false);
            return true;
        case 'K':
            push_integer(number(1), false);
            return true;
        case 'M':
            push_integer(number(2), false);
            return true;
        case 'J': {
            const auto of_file = static_cast<std::int32_t>(static_cast<std::uint32_t>(number(4)));
            const auto wide = std::int64_t{of_file};
            push_integer(static_cast<std::uint64_t>(wide < 0 ? -wide : wide), wide < 0);
            return true;
        }
        case 0x8a:
            push_long(number(1));
            return true;
        case 0x8b:
            push_long(number(4));
            return true;
        case 'G':
            push_real();
            return true;
        case 'X':
            push_text(kind::text, number(4));
            return true;
        case 0x8c:
            push_text(kind::text, number(1));
            return true;
        case 0x8d:
            push_text(kind::text, number(8));
            return true;
        case 'C':
            push_text(kind::bytes, number(1));
            return true;
        case 'B':
            push_text(kind::bytes, number(4));
            return true;
        case 0x8e:
        case 0x96:
            push_text(kind::bytes, number(8));
            return true;
        default:
            return false;
        }
    }

    pickle_tree &tree_;
    std::string_view text_;
    std::size_t position_ = 0;
    std::size_t opcode_ = 0;
    std::vector<value> stack_;
    std::vector<std::size_t> marks_;
    std::unordered_map<std::uint64_t, value> memo_;
};

pickle_tree::pickle_tree(const std::string &path) : path_{path} {
    const input_file file{path};
    if (file.bytes() >= most_bytes) {
        fail_at(path, 0, fmt::format("expected less than 4 GiB, got {} bytes", file.bytes()));
    }
    content_ = file.read(0, file.bytes());
    pickle_parser{*this}.parse();
}

void pickle_tree::fail(value which, const std::string &message) const {
    fail_at(path_, nodes_[which].offset, message);
}

} // namespace clmem::command
