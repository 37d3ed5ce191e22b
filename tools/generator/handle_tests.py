"""Writes tests/generated/handles_test.cpp: every function that takes a handle, called with invalid ones."""

from . import calls

ABOUT = "Every function that takes a handle, called with NULL, stale and random tokens, and handles of other types."


def write(api: dict) -> str:
    tests = [
        _test(function, parameter)
        for function in api["functions"]
        for parameter in function["parameters"]
        if parameter["type"]["kind"] == "handle"
    ]
    return calls.file(ABOUT, tests)


def _test(function: dict, parameter: dict) -> str:
    handle = parameter["type"]["c"]
    call = calls.call(function, {parameter["name"]: "bad"})
    null = "CLMEM_SUCCESS" if parameter["nullable"] else "CLMEM_ERROR_INVALID_HANDLE"
    body = call.setup + [f"CHECK_STATUS(expected, {call.text});"]
    body += [f"EXPECT_TRUE(zeroed({output}));" for output in call.outputs]
    statements = [f"    each_bad_handle<{handle}>(live, {null}, [&]({handle} bad, clmem_status expected) {{"]
    statements += ["    " + calls.statement(line).replace("\n", "\n    ") for line in body]
    statements += ["    });"]
    return calls.test("handles_test", f"{function['name']}_{parameter['name']}", statements)
