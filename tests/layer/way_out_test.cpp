// Which programs the layer leaves alone.
#include "layer/way_out.hpp"
#include "variables.hpp"

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>
#include <vector>

namespace clmem::layer {
namespace {

TEST(layer_way_out, names_and_paths_of_programs) {
    constexpr const char *list = "# programs that need no pools\n"
                                 "\n"
                                 "clinfo\n"
                                 "  my program\t# it crashes\r\n"
                                 "/opt/tool/run # only this one\n"
                                 "#hidden\n"
                                 "last";
    for (const char *listed : {"clinfo", "/usr/bin/clinfo", "./my program", "/opt/tool/run", "last"}) {
        EXPECT_TRUE(is_listed(list, listed)) << listed;
    }
    for (const char *other :
         {"", "/", "clinf", "clinfo2", "my", "program", "run", "/usr/bin/run", "hidden", "#hidden"}) {
        EXPECT_FALSE(is_listed(list, other)) << other;
    }
    EXPECT_FALSE(is_listed("", "clinfo"));
}

TEST(layer_way_out, lists_of_the_machine_and_of_the_user) {
    using paths = std::vector<std::string>;
    const std::string machine = "/etc/clmem/layer.conf";
    variables = {};
    EXPECT_EQ(paths_of_lists(find), paths{machine});
    variables = {{"HOME", "/home/a"}};
    EXPECT_EQ(paths_of_lists(find), (paths{machine, "/home/a/.config/clmem/layer.conf"}));
    variables = {{"HOME", "/home/a"}, {"XDG_CONFIG_HOME", "relative"}};
    EXPECT_EQ(paths_of_lists(find), (paths{machine, "/home/a/.config/clmem/layer.conf"}));
    variables = {{"HOME", "/home/a"}, {"XDG_CONFIG_HOME", "/config"}};
    EXPECT_EQ(paths_of_lists(find), (paths{machine, "/config/clmem/layer.conf"}));
}

TEST(layer_way_out, a_layer_of_the_whole_system_waits_to_be_asked) {
    const std::string layer = std::filesystem::read_symlink("/proc/self/exe").string();
    const auto folder = std::filesystem::path{testing::TempDir()} / ("layers" + std::to_string(::getpid()));
    std::filesystem::create_directory(folder);
    const auto waits = [&](const char *name, const std::string &value) {
        variables = {{"OPENCL_LAYER_PATH", folder.string()}, {name, value}};
        return waits_to_be_asked(find, layer);
    };
    EXPECT_FALSE(waits("CLMEM_RUN", "0")) << "no file names it";
    std::ofstream{folder / "clmem.txt"} << layer << '\n';
    EXPECT_FALSE(waits("CLMEM_RUN", "0")) << "nor does one with another ending";
    std::ofstream{folder / "clmem.lay"} << layer << " \nanother line\n";
    EXPECT_TRUE(waits("CLMEM_RUN", "0"));
    EXPECT_TRUE(waits("CLMEM_RUN", ""));
    EXPECT_FALSE(waits("CLMEM_RUN", "1"));
    for (const std::string &named : {layer, "/other.so:" + layer, ":" + layer + ":/other.so",
                                     "other.so:" + std::filesystem::path{layer}.filename().string()}) {
        EXPECT_FALSE(waits("OPENCL_LAYERS", named)) << named;
    }
    for (const char *other : {"", ":", "/other.so", "/etc/passwd", "other.so", "/proc/self/exe2"}) {
        EXPECT_TRUE(waits("OPENCL_LAYERS", other)) << other;
    }
    std::filesystem::remove_all(folder);
    EXPECT_FALSE(waits("CLMEM_RUN", "0"));
}

TEST(layer_way_out, variable) {
    const std::vector<std::string> programs{"program"};
    for (const char *off : {"", "0"}) {
        variables = {{"CLMEM_RUN_DISABLE", off}};
        EXPECT_EQ(why_left_alone(find, programs), "") << off;
    }
    variables = {{"CLMEM_RUN_DISABLE", "1"}};
    EXPECT_EQ(why_left_alone(find, programs), "CLMEM_RUN_DISABLE=1 is set");
}

} // namespace
} // namespace clmem::layer
