"""Running a case: its steps, its calls and the rules for each call, its callbacks, the objects it owns."""

import json
import threading

from clmem import _opencl
from clmem._ffi import ffi, lib

from .interface import WORD, Arena, Fault, Mismatch, is_output, target_of, text_at, view
from .values import JUNK, Values, bytes_of


def record():
    """The thread's error record: (status, code, function, message)."""
    error = ffi.new("clmem_error *")
    error.struct_size = ffi.sizeof("clmem_error")
    if lib.clmem_error_last(error):
        raise Mismatch("clmem_error_last() failed")
    return error.status, error.opencl_code, ffi.string(error.function).decode(), ffi.string(error.message).decode()


def name_of(status):
    name = ffi.new("char **")
    lib.clmem_status_name(status, ffi.cast("const char **", name))
    return f"{status} ({text_at(name[0])})"


def status_text(status):
    return f"{name_of(status)}: {record()[3]}"


class Argument:
    """An argument of a call as a word, with the memory of an output."""

    def __init__(self, parameter, value=0):
        self.parameter, self.value = parameter, value
        self.memory, self.count, self.stride, self.struct_size, self.is_init = 0, 1, 0, 0, False


class Script:
    def __init__(self, api, given):
        self.api, self.given = api, given
        self.arena = Arena()
        self.values = Values(api, self.arena, self.callback)
        self.owned, self.called, self.kept = [], {}, []
        self.problem, self.callbacks, self.next_address = "", 0, 0

    def run(self, case):
        try:
            for name in case.get("given", []):
                self.steps(self.given[name])
            self.steps(case["steps"])
            while self.owned:
                type_, value = self.owned.pop()
                name = self.api.find(self.api.releases, type_, "function that releases")
                status = getattr(lib, name)(ffi.cast(type_, value))
                if status:
                    raise Mismatch(f"at the end {name}() gave {status_text(status)}")
            self.arena.check_guards()
        finally:
            for type_, value in reversed(self.owned):
                getattr(lib, self.api.releases[type_])(ffi.cast(type_, value))

    # ---- steps ----

    def steps(self, listed):
        for one in listed:
            try:
                self.step(one)
                if self.problem:
                    problem, self.problem = self.problem, ""
                    raise Mismatch(problem)
            except (Fault, Mismatch) as problem:
                raise type(problem)(f"in {json.dumps(one)}:\n    {problem}") from None

    def step(self, one):
        values = self.values
        if "call" in one:
            self.call(one)
        elif "check" in one:
            values.match(one["is"], values.resolved(one["check"]), str(one["check"]))
        elif "set" in one:
            values.variables[one["set"]] = values.resolved(one["to"])
        elif "given" in one:
            self.steps(self.given[one["given"]])
        elif "repeat" in one:
            for turn in range(values.number(one["repeat"])):
                values.variables["i"] = turn
                self.steps(json.loads(json.dumps(one["steps"]).replace("{i}", str(turn))))
        elif "thread" in one:
            self.other_thread(one["thread"])
        elif "memory" in one:
            self.memory(one)
        elif "opencl" in one:
            self.opencl(one)
        elif "callback" in one:
            name = one["callback"]
            values.match(one["called"], self.called.get(name, 0), f"calls of {name}")
        else:
            raise Fault("unknown sort of step")

    def other_thread(self, listed):
        problems = []

        def body():
            try:
                self.steps(listed)
            except Exception as problem:  # noqa: BLE001 - it is raised again below
                problems.append(problem)

        thread = threading.Thread(target=body)
        thread.start()
        thread.join()
        if problems:
            raise problems[0]

    def memory(self, one):
        if "bytes" in one:
            self.values.variables[one["memory"]] = self.arena.take(self.values.number(one["bytes"]))
            return
        at = self.values.number(one["memory"])
        data = bytes_of(one["write"] if "write" in one else one["holds"])
        if "write" in one:
            view(at, len(data))[:] = data
        else:
            self.values.match(data.hex(), bytes(view(at, len(data))).hex(), f"memory at {one['memory']}")

    def opencl(self, one):
        what, number = one["opencl"], self.values.number
        event = ffi.new("cl_event *")
        if what == "complete user event":
            status = one["status"]
            _opencl.call("clSetUserEventStatus", ffi.cast("cl_event", number(one["event"])), status)
            return
        if what == "event status":
            status = ffi.new("int32_t *")
            subject = ffi.cast("cl_event", number(one["event"]))
            _opencl.call("clGetEventInfo", subject, 0x11D3, 4, status, ffi.NULL)
            self.values.match(one["is"], status[0], what)
            return
        if what == "make user event":
            event[0] = _opencl.create("clCreateUserEvent", ffi.cast("cl_context", number(one["context"])))
        elif what == "enqueue marker":
            queue, after = ffi.cast("cl_command_queue", number(one["queue"])), number(one.get("after"))
            if after:
                waits = ffi.new("cl_event[]", [ffi.cast("cl_event", after)])
                _opencl.call("clEnqueueMarkerWithWaitList", queue, 1, waits, event)
            else:
                _opencl.call("clEnqueueMarker", queue, event)
            _opencl.call("clFlush", queue)
        else:
            raise Fault(f"unknown: {what}")
        made = int(ffi.cast("uintptr_t", event[0]))
        self.values.variables[one["save"]] = made
        self.owned.append(("cl_event", made))

    # ---- calls ----

    def call(self, one):
        name = one["call"]
        function = self.api.find(self.api.functions, name, "function")
        given = one.get("with", {})
        for key in given:
            if all(parameter["name"] != key for parameter in function["parameters"]):
                raise Fault(f"{name}() has no parameter {key}")
        arguments = [
            self.output(function, parameter, given) if is_output(parameter) else self.input(function, parameter, given)
            for parameter in function["parameters"]
        ]
        before, callbacks = record(), self.callbacks
        status = getattr(lib, name)(*[_typed(argument) for argument in arguments])
        expected = one.get("gives", "CLMEM_SUCCESS")
        choices = expected if isinstance(expected, list) else [expected]
        if all(self.values.number(each) != status & WORD for each in choices):
            raise Mismatch(f"expected {json.dumps(expected)}, got {status_text(status)}")
        self.check_record(one, name, status, before, self.callbacks != callbacks)
        if status:
            self.check_zeroed(arguments)
            results = {}
        else:
            self.own(arguments)
            self.check_tails(arguments)
            results = {each.parameter["name"]: self.read_output(each) for each in arguments if each.memory}
        for key, value in one.get("out", {}).items():
            self.values.match(value, results[key], key)
        for key, variable in one.get("save", {}).items():
            self.values.variables[variable] = results[key]

    def input(self, function, parameter, given):
        name, argument = parameter["name"], Argument(parameter)
        if name in given:
            place = self.arena.take(8)
            self.values.write(place, parameter["type"], given[name])
            argument.value = int.from_bytes(bytes(view(place, 8)), "little")
        elif not parameter["nullable"]:
            argument.value = self.default_of(function, parameter, given)
        return argument

    def default_of(self, function, parameter, given):
        """Adds the obvious arguments: the sizes of structs and of lists."""
        name = parameter["name"]
        for other in function["parameters"]:
            listed = given.get(other["name"])
            if other["length"] == name:
                if not is_output(other) and listed is None:
                    return 0
                if isinstance(listed, str) and target_of(other)["kind"] == "character":
                    return len(self.values.resolved(listed).encode())
                if isinstance(listed, list):
                    return len(listed)
            is_struct = other["type"]["kind"] == "pointer" and target_of(other)["kind"] == "struct"
            if is_struct and (name == "struct_size" or (name == "stride_bytes" and other["length"])):
                return self.api.size_of(target_of(other))
        raise Fault(f"the argument {name} is missing")

    def given_number(self, function, name, given):
        if name.isdecimal():
            return int(name)
        if name in given:
            return self.values.number(given[name])
        for parameter in function["parameters"]:
            if parameter["name"] == name:
                return self.default_of(function, parameter, given)
        raise Fault(f"there is no parameter {name}")

    def output(self, function, parameter, given):
        name, target = parameter["name"], target_of(parameter)
        argument = Argument(parameter)
        if name in given and given[name] is None:
            return argument
        if isinstance(given.get(name), str):  # memory that the case has allocated
            argument.value = self.values.number(given[name])
            return argument
        argument.stride = self.api.size_of(target)
        if parameter["length"]:
            argument.count = self.given_number(function, parameter["length"], given)
            if target["kind"] == "struct":
                argument.stride = self.given_number(function, "stride_bytes", given)
            argument.memory = self.arena.take(argument.count * max(argument.stride, self.api.size_of(target)))
        elif target["kind"] == "struct":
            members = dict(given.get(name, {}))
            argument.is_init = self.api.structure(target["c"])["init_function"] == function["name"]
            if argument.is_init:
                members["struct_size"] = min(self.given_number(function, "struct_size", given), 1 << 20)
            argument.memory = self.values.junk_structure(target["c"], members)
            if not argument.is_init:
                stated = members.get("struct_size")
                argument.struct_size = argument.stride if stated is None else self.values.number(stated)
        else:
            argument.memory = self.arena.take(argument.stride)
            view(argument.memory, argument.stride)[:] = bytes([JUNK]) * argument.stride
        argument.value = argument.memory
        return argument

    def read_output(self, argument):
        target = target_of(argument.parameter)
        if not argument.parameter["length"]:
            return self.values.read(argument.memory, target)
        if target["kind"] == "void":
            return bytes(view(argument.memory, argument.count)).hex()
        if target["kind"] == "character":
            return text_at(argument.memory, argument.count) if argument.count else ""
        return [self.values.read(argument.memory + i * argument.stride, target) for i in range(argument.count)]

    def check_record(self, one, name, status, before, called_back):
        """A failure writes the record, with the function's name. A success leaves it alone, except for calls in callbacks."""
        after = record()
        if not status or name == "clmem_error_last":
            if not called_back and after != before:
                raise Mismatch(f"the error record was written: {after[3]}")
            return
        if after[0] != status or after[2] != name or not after[3]:
            raise Mismatch(f"the error record says {name_of(after[0])} in {after[2]}: {after[3]}")
        if "message" in one:
            self.values.match(one["message"], after[3], "the message")
        if "opencl_code" in one:
            self.values.match(one["opencl_code"], after[1], "the record's opencl_code")

    def check_zeroed(self, arguments):
        """A failure zeroes every output, except the size of a struct."""
        for each in arguments:
            if not each.memory or each.parameter["length"]:
                continue
            target = target_of(each.parameter)
            known, is_struct = self.api.size_of(target), target["kind"] == "struct"
            if is_struct and (each.is_init or not known <= each.struct_size <= 65536):
                continue
            begin = 4 if is_struct else 0
            if any(view(each.memory + begin, known - begin)[:]):
                raise Mismatch(f"{each.parameter['name']} is not zeroed")

    def check_tails(self, arguments):
        """The part of a newer program's struct beyond today's members is zeroed."""
        for each in arguments:
            if each.struct_size:
                known = min(each.struct_size, self.api.size_of(target_of(each.parameter)))
                if any(view(each.memory + known, each.struct_size - known)[:]):
                    raise Mismatch(f"{each.parameter['name']} is not zero beyond the known members")

    def own(self, arguments):
        """Tracks the objects that have to be released."""
        for each in arguments:
            if each.parameter["ownership"] != "owned":
                continue
            if not is_output(each.parameter):
                for index in reversed(range(len(self.owned))):
                    if self.owned[index][1] == each.value:  # of any type: a buffer may be released as memory
                        del self.owned[index]
                        break
                continue
            target = target_of(each.parameter)
            if each.memory and target["kind"] in ("handle", "opencl"):
                value = self.values.read(each.memory, target)
                if value:
                    self.owned.append((target["c"], value))

    # ---- callbacks ----

    def callback(self, type_, description, user):
        """The C function of a case's callback."""
        parameters = self.api.callbacks[type_]["parameters"]
        has_result = self.api.callbacks[type_]["result"]["kind"] != "void"

        def called(*arguments):
            result = self.call_back(type_, parameters, description, arguments)
            return result if has_result else None

        function = ffi.callback(type_, called)
        self.kept.append(function)
        return function

    def call_back(self, type_, parameters, description, arguments):
        name = description["callback"]
        number = self.called[name] = self.called.get(name, 0) + 1
        self.callbacks += 1
        try:
            self.values.variables[name] = {
                parameter["name"]: _plain(argument)
                for parameter, argument in zip(parameters, arguments)
                if not is_output(parameter)
            }
            self.steps(description.get("steps", []))
            returns = description.get("returns", 0)
            if isinstance(returns, list):
                returns = returns[min(number, len(returns)) - 1]
            result = self.values.number(returns)
            for parameter, argument in zip(parameters, arguments):
                if is_output(parameter) and not (type_ == "clmem_memory_allocate_fn" and result):
                    self.next_address += 0x100000
                    gives = description.get("gives", self.next_address)
                    self.values.write(_plain(argument), target_of(parameter), gives)
            return int(ffi.cast("int32_t", result))
        except Exception as problem:  # noqa: BLE001 - reported by the calling step: no exception may cross the library
            self.problem = str(problem)
            return 0


def _typed(argument):
    """The word as a value of the parameter's type."""
    type_ = argument.parameter["type"]
    if type_["kind"] in ("integer", "status"):
        return int(ffi.cast(type_["c"], argument.value))
    return ffi.cast(type_["c"], argument.value)


def _plain(argument):
    return argument if isinstance(argument, int) else int(ffi.cast("uintptr_t", argument))
