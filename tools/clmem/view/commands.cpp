#include "view/commands.hpp"

#include "failure.hpp"
#include "formats/read.hpp"
#include "view/page.hpp"
#include "view/page_data.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace clmem::command {
namespace {

struct view_arguments {
    std::vector<std::string> files;
    std::string page;
    bool no_stacks = false;
};

// The names of the files without their folders, unless two are the same.
std::vector<std::string> titles_of(const std::vector<std::string> &files) {
    std::vector<std::string> names;
    for (const std::string &file : files) {
        names.push_back(std::filesystem::path{file}.filename().string());
    }
    const bool are_different = std::set<std::string>{names.begin(), names.end()}.size() == names.size();
    return are_different ? names : files;
}

void make_page(const view_arguments &given) {
    check_page_name("--output", given.page, exit_status::bad_input);
    const std::vector<std::string> titles = titles_of(given.files);
    std::vector<std::string> shown;
    for (std::size_t at = 0; at < given.files.size(); ++at) {
        shown.push_back(page_data_of(read_recording(given.files[at]), titles[at], !given.no_stacks));
    }
    write_page(given.page, shown);
}

} // namespace

void add_view(CLI::App &app) {
    const auto given = std::make_shared<view_arguments>();
    CLI::App *command =
        app.add_subcommand("view", "Writes a page for a browser, which shows the memory of recorded programs");
    command->add_option("FILE", given->files, "Recordings, as clmem report and clmem convert read them")->required();
    command->add_option("-o,--output", given->page, "The page to write, a file whose name ends in .html")->required();
    command->add_flag("--no-stacks", given->no_stacks, "Show no stacks, and read no program's symbols");
    command->callback([given] { make_page(*given); });
}

} // namespace clmem::command
