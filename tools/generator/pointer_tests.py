"""Writes tests/generated/pointers_test.cpp: every function with NULL for each pointer, whether allowed or not."""

from . import calls

ABOUT = "Every function with NULL for each of its pointers, required and optional ones."


def write(api: dict) -> str:
    tests = []
    for function in api["functions"]:
        for parameter in filter(calls.is_pointer, function["parameters"]):
            if not parameter["nullable"]:
                tests.append(_refused(function, parameter))
            elif parameter["length"] and not parameter["length"].isdecimal():
                tests.append(_refused(function, parameter, {parameter["length"]: "1"}))
        if not calls.needs_opencl(function) and not calls.needs_meaning(function):
            tests.append(_success(function))
        elif calls.needs_opencl(function) and function["name"].endswith("_release"):
            tests.append(calls.test("success_test", function["name"], [f"    CHECK_OK({function['name']}(nullptr));"]))
    return calls.file(ABOUT, tests)


def _refused(function: dict, parameter: dict, more: dict[str, str] | None = None) -> str:
    name = parameter["name"]
    call = calls.call(function, {name: "nullptr", **(more or {})})
    check = "CHECK_NAMES_SILENTLY" if function["name"] == calls.READS_RECORD else "CHECK_NAMES"
    body = call.setup + [f'{check}("{name}", {call.text});']
    body += [f"EXPECT_TRUE(zeroed({output}));" for output in call.outputs]
    return calls.test("pointers_test", f"{function['name']}_{name}", [calls.statement(line) for line in body])


def _success(function: dict) -> str:
    """Calls it with all optional arguments, then without any."""
    body = [calls.statement(line) for line in calls.needed(function)]
    body += _block(calls.call(function, owners=True))
    nullable = {p["name"]: "nullptr" for p in function["parameters"] if p["nullable"] and p["type"]["kind"] != "opencl"}
    lengths = {p["length"]: "0" for p in function["parameters"] if p["nullable"] and p["length"]}
    if nullable:
        body += _block(calls.call(function, {**nullable, **lengths}, owners=True))
    return calls.test("success_test", function["name"], body)


def _block(call: calls.Call) -> list[str]:
    if not call.setup:
        return [f"    CHECK_OK({call.text});"]
    lines = [calls.statement(line) for line in call.setup + [f"CHECK_OK({call.text});"]]
    return ["    {"] + ["    " + line.replace("\n", "\n    ") for line in lines] + ["    }"]
