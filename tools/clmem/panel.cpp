#include "panel.hpp"

#include "figures.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace clmem::command {
namespace {

// The plot area in pixels.
constexpr int left = 62, right = panel::width - 14, top = 58, bottom = panel::height - 38;
constexpr int inner_width = right - left;

using sample = replay_result::sample;
using series = std::uint64_t sample::*;

// An axis from 0 to a maximum, with labels at round steps.
struct axis {
    axis(double largest_value, int wanted_ticks) : largest{largest_value > 0 ? largest_value : 1} {
        const double raw = largest / wanted_ticks;
        const double magnitude = std::pow(10, std::floor(std::log10(raw)));
        const double steps[] = {1, 2, 5, 10};
        step = magnitude * *std::find_if(steps, steps + 3, [&](double s) { return s * magnitude >= raw; });
    }
    [[nodiscard]] int decimals() const { return std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9))); }

    double largest;
    double step;
};

// Maps samples to the diagram: columns of one pixel, heights in tenths of a pixel.
class scales {
  public:
    explicit scales(const std::vector<sample> &samples) : samples_{samples} {
        std::uint64_t last = 0, largest = 0;
        for (const sample &now : samples) {
            last = std::max(last, now.time_us);
            largest = std::max({largest, now.live_bytes, now.reserved_bytes});
        }
        has_time_ = last > 0;
        last_ = has_time_ ? static_cast<double>(last) : static_cast<double>(samples.size());
        unit_ = unit_of(largest);
        vertical_ = axis{static_cast<double>(largest) / unit_.bytes * 1.06, 6};
    }

    [[nodiscard]] int column_of(std::size_t i) const {
        const double at = has_time_ ? static_cast<double>(samples_[i].time_us) : static_cast<double>(i);
        return std::min(inner_width - 1, static_cast<int>(at / last_ * inner_width));
    }
    [[nodiscard]] double height_of(double units) const { return bottom - units / vertical_.largest * (bottom - top); }
    [[nodiscard]] double height_of(std::uint64_t bytes) const {
        return height_of(static_cast<double>(bytes) / unit_.bytes);
    }

    [[nodiscard]] const axis &vertical() const { return vertical_; }
    [[nodiscard]] const char *vertical_unit() const { return unit_.name; }
    // Time in a readable unit, or the index of the event if the trace has no times.
    [[nodiscard]] double horizontal_range() const { return last_ / horizontal_unit_size(); }
    [[nodiscard]] const char *horizontal_unit() const {
        return !has_time_ ? "events" : last_ >= 1e6 ? "time, s" : last_ >= 1e3 ? "time, ms" : "time, µs";
    }

  private:
    [[nodiscard]] double horizontal_unit_size() const {
        return !has_time_ ? 1 : last_ >= 1e6 ? 1e6 : last_ >= 1e3 ? 1e3 : 1;
    }

    const std::vector<sample> &samples_;
    bool has_time_;
    double last_;
    byte_unit unit_;
    axis vertical_{1, 6};
};

// Draws a step curve. Of the samples in a column it draws the first, the extremes and the last, so even the shortest
// peak is visible.
std::string curve_of(const std::vector<sample> &samples, const scales &place, series of) {
    std::string path;
    for (std::size_t begin = 0; begin < samples.size();) {
        const int column = place.column_of(begin);
        std::size_t end = begin + 1;
        // A time that runs backwards stays in the current column.
        while (end < samples.size() && place.column_of(end) <= column) {
            ++end;
        }
        const auto less = [&](const sample &a, const sample &b) { return a.*of < b.*of; };
        const auto [lowest, highest] = std::minmax_element(samples.begin() + static_cast<std::ptrdiff_t>(begin),
                                                           samples.begin() + static_cast<std::ptrdiff_t>(end), less);
        path += path.empty() ? fmt::format("M{} {}", left + column, bottom) : fmt::format("H{}", left + column);
        double last_height = -1;
        for (const std::uint64_t bytes : {samples[begin].*of, (*highest).*of, (*lowest).*of, samples[end - 1].*of}) {
            const double height = place.height_of(bytes);
            if (height != last_height) { path += fmt::format("V{:.1f}", height); }
            last_height = height;
        }
        begin = end;
    }
    return path;
}

