"""Tests of tools/generate.py: what it reads, what it refuses, and what it writes."""

import copy
import json
import re
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SMALL = Path(__file__).with_name("small.h").read_text()
sys.path.insert(0, str(ROOT / "tools"))

import contract  # noqa: E402
from clang.cindex import Index  # noqa: E402
from generator import description, examples, exports, header, java_records, python_records, reference, rust_records  # noqa: E402
from generator.rules import HeaderError  # noqa: E402

# Every rule: a change of small.h that breaks it, and the expected complaint.
BROKEN = {
    "section without an example": (
        ' *     // an example\n *     if (pool != NULL) {\n *         puts("a pool");\n *     }\n',
        "",
        r"section pool needs an introduction and an example",
    ),
    "section without an introduction": (
        " * Pools, as clmem_pool_use() uses them.\n",
        "",
        r"section pool needs an introduction and an example",
    ),
    "header without an introduction": (
        " *\n * What the *_INIT macros are for:\n *\n",
        "",
        r"section introduction needs an introduction and an example",
    ),
    "no @param line": (
        " * @param[in]  device     retained; a device.\n",
        "",
        r"clmem_pool_use: parameter 'device' has no @param",
    ),
    "@param of nothing": ("@param[in]  device ", "@param[in]  deuice ", r"@param deuice names no parameter"),
    "@param lines in another order": (
        " * @param[in] user   borrowed; a pointer.\n * @param[in] bytes  copied; a size.\n",
        " * @param[in] bytes  copied; a size.\n * @param[in] user   borrowed; a pointer.\n",
        r"clmem_memory_fn: the @param lines are not in the order",
    ),
    "no direction": ("@param[in]  device ", "@param  device ", r"@param device: expected the direction .* got ''"),
    "unknown direction": ("@param[in]  device ", "@param[inout]  device ", r"got 'inout'"),
    "no ownership": ("copied, nullable; options", "nullable; options", r"@param options: .* got none"),
    "two ownerships": ("retained; a device", "retained, owned; a device", r"got retained and owned"),
    "unknown word": ("retained; a device", "retained, forever; a device", r"unknown tag 'forever'"),
    "no text": ("retained; a device.", "retained", r"@param device: expected 'tags; text'"),
    "length of nothing": ("length capacity", "length room", r"'out_sizes': length room must name a number"),
    "length that is not a number": ("length capacity", "length pool", r"length pool must name a number"),
    "array of structs without a stride": (
        "size_t *out_sizes",
        "clmem_pool_options *out_sizes",
        r"'out_sizes' is an array of structs without a parameter stride_bytes",
    ),
    "number that is borrowed": ("copied; room", "borrowed; room", r"'capacity' is a number and cannot be borrowed"),
    "number that is nullable": (
        "copied; room",
        "copied, nullable; room",
        r"'capacity' is a number and cannot be nullable",
    ),
    "object that is copied": ("retained; a device", "copied; a device", r"'device' is an object and cannot be copied"),
    "unknown tag": (" * @since 0.2\n", " * @since 0.2\n * @author x\n", r"unknown tag '@author'"),
    "repeated tag": (" * @since 0.2\n", " * @since 0.2\n * @since 0.2\n", r"@since is repeated"),
    "needless @since": ("@since 0.2", "@since 0.1", r"clmem_pool_use: @since 0.1 is the rule"),
    "@since the future": ("@since 0.2", "@since 0.3", r"@since 0.3 is after this version, 0.2.0"),
    "@since nonsense": ("@since 0.2", "@since now", r"@since now is not MAJOR.MINOR"),
    "needless @threadsafety": (
        " * @since 0.2\n",
        " * @threadsafety any thread\n * @since 0.2\n",
        r"clmem_pool_use: @threadsafety any thread is the rule",
    ),
    "unknown status of clmem": (
        "CLMEM_ERROR_INVALID_HANDLE    no",
        "CLMEM_ERROR_NOVEL    no",
        r"@error CLMEM_ERROR_NOVEL is not",
    ),
    "unknown status of OpenCL": (
        "@error CL_INVALID_DEVICE ",
        "@error CL_INVALID_DEUICE ",
        r"@error CL_INVALID_DEUICE is not",
    ),
    "constant that is no status": (
        "@error CL_INVALID_DEVICE ",
        "@error CL_MEM_READ_ONLY ",
        r"@error CL_MEM_READ_ONLY is not",
    ),
    "success that is an error": (
        "CLMEM_ERROR_INVALID_HANDLE    no",
        "CLMEM_SUCCESS    no",
        r"@error CLMEM_SUCCESS is not",
    ),
    "@error without cause": (
        "CL_INVALID_DEVICE             no device.",
        "CL_INVALID_DEVICE",
        r"needs a cause",
    ),
    "handle without its error": (
        " * @error CLMEM_ERROR_INVALID_HANDLE    no pool.\n",
        "",
        r"clmem_pool_use: takes a handle and has no @error CLMEM_ERROR_INVALID_HANDLE",
    ),
    "pointer without its error": (
        " * @error CLMEM_ERROR_INVALID_ARGUMENT  a NULL.\n * @error CL_",
        " * @error CL_",
        r"clmem_pool_use: device may not be NULL and there is no @error",
    ),
    "no comment": ("/** A pool. */\n", "", r"clmem_pool: has no comment"),
    "member without comment": ("/**< called */", "", r"clmem_pool_options: member memory has no comment"),
    "output that is not last": (
        "uint32_t capacity,\n                                                 size_t *out_sizes",
        "size_t *out_sizes,\n                                                 uint32_t capacity",
        r"clmem_pool_use: outputs must be last",
    ),
    "output without the prefix out_": ("out_name", "name", r"parameter 'name': outputs, and only outputs, must be named out_"),
    "input that is named as an output": (
        "capacity",
        "out_capacity",
        r"parameter 'out_capacity': outputs, and only outputs",
    ),
    "output that is not a pointer": ("const char **out_name", "size_t out_name", r"output 'out_name' must be a pointer"),
    "output that is constant": (
        "size_t *out_sizes",
        "const size_t *out_sizes",
        r"output 'out_sizes' must be a pointer to writable memory",
    ),
    "handle that is not first": (
        "clmem_pool pool, cl_device_id device,",
        "cl_device_id device, clmem_pool pool,",
        r"clmem_pool_use: the handle must be first",
    ),
    "release that keeps": (
        "owned, nullable; the pool",
        "borrowed; the pool",
        r"clmem_pool_release: a release takes one",
    ),
    "another result": (
        "clmem_status CLMEM_CALL clmem_pool_use",
        "int32_t CLMEM_CALL clmem_pool_use",
        r"returns int32_t, not",
    ),
    "name without verb": ("clmem_pool_use", "clmem_event", r"clmem_event: is not named clmem_NOUN_VERB"),
    "name with another noun": ("clmem_pool_use", "clmem_lake_use", r"clmem_lake_use: is not named clmem_NOUN_VERB"),
    "name with capitals": ("clmem_pool_use", "clmem_pool_Use", r"clmem_pool_Use: is not named clmem_NOUN_VERB"),
    "no CLMEM_API": (
        "CLMEM_API clmem_status CLMEM_CALL clmem_pool_use",
        "clmem_status CLMEM_CALL clmem_pool_use",
        r"CLMEM_API is missing",
    ),
    "no CLMEM_CALL": (
        "clmem_status CLMEM_CALL clmem_pool_use",
        "clmem_status clmem_pool_use",
        r"CLMEM_CALL is missing",
    ),
    "callback without CLMEM_CALL": (
        "(CLMEM_CALL *clmem_memory_fn)",
        "(*clmem_memory_fn)",
        r"clmem_memory_fn: CLMEM_CALL is",
    ),
    "callback without @return": (" * @return 1 or 0.\n", "", r"clmem_memory_fn: @return belongs"),
    "variable arguments": ("const char **out_name);", "const char **out_name, ...);", r"a fixed number of parameters"),
    "type that is not portable": ("uint32_t capacity", "unsigned long capacity", r"the type unsigned long cannot be represented"),
    "enumeration by value": ("uint32_t capacity", "clmem_pool_flag capacity", r"the type clmem_pool_flag cannot be represented"),
    "hole in a struct": (
        "uint32_t reserved; ",
        "uint16_t reserved; ",
        r"clmem_pool_options: has a hole before bytes: reserve its 2",
    ),
    "hole at a struct's end": ("char name[8]", "char name[6]", r"has a hole at its end: reserve its 2 bytes"),
    "struct without struct_size": ("struct_size;\n", "size;\n", r"does not begin with uint32_t struct_size"),
    "struct_size of another type": (
        "uint32_t struct_size;\n    uint32_t reserved;",
        "int32_t struct_size;\n    uint32_t reserved;",
        r"does not begin with uint32_t struct_size",
    ),
    "bit-field": ("uint32_t reserved; ", "uint32_t reserved : 32; ", r"a struct has plain members only"),
    "no initialiser macro": (
        "#define CLMEM_POOL_OPTIONS_INIT",
        "#define CLMEM_POOL_OPTIONS_START",
        r"CLMEM_POOL_OPTIONS_INIT is missing",
    ),
    "initialiser with a default that is not zero": (
        "{sizeof(clmem_pool_options), 0, 0, NULL, {0}}",
        "{sizeof(clmem_pool_options), 0, 512, NULL, {0}}",
        r"CLMEM_POOL_OPTIONS_INIT is not \{sizeof\(clmem_pool_options\), 0, ...\}: zero is the default",
    ),
    "initialiser with the size of another struct": (
        "{sizeof(clmem_pool_options), 0",
        "{sizeof(clmem_pool), 0",
        r"CLMEM_POOL_OPTIONS_INIT is not \{sizeof\(clmem_pool_options\), 0, ...\}: zero is the default",
    ),
    "enumerator without prefix": ("CLMEM_POOL_TWO", "POOL_TWO", r"enumerator POOL_TWO does not begin with CLMEM_"),
    "enumerator without comment": (" /**< two */", "", r"enumerator CLMEM_POOL_TWO has no comment"),
    "constant without prefix": ("CLMEM_NUMBER", "NUMBER", r"enumerator NUMBER does not begin with CLMEM_"),
    "flag of two bits": ("CLMEM_POOL_TWO = 2", "CLMEM_POOL_TWO = 3", r"CLMEM_POOL_TWO is not a single bit"),
    "macro that is a constant": (
        "#define CLMEM_CALL",
        "#define CLMEM_LIMIT 3\n#define CLMEM_CALL",
        r"macro CLMEM_LIMIT: constants",
    ),
    "variable": ("/** A number. */", "extern int clmem_x;\n/** A number. */", r"must not declare a var_decl"),
    "union": ("/** A number. */", "union clmem_x { int a; };\n/** A number. */", r"must not declare a union_decl"),
    "token of another name": ("clmem_pool_token", "clmem_pool_thing", r"is a pointer to clmem_pool_thing"),
    "status of another type": (
        "typedef int32_t clmem_status",
        "typedef int64_t clmem_status",
        r"clmem_status is int64_t",
    ),
    "not C": ("uint32_t capacity", "uint99_t capacity", r"unknown type name 'uint99_t'"),
}


