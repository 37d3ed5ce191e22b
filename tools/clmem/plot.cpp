#include "plot.hpp"

#include "failure.hpp"
#include "file.hpp"
#include "panel.hpp"
#include "report.hpp"

#include <fmt/format.h>

namespace clmem::command {
namespace {

constexpr const char *title = "Recorded allocations, replayed through a clmem pool";
constexpr int gap = 24, header_height = 76;

std::string legend(int y) {
    return fmt::format("<rect class=\"live\" x=\"{0}\" y=\"{1}\" width=\"22\" height=\"11\"/>"
                       "<text class=\"ink\" x=\"{2}\" y=\"{3}\">live: bytes allocated by the program</text>"
                       "<path class=\"reserved\" d=\"M{4} {5}h22\"/>"
                       "<text class=\"ink\" x=\"{6}\" y=\"{3}\">reserved: bytes taken from the driver</text>\n",
                       0, y - 10, 30, y, 410, y - 4, 440);
}

// All panels in one picture, two per row.
std::string svg_of(const std::vector<replay_result> &results, const std::string &memory) {
    const int per_row = results.size() > 1 ? 2 : 1;
    const int rows = (static_cast<int>(results.size()) + per_row - 1) / per_row;
    const int width = per_row * panel::width + (per_row + 1) * gap;
    const int height = header_height + rows * (panel::height + gap) + gap;
    std::string text = fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" "
                                   "height=\"{1}\" role=\"img\">\n<title>{2}</title>\n<style>{3}</style>\n"
                                   "<rect class=\"surface\" width=\"{0}\" height=\"{1}\"/>\n",
                                   width, height, title, panel_styles);
    text += fmt::format("<g transform=\"translate({} 34)\"><text class=\"ink name\" x=\"0\" y=\"0\">{}"
                        "<tspan class=\"soft\" font-weight=\"400\">  memory: {}</tspan></text>{}</g>\n",
                        gap, title, escaped(memory), legend(30));
    for (int i = 0; i < static_cast<int>(results.size()); ++i) {
        text += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n", gap + i % per_row * (panel::width + gap),
                            header_height + i / per_row * (panel::height + gap),
                            panel_of(results[static_cast<std::size_t>(i)]));
    }
    return text + "</svg>\n";
}

constexpr const char *page_styles = R"(
:root { color-scheme: light dark }
body { margin: 2rem auto; max-width: 1340px; padding: 0 1rem; background: #ffffff; color: #1f2328;
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif }
h1 { font-size: 1.4rem; margin: 0 } p { margin: .3rem 0 1rem; color: #59636e }
.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 520px), 1fr)); gap: 1rem 1.5rem }
svg { width: 100%; height: auto; display: block } .legend { max-width: 720px; margin-bottom: 1rem }
.figures { overflow-x: auto; margin-top: 1.5rem }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100% }
th, td { padding: .3rem .7rem; text-align: right; border-bottom: 1px solid #d1d9e0; white-space: nowrap }
th { color: #59636e; font-weight: 500 } th:first-child, td:first-child { text-align: left }
@media (prefers-color-scheme: dark) {
  body { background: #0d1117; color: #e6edf3 } p, th { color: #9198a1 } th, td { border-color: #30363d }
}
)";

std::string html_table_of(const table &rows) {
    std::string text = "<table>\n";
    for (const auto &row : rows) {
        const char *cell = &row == &rows.front() ? "th" : "td";
        text += "<tr>";
        for (const std::string &value : row) {
            text += fmt::format("<{0}>{1}</{0}>", cell, escaped(value));
        }
        text += "</tr>\n";
    }
    return text + "</table>\n";
}

std::string html_of(const std::vector<replay_result> &results, const std::string &memory) {
    std::string text = fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                                   "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                                   "<title>{0}</title>\n<style>{1}{2}</style>\n</head>\n<body>\n<h1>{0}</h1>\n"
                                   "<p>Memory: {3}. The diagrams show the first pass of each trace.</p>\n",
                                   title, page_styles, panel_styles, escaped(memory));
    text += fmt::format("<svg class=\"legend\" viewBox=\"0 0 720 18\">{}</svg>\n<div class=\"panels\">\n", legend(14));
    for (const replay_result &result : results) {
        text += fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\">\n<title>{}</title>\n{}</svg>\n", panel::width,
                            panel::height, escaped(result.trace), panel_of(result));
    }
    return text + fmt::format("</div>\n<div class=\"figures\">\n{}<p>{}</p>\n</div>\n</body>\n</html>\n",
                              html_table_of(table_of(results)), table_notes(results));
}

} // namespace

void check_plot_name(const std::string &path) {
    if (!path.ends_with(".html") && !path.ends_with(".svg")) {
        throw failure{exit_status::bad_input,
                      fmt::format("--plot: expected a name that ends in .html or .svg, got {}", path)};
    }
}

void write_plot(const std::string &path, const std::vector<replay_result> &results, const std::string &memory) {
    write_file(path, path.ends_with(".svg") ? svg_of(results, memory) : html_of(results, memory));
}

} // namespace clmem::command
