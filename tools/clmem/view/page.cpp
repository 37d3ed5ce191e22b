#include "view/page.hpp"

#include "formats/output_file.hpp"
#include "library.hpp"

#include <fmt/format.h>
#include <string_view>

namespace clmem::command {

extern const std::string_view page_template; // view/page.html, by cmake/embed.cmake

namespace {

constexpr std::string_view data_marker = "<!--clmem:data-->";

// In a script, "</script>" and "<!--" would have a meaning. JSON has '<' in texts only.
void write_escaped(output_file &to, std::string_view json) {
    for (std::size_t at = json.find('<'); at != std::string_view::npos; at = json.find('<')) {
        to.write(json.substr(0, at));
        to.write("\\u003c");
        json.remove_prefix(at + 1);
    }
    to.write(json);
}

} // namespace

void check_page_name(const char *option, const std::string &path, exit_status refused) {
    if (path.ends_with(".html")) { return; }
    throw failure{refused, fmt::format("{}: expected a name that ends in .html, got {}", option, path)};
}

void write_page(const std::string &path, const std::vector<std::string> &recordings) {
    const std::size_t at = page_template.find(data_marker);
    output_file page{path};
    page.write(page_template.substr(0, at));
    page.write(fmt::format("<script type=\"application/json\" id=\"clmem-data\">"
                           "{{\"version\":1,\"made_by\":\"{}\",\"recordings\":[",
                           version_text()));
    for (const std::string &each : recordings) {
        if (&each != &recordings.front()) { page.write(","); }
        write_escaped(page, each);
    }
    page.write("]}</script>");
    page.write(page_template.substr(at + data_marker.size()));
    page.commit();
}

} // namespace clmem::command