def read(text: str) -> dict:
    """The description of a header that is given as text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "clmem.h"
        path.write_text(text)
        return header.read(path, "small.h")


EXTRAS = """/* ==== cache ====
 *
 * Caches.
 *
 *     CHECK(clmem_cache_clear());
 */
#ifndef CLMEM_EXTRAS_CACHE_H
#define CLMEM_EXTRAS_CACHE_H
#include "../clmem.h"
/** Clears. */
CLMEM_API clmem_status CLMEM_CALL clmem_cache_clear(void);
#endif
"""


def read_with_extras(text: str) -> dict:
    """The description of the small header, and of another one of the extras, by the header that includes both."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "clmem.h").write_text(SMALL)
        (Path(folder) / "extras").mkdir()
        (Path(folder) / "extras/cache.h").write_text(text)
        path = Path(folder) / "clmem_extras.h"
        path.write_text('#include "clmem.h"\n#include "extras/cache.h"\n')
        return header.read(path, "all.h")


def find(entries: list, name: str) -> dict:
    return next(entry for entry in entries if entry["name"] == name)


class Refusals(unittest.TestCase):
    def test_small_header_keeps_the_rules(self):
        self.assertEqual([f["name"] for f in read(SMALL)["functions"]], ["clmem_pool_use", "clmem_pool_release"])

    def test_each_rule(self):
        for name, (old, new, message) in BROKEN.items():
            with self.subTest(name):
                self.assertIn(old, SMALL)
                with self.assertRaises(HeaderError) as caught:
                    read(SMALL.replace(old, new))
                self.assertRegex(str(caught.exception), message)
                for line in str(caught.exception).splitlines():
                    self.assertRegex(line, r"^small\.h:\d+: ")

    def test_a_problem_names_the_line_of_its_declaration(self):
        text = SMALL.replace("/**< called */", "")
        with self.assertRaises(HeaderError) as caught:
            read(text)
        line = int(str(caught.exception).split(":")[1])
        self.assertIn("typedef struct clmem_pool_options {", text.splitlines()[line - 1])

    def test_all_problems_are_reported_at_once(self):
        with self.assertRaises(HeaderError) as caught:
            read(SMALL.replace("CLMEM_POOL_TWO", "POOL_TWO").replace("@since 0.2", "@since 0.3"))
        self.assertEqual(len(str(caught.exception).splitlines()), 2)

    def test_a_problem_names_the_header_of_its_declaration(self):
        with self.assertRaises(HeaderError) as caught:
            read_with_extras(EXTRAS.replace("/** Clears. */\n", ""))
        self.assertEqual(str(caught.exception), "extras/cache.h:10: clmem_cache_clear: has no comment")

    def test_each_header_has_its_guard(self):
        with self.assertRaisesRegex(HeaderError, "macro CACHE_H: constants are enumerators"):
            read_with_extras(EXTRAS.replace("CLMEM_EXTRAS_CACHE_H", "CACHE_H"))

    def test_missing_opencl_headers(self):
        with self.assertRaisesRegex(HeaderError, "--opencl-include"):
            header.read(ROOT / "include/clmem_extras.h", "clmem_extras.h", Path(tempfile.gettempdir()) / "nothing-is-here")