std::string axes_of(const scales &place) {
    std::string text;
    const axis &vertical = place.vertical();
    for (double at = 0; at <= vertical.largest; at += vertical.step) {
        const double y = place.height_of(at);
        text += fmt::format("<path class=\"{}\" d=\"M{} {:.1f}H{}\"/>", at > 0 ? "grid" : "axis", left, y, right);
        text += fmt::format("<text class=\"soft\" x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.{}f}</text>\n", left - 8,
                            y + 4, at, vertical.decimals());
    }
    text += fmt::format("<text class=\"soft\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>", left - 8, top - 13,
                        place.vertical_unit());
    const axis horizontal{place.horizontal_range(), 6};
    for (double at = 0; at <= horizontal.largest; at += horizontal.step) {
        const double x = left + at / horizontal.largest * inner_width;
        text += fmt::format("<path class=\"axis\" d=\"M{:.1f} {}v4\"/>", x, bottom);
        text += fmt::format("<text class=\"soft\" x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:.{}f}</text>\n", x,
                            bottom + 18, at, horizontal.decimals());
    }
    return text + fmt::format("<text class=\"soft\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", right,
                              bottom + 32, place.horizontal_unit());
}

} // namespace

const char *const panel_styles = R"(
.surface { fill: #ffffff } .ink { fill: #1f2328 } .soft { fill: #59636e; font-size: 12px }
.grid { stroke: #d1d9e0; stroke-dasharray: 2 4 } .axis { stroke: #818b98 }
.live { fill: #9cc8f5; stroke: #4a90d9; stroke-width: 1 } .reserved { fill: none; stroke: #c4480a; stroke-width: 1.6 }
.name { font-size: 16px; font-weight: 600 }
text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; font-size: 13px }
@media (prefers-color-scheme: dark) {
  .surface { fill: #0d1117 } .ink { fill: #e6edf3 } .soft { fill: #9198a1 }
  .grid { stroke: #30363d } .axis { stroke: #656c76 }
  .live { fill: #1c4673; stroke: #58a6ff } .reserved { stroke: #ffa657 }
}
)";

std::string escaped(const std::string &text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&':
            result += "&amp;";
            break;
        case '<':
            result += "&lt;";
            break;
        case '>':
            result += "&gt;";
            break;
        case '"':
            result += "&quot;";
            break;
        default:
            result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
        }
    }
    return result;
}

std::string panel_of(const replay_result &result) {
    const scales place{result.samples};
    const std::string live = curve_of(result.samples, place, &sample::live_bytes);
    const std::string reserved = curve_of(result.samples, place, &sample::reserved_bytes);
    std::string text =
        fmt::format("<rect class=\"surface\" width=\"{}\" height=\"{}\"/>\n", panel::width, panel::height);
    text += fmt::format("<text class=\"ink name\" x=\"{}\" y=\"22\">{}</text>", left, escaped(result.trace));
    text += fmt::format("<text class=\"soft\" x=\"{}\" y=\"22\" text-anchor=\"end\">{} events</text>\n", right,
                        grouped(result.events));
    text += fmt::format("<text class=\"soft\" x=\"{}\" y=\"40\">peak live {}, peak reserved {}: ratio {:.3f}</text>\n",
                        left, human_bytes(result.peak_live_bytes), human_bytes(result.cold_peak_reserved_bytes),
                        result.cold_ratio());
    text += fmt::format("<path class=\"live\" d=\"{}H{}V{}\"/>\n", live, right, bottom);
    text += axes_of(place);
    return text + fmt::format("<path class=\"reserved\" d=\"{}H{}\"/>\n", reserved, right);
}

} // namespace clmem::command
