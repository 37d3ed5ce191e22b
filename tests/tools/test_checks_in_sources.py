"""Tests the scan of the tests' sources for checks."""

import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

import checks_in_sources


class Helpers(unittest.TestCase):
    TEXT = """
    class some_test : public testing::Test {
        void refused(int before, clmem_status expected, const char *named) {
            if (before) { CHECK_STATUS(expected, clmem_image_create(context_, 0)); }
        }
        void silent(int expected) { CHECK_STATUS(expected, clmem_pool_trim(pool)); }
    };
    TEST_F(some_test, one) {
        const auto fails = [&](clmem_status expected, int count) {
            CHECK_STATUS(expected,
                         clmem_map_unmap(map, count));
        };
        fails(CL_OUT_OF_RESOURCES, f(1, 2));
        refused(g(1, 2), CLMEM_ERROR_UNSUPPORTED, "(");
        silent(CLMEM_ERROR_UNSUPPORTED);
    }
    TEST_F(some_test, two) {
        fails(CL_INVALID_VALUE, 3);
        refused(1, status, "of another name");
    }
    """

    def test_are_counted_where_they_are_known(self):
        self.assertEqual(
            list(checks_in_sources.by_helpers(self.TEXT)),
            [("clmem_image_create", "CLMEM_ERROR_UNSUPPORTED"), ("clmem_map_unmap", "CL_OUT_OF_RESOURCES")],
        )

    def test_arguments_are_parted_at_their_own_level(self):
        self.assertEqual(checks_in_sources.arguments("a, f(b, c), {d, e}) + g(h)"), ["a", " f(b, c)", " {d, e}"])

    def test_a_block_ends_with_its_brace(self):
        self.assertEqual(checks_in_sources.block_end("{ a } b } c", 0), len("{ a } b }"))


if __name__ == "__main__":
    unittest.main()