class Description(unittest.TestCase):
    def setUp(self):
        self.api = read(SMALL)

    def test_parameters(self):
        use = find(self.api["functions"], "clmem_pool_use")
        self.assertEqual(use["brief"], "Uses a pool, which takes two lines to say.")
        self.assertEqual(use["details"], ["And a second paragraph about @p pool."])
        self.assertEqual((use["section"], use["since"], use["threadsafety"]), ("pool", "0.2", "any thread"))
        release = find(self.api["functions"], "clmem_pool_release")
        self.assertEqual((release["since"], release["threadsafety"]), ("0.1", "any thread"))
        options = find(use["parameters"], "options")
        self.assertEqual((options["direction"], options["ownership"], options["nullable"]), ("in", "copied", True))
        self.assertEqual(options["doc"], "options; on two lines.")
        self.assertEqual(options["type"]["c"], "const clmem_pool_options *")
        self.assertEqual(options["type"]["target"], {"c": "clmem_pool_options", "kind": "struct"})
        self.assertTrue(options["type"]["const"])
        self.assertEqual(find(use["parameters"], "out_sizes")["length"], "capacity")
        self.assertEqual(find(use["parameters"], "device")["type"], {"c": "cl_device_id", "kind": "opencl"})

    def test_sections(self):
        self.assertEqual([section["name"] for section in self.api["sections"]], ["introduction", "pool"])
        introduction, pool = self.api["sections"]
        self.assertEqual(introduction["example"], ["clmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;"])
        self.assertEqual(introduction["text"][0], "What the *_INIT macros are for:")
        self.assertEqual(introduction["text"][-2:], ["", "And more."])
        self.assertEqual(pool["example"], ["// an example", "if (pool != NULL) {", '    puts("a pool");', "}"])

    def test_examples_are_functions_in_a_table(self):
        text = examples.write(self.api)
        self.assertIn('static void example_pool(void) {\n    // an example\n    if (pool != NULL) {\n', text)
        self.assertIn('    {"introduction", example_introduction},\n    {"pool", example_pool},\n', text)

    def test_examples_stand_in_the_reference_where_they_stand_in_the_header(self):
        page = reference.write(self.api)["build/docs/reference/README.md"]
        example = "```c\nclmem_pool_options options = CLMEM_POOL_OPTIONS_INIT;\n```"
        self.assertIn(f"What the \\*_INIT macros are for:\n\n{example}\n\nAnd more.\n", page)
        self.assertIn("`clmem_pool_use()` uses them.\n\n```c\n// an example\n", reference.write(self.api)["build/docs/reference/pool.md"])

    def test_errors_have_values(self):
        errors = find(self.api["functions"], "clmem_pool_use")["errors"]
        self.assertEqual(
            [(e["status"], e["value"]) for e in errors][1:],
            [("CLMEM_ERROR_INVALID_ARGUMENT", 2), ("CL_INVALID_DEVICE", -33)],
        )

    def test_no_error_is_without_a_value(self):
        """Also if a function is declared before the enumeration of the codes."""
        api = contract.api()
        self.assertEqual([f["name"] for f in api["functions"] for e in f["errors"] if e["value"] is None], [])

    def test_struct(self):
        struct = find(self.api["structs"], "clmem_pool_options")
        self.assertEqual(
            [(f["name"], f["offset"], f["size"]) for f in struct["fields"]],
            [("struct_size", 0, 4), ("reserved", 4, 4), ("bytes", 8, 8), ("memory", 16, 8), ("name", 24, 8)],
        )
        self.assertEqual((struct["size"], struct["alignment"]), (32, 8))
        self.assertEqual(struct["fields"][2]["doc"], "a size, on two lines")
        self.assertEqual(
            struct["fields"][4]["type"],
            {"c": "char[8]", "kind": "array", "length": 8, "element": {"c": "char", "kind": "character"}},
        )

    def test_order_is_the_header_s(self):
        self.assertEqual(
            self.api["order"],
            [
                "clmem_status",
                "clmem_status_code",
                "clmem_pool_flag",
                "CLMEM_NUMBER",
                "clmem_pool",
                "clmem_memory_fn",
                "clmem_pool_options",
                "clmem_pool_use",
                "clmem_pool_release",
            ],
        )
        self.assertEqual(self.api["constants"], [{"name": "CLMEM_NUMBER", "value": 1000, "doc": "A number."}])

    def test_what_is_below_extras_is_experimental(self):
        functions = read_with_extras(EXTRAS)["functions"]
        self.assertEqual([(f["section"], f["experimental"]) for f in functions[1:]], [("pool", False), ("cache", True)])

    def test_json_is_what_was_read(self):
        written = json.loads(description.write(self.api))
        written.pop("generated")
        self.assertEqual(written, self.api)

    def test_exports_by_version(self):
        text = exports.write(self.api)
        self.assertRegex(
            text,
            r"(?s)CLMEM_0\.1 \{\n  global:\n    clmem_pool_release;\n"
            r"  local:\n    \*;\n\};\nCLMEM_0\.2 \{\n  global:\n    clmem_pool_use;\n\} CLMEM_0\.1;\n$",
        )

    def test_extras_are_exported_in_their_own_node(self):
        text = exports.write(read_with_extras(EXTRAS))
        self.assertRegex(text, r"(?s)\} CLMEM_0\.1;\nCLMEM_EXPERIMENTAL \{\n  global:\n    clmem_cache_clear;\n\};\n$")
        self.assertEqual(text.count("clmem_cache_clear"), 1)

    def test_a_new_figure_is_in_every_language(self):
        api = copy.deepcopy(contract.api())
        for name in ("clmem_statistics", "clmem_bin_statistics", "clmem_tag_statistics"):
            struct = find(api["structs"], name)
            added = {**find(struct["fields"], "hits" if name != "clmem_tag_statistics" else "allocations")}
            struct["fields"].append({**added, "name": f"new_in_{name}", "offset": struct["size"]})
            struct["size"] += 8
            java = "\n".join(java_records.write(api).values())
            camel = "".join(word.capitalize() for word in f"new_in_{name}".split("_"))
            self.assertIn(f"new_in_{name}: int", python_records.write(api))
            self.assertIn(f"pub fn new_in_{name}(&self) -> u64", rust_records.write(api))
            self.assertIn(camel[0].lower() + camel[1:], java)

    def test_rust_names_every_value_of_an_enum(self):
        """What a record returns as an enum is written by hand in Rust. Some values need no name: they mean nothing."""
        source = "\n".join(path.read_text() for path in (ROOT / "bindings/rust/clmem/src").rglob("*.rs"))
        values = [value["name"] for enum in contract.api()["enums"] for value in enum["values"]]
        unnamed = [name for name in values if not re.search(rf"\b{name}\b", source)]
        nothing = ["CLMEM_SUCCESS", "CLMEM_CHARACTERIZE_UNKNOWN", "CLMEM_CHARACTERIZE_STRUCT_BUG_NONE"]
        self.assertEqual(unnamed, nothing)

    def test_declarations_can_be_made_from_the_description_alone(self):
        """A compiler checks that what is generated from the description matches the header."""
        api = contract.api()
        lines = ["#include <clmem_extras.h>"]
        for function in api["functions"]:
            parameters = ", ".join(f"{p['type']['c']} {p['name']}" for p in function["parameters"])
            lines.append(f"clmem_status {function['name']}({parameters});")
        for callback in api["callbacks"]:
            parameters = ", ".join(p["type"]["c"] for p in callback["parameters"])
            lines.append(f"typedef {callback['result']['c']} (*{callback['name']})({parameters});")
        for struct in api["structs"]:
            name = f"remade_{struct['name']}"
            members = "".join(self.member(field) for field in struct["fields"])
            lines += [
                f"struct {name} {{ {members} }};",
                f'_Static_assert(sizeof(struct {name}) == {struct["size"]}, "");',
            ]
            lines += [
                f'_Static_assert(__builtin_offsetof({struct["name"]}, {f["name"]}) == {f["offset"]}, "");'
                for f in struct["fields"]
            ]
        for value in [*api["constants"], *(value for enum in api["enums"] for value in enum["values"])]:
            lines.append(f'_Static_assert({value["name"]} == {value["value"]}, "");')
        self.assertEqual(self.diagnostics("\n".join(lines)), [])
        self.assertNotEqual(self.diagnostics(lines[0] + "\nclmem_status clmem_pool_release(clmem_buffer pool);"), [])

    @staticmethod
    def member(field: dict) -> str:
        base, bracket, length = field["type"]["c"].partition("[")
        return f"{base} {field['name']}{bracket}{length}; "

    @staticmethod
    def diagnostics(text: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            for name, stand_in in header.STAND_INS.items():
                (Path(folder) / name).write_text(stand_in)
            source = Path(folder) / "remade.c"
            source.write_text(text)
            includes = [
                part for path in (folder, ROOT / "include", header.OPENCL_HEADERS) for part in ("-isystem", str(path))
            ]
            arguments = [
                "-std=c11",
                "--target=x86_64-unknown-linux-gnu",
                "-nostdinc",
                "-U__SSE__",
                "-U__SSE2__",
                "-U__MMX__",
            ]
            return [d.spelling for d in Index.create().parse(str(source), args=arguments + includes).diagnostics]


if __name__ == "__main__":
    unittest.main()
