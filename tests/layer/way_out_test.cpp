// Which programs the layer leaves alone.
#include "layer/way_out.hpp"
#include "variables.hpp"

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
