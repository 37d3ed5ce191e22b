// The specs of injected faults.
#include "fault/spec.hpp"

#include <clmem.h>
#include <gtest/gtest.h>

namespace {

using namespace clmem_core::fault;

rule one(std::string_view text) {
    const parsed_spec read = parse(text);
    EXPECT_EQ(read.error, "") << text;
    EXPECT_EQ(read.value.rules.size(), 1U) << text;
    return read.value.rules.empty() ? rule{} : read.value.rules[0];
}

std::string error_of(std::string_view text) {
    return parse(text).error;
}

TEST(fault_spec, a_name_alone_lets_every_call_fail) {
    const rule read = one("clFinish");
    EXPECT_EQ(read.calls, "clFinish");
    EXPECT_TRUE(read.fails);
    EXPECT_FALSE(read.below);
    EXPECT_EQ(read.code, 0);
    EXPECT_EQ(read.nth + read.from + read.every + read.share_per_million, 0U);
}

TEST(fault_spec, every_setting_is_read) {
    EXPECT_EQ(one("a:nth=3").nth, 3U);
    EXPECT_EQ(one("a:from=4").from, 4U);
    EXPECT_EQ(one("a:every=18446744073709551615").every, ~std::uint64_t{0});
    EXPECT_EQ(one("a:above=64KiB").above_bytes, 65536U);
    EXPECT_EQ(one("a:above=0").above_bytes, 0U);
    EXPECT_EQ(one("a:beyond=2G").beyond_bytes, std::uint64_t{2} << 30);
    EXPECT_EQ(one("a:after=2s").after_ns, 2'000'000'000U);
    EXPECT_EQ(one("a:code=CL_OUT_OF_RESOURCES").code, CL_OUT_OF_RESOURCES);
    EXPECT_EQ(one("a:code=-36").code, CL_INVALID_COMMAND_QUEUE);
    EXPECT_TRUE(one("below:a").below);
    const rule lost = one("a:lose:after=5ms");
    EXPECT_TRUE(lost.loses && lost.fails);
    EXPECT_EQ(lost.after_ns, 5'000'000U);
}

TEST(fault_spec, delays_and_late_failures_let_the_call_succeed) {
    const rule delayed = one("a:delay=7us");
    EXPECT_EQ(delayed.delay_ns, 7'000U);
    EXPECT_FALSE(delayed.fails);
    EXPECT_TRUE(one("a:delay=7ns:code=-5").fails);
    const rule late = one("a:late=CL_OUT_OF_RESOURCES");
    EXPECT_EQ(late.late, CL_OUT_OF_RESOURCES);
    EXPECT_FALSE(late.fails);
}

TEST(fault_spec, shares_are_percentages_or_fractions) {
    EXPECT_EQ(one("a:share=1%").share_per_million, 10'000U);
    EXPECT_EQ(one("a:share=0.5%").share_per_million, 5'000U);
    EXPECT_EQ(one("a:share=0.01").share_per_million, 10'000U);
    EXPECT_EQ(one("a:share=0.000001").share_per_million, 1U);
    EXPECT_EQ(one("a:share=1").share_per_million, 1'000'000U);
    EXPECT_EQ(one("a:share=100%").share_per_million, 1'000'000U);
    for (const char *wrong : {"0", "0%", "1.5", "101%", "0.00001%", "0.0000001", "x", "", "-1", "1%%", "0.1.2"}) {
        EXPECT_EQ(error_of("a:share=" + std::string{wrong}),
                  "share: expected a share like 1% or 0.01, got " + std::string{*wrong != '\0' ? wrong : "nothing"});
    }
}

TEST(fault_spec, off_has_no_rules) {
    const parsed_spec read = parse("off");
    EXPECT_EQ(read.error, "");
    EXPECT_TRUE(read.value.rules.empty());
}

TEST(fault_spec, rules_are_separated_by_commas) {
    const parsed_spec read = parse("seed=7,clFinish:nth=2,below:clCreateBuffer:every=3");
    EXPECT_EQ(read.error, "");
    EXPECT_EQ(read.value.seed, 7U);
    ASSERT_EQ(read.value.rules.size(), 2U);
    EXPECT_EQ(read.value.rules[1].calls, "clCreateBuffer");
}

TEST(fault_spec, an_error_says_what_was_expected) {
    EXPECT_EQ(error_of(""), "expected rules like clCreateBuffer:nth=3, got nothing");
    EXPECT_EQ(error_of("a,,b"), "expected the name of a call, all or memory, got nothing");
    EXPECT_EQ(error_of("nth=3"), "expected the name of a call, all or memory, got nth=3");
    EXPECT_EQ(error_of("below:"), "expected the name of a call, all or memory, got nothing");
    EXPECT_EQ(error_of("a:nth=0"), "nth: expected a number from 1 on, got 0");
    EXPECT_EQ(error_of("a:from="), "from: expected a number from 1 on, got nothing");
    EXPECT_EQ(error_of("a:every=18446744073709551616"), "every: expected a number from 1 on, got 18446744073709551616");
    EXPECT_EQ(error_of("a:above=64X"), "above: expected a size like 64MiB, got 64X");
    EXPECT_EQ(error_of("a:beyond=99999999999T"), "beyond: expected a size like 64MiB, got 99999999999T");
    EXPECT_EQ(error_of("a:delay=5"), "delay: expected a time like 5ms, got 5");
    EXPECT_EQ(error_of("a:after=99999999999s"), "after: expected a time like 5ms, got 99999999999s");
    EXPECT_EQ(error_of("a:code=CL_SUCCESS"), "code: expected an error like CL_OUT_OF_RESOURCES or -5, got CL_SUCCESS");
    EXPECT_EQ(error_of("a:late=5"), "late: expected an error like CL_OUT_OF_RESOURCES or -5, got 5");
    EXPECT_EQ(error_of("a:often=5"),
              "a: expected nth, from, every, share, above, beyond, after, code, late, delay or lose, got often=5");
    EXPECT_EQ(error_of("a:nth=1:from=2"), "a: expected one of nth, from, every and share, got a:nth=1:from=2");
    EXPECT_EQ(error_of("a:late=-5:code=-4"), "a: expected either code or late, got a:late=-5:code=-4");
    EXPECT_EQ(error_of("seed=x"), "seed: expected a number, got x");
}

TEST(fault_spec, patterns_describe_names) {
    EXPECT_TRUE(matches("clFinish", "clFinish"));
    EXPECT_FALSE(matches("clFinish", "clFinishX"));
    EXPECT_TRUE(matches("clEnqueue*Buffer", "clEnqueueReadBuffer"));
    EXPECT_FALSE(matches("clEnqueue*Buffer", "clEnqueueReadBufferRect"));
    EXPECT_TRUE(matches("*Buffer*", "clCreateSubBuffer"));
    EXPECT_TRUE(matches("*", ""));
    EXPECT_FALSE(matches("cl*x*", "clFinish"));
    EXPECT_TRUE(matches("*Buffer", "clCreateBufferSubBuffer"));
    EXPECT_TRUE(matches("", ""));
    EXPECT_FALSE(matches("", "a"));
    EXPECT_FALSE(matches(std::string(60, '*') + "x", std::string(1'000, 'a'))) << "and it ends";
}

TEST(fault_spec, a_rule_without_calls_is_found) {
    constexpr call calls[] = {{"clFinish"}, {"clCreateBuffer", true}};
    EXPECT_EQ(unmatched(parse("all,memory,clFin*").value, calls), "");
    EXPECT_EQ(unmatched(parse("all,clFoo:nth=2").value, calls), "clFoo");
    constexpr call without_memory[] = {{"clFinish"}};
    EXPECT_EQ(unmatched(parse("memory").value, without_memory), "memory");
}

} // namespace
