package io.clmem;

import static io.clmem.ContractInterface.find;
import static io.clmem.ContractInterface.isOutput;
import static io.clmem.ContractInterface.isOwned;
import static io.clmem.ContractInterface.length;
import static io.clmem.ContractInterface.parameters;
import static io.clmem.ContractInterface.target;
import static io.clmem.ContractInterface.text;
import static io.clmem.ContractInterface.type;

import io.clmem.ContractInterface.Fault;
import io.clmem.ContractInterface.Mismatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs a case: its steps, the rules that hold for every call, and the release of what it owns. */
final class ContractScript {
    final ContractInterface api;
    final ContractValues values;
    private final Map<String, Object> given;
    private final ContractArena arena = new ContractArena();
    private final ContractCalls calls = new ContractCalls(arena);
    private final ContractCallbacks callbacks;
    private final List<Owned> owned = new ArrayList<>();
    private String problem = "";

    private record Owned(String type, long value) {}

    /** An argument of a call, as a word. An output also has memory. */
    private static final class Argument {
        final Object parameter;
        long value;
        long memory;
        long count = 1;
        long stride;
        long structSize;

        Argument(Object parameter) {
            this.parameter = parameter;
        }
    }

    ContractScript(ContractInterface api, Map<String, Object> given) {
        this.api = api;
        this.given = given;
        this.values = new ContractValues(api, arena, this);
        this.callbacks = new ContractCallbacks(this);
    }

    void run(Map<String, Object> one) {
        try {
            for (Object name : Json.list(one.getOrDefault("given", List.of()))) {
                steps(Json.list(given.get((String) name)));
            }
            steps(Json.list(one.get("steps")));
            while (!owned.isEmpty()) {
                Owned last = owned.remove(owned.size() - 1);
                String name = find(api.releases, last.type, "function that releases");
                int status = invoke(name, last.value);
                if (status != 0) {
                    throw new Mismatch("the final " + name + "() failed with " + statusText(status));
                }
            }
            arena.checkGuards();
        } finally {
            for (int i = owned.size() - 1; i >= 0; i--) {
                invoke(api.releases.get(owned.get(i).type), owned.get(i).value);
            }
        }
    }

    int invoke(String name, long... words) {
        return calls.invoke(name, words);
    }

    long callbackAddress(String type) {
        return callbacks.address(type);
    }

    Callbacks.Target userTarget(Map<String, Object> descriptions) {
        return callbacks.target(descriptions);
    }

    void fail(String message) {
        problem = message;
    }

    // ---- steps ----

    void steps(List<Object> listed) {
        for (Object one : listed) {
            try {
                step(Json.map(one));
                if (!problem.isEmpty()) {
                    String message = problem;
                    problem = "";
                    throw new Mismatch(message);
                }
            } catch (Fault fault) {
                throw new Fault("in " + Json.text(one) + ":\n    " + fault.getMessage());
            } catch (Mismatch mismatch) {
                throw new Mismatch("in " + Json.text(one) + ":\n    " + mismatch.getMessage());
            }
        }
    }

    private void step(Map<String, Object> one) {
        if (one.containsKey("call")) {
            call(one);
        } else if (one.containsKey("check")) {
            values.match(one.get("is"), values.resolved(one.get("check")), String.valueOf(one.get("check")));
        } else if (one.containsKey("set")) {
            values.set((String) one.get("set"), values.resolved(one.get("to")));
        } else if (one.containsKey("given")) {
            steps(Json.list(given.get((String) one.get("given"))));
        } else if (one.containsKey("repeat")) {
            for (long turn = 0; turn < values.number(one.get("repeat")); turn++) {
                values.set("i", turn);
                steps(Json.list(Json.parse(Json.text(one.get("steps")).replace("{i}", Long.toString(turn)))));
            }
        } else if (one.containsKey("thread")) {
            otherThread(Json.list(one.get("thread")));
        } else if (one.containsKey("memory")) {
            memory(one);
        } else if (one.containsKey("opencl")) {
            long event = ContractOpenCl.step(one, values);
            if (event != 0) {
                owned.add(new Owned("cl_event", event));
            }
        } else if (one.containsKey("callback")) {
            String name = (String) one.get("callback");
            values.match(one.get("called"), callbacks.count(name), "calls of " + name);
        } else {
            throw new Fault("unknown kind of step");
        }
    }

    private void otherThread(List<Object> listed) {
        RuntimeException[] thrown = new RuntimeException[1];
        Thread thread = new Thread(() -> {
            try {
                steps(listed);
            } catch (RuntimeException there) {
                thrown[0] = there;
            }
        });
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new Fault("interrupted");
        }
        if (thrown[0] != null) {
            throw thrown[0];
        }
    }

    private void memory(Map<String, Object> one) {
        if (one.containsKey("bytes")) {
            values.set((String) one.get("memory"), arena.allocate(values.number(one.get("bytes"))));
            return;
        }
        long at = values.number(one.get("memory"));
        if (one.containsKey("write")) {
            ContractArena.write(at, ContractArena.hex((String) one.get("write")));
            return;
        }
        String digits = (String) one.get("holds");
        byte[] is = ContractArena.bytes(at, ContractArena.hex(digits).length);
        values.match(digits.toLowerCase(), java.util.HexFormat.of().formatHex(is), "memory at " + one.get("memory"));
    }

    // ---- calls ----

    private void call(Map<String, Object> one) {
        String name = (String) one.get("call");
        Map<String, Object> function = find(api.functions, name, "function");
        Map<String, Object> with = Json.map(one.getOrDefault("with", Map.of()));
        for (String key : with.keySet()) {
            if (parameters(function).stream().noneMatch(parameter -> text(parameter, "name").equals(key))) {
                throw new Fault(name + "() has no parameter " + key);
            }
        }
        List<Argument> arguments = new ArrayList<>();
        for (Object parameter : parameters(function)) {
            arguments.add(isOutput(parameter) ? output(function, parameter, with) : input(function, parameter, with));
        }
        List<Object> before = calls.record();
        int called = callbacks.total();
        int status = invoke(name, arguments.stream().mapToLong(argument -> argument.value).toArray());
        Object expected = one.getOrDefault("gives", "CLMEM_SUCCESS");
        List<Object> choices = expected instanceof List ? Json.list(expected) : List.of(expected);
        if (status == ContractCalls.REFUSED && choices.stream().allMatch(each -> values.number(each) != 0)) {
            return;
        }
        if (choices.stream().noneMatch(each -> values.number(each) == status)) {
            throw new Mismatch("expected " + Json.text(expected) + ", got " + statusText(status));
        }
        checkRecord(one, name, status, before, callbacks.total() != called);
        Map<String, Object> results = new LinkedHashMap<>();
        if (status != 0) {
            checkZeroed(arguments);
        } else {
            own(arguments);
            checkTails(arguments);
            for (Argument argument : arguments) {
                if (argument.memory != 0) {
                    results.put(text(argument.parameter, "name"), readOutput(argument));
                }
            }
        }
        Json.map(one.getOrDefault("out", Map.of())).forEach((key, value) -> values.match(value, results.get(key), key));
        Json.map(one.getOrDefault("save", Map.of()))
                .forEach((key, variable) -> values.set((String) variable, results.get(key)));
    }

    private Argument input(Map<String, Object> function, Object parameter, Map<String, Object> with) {
        String name = text(parameter, "name");
        Argument argument = new Argument(parameter);
        if (with.containsKey(name)) {
            long place = arena.allocate(8);
            values.write(place, type(parameter), with.get(name), null);
            argument.value = ContractArena.view(place, 8).getLong(0);
        } else if (!(Boolean) Json.map(parameter).get("nullable")) {
            argument.value = defaultOf(function, name, with);
        }
        return argument;
    }

    /** The value of an argument that a case may leave out: the size of a struct or the length of a list. */
    private long defaultOf(Map<String, Object> function, String name, Map<String, Object> with) {
        for (Object other : parameters(function)) {
            Object listed = with.get(text(other, "name"));
            if (name.equals(length(other))) {
                if (!isOutput(other) && listed == null) {
                    return 0;
                }
                if (listed instanceof String && text(target(other), "kind").equals("character")) {
                    return ((String) values.resolved(listed)).getBytes(StandardCharsets.UTF_8).length;
                }
                if (listed instanceof List) {
                    return Json.list(listed).size();
                }
            }
            boolean isPointer = text(type(other), "kind").equals("pointer");
            boolean isStruct = isPointer && text(target(other), "kind").equals("struct");
            if (isStruct && (name.equals("struct_size") || (name.equals("stride_bytes") && length(other) != null))) {
                return api.sizeOf(target(other));
            }
        }
        throw new Fault("the argument " + name + " is missing");
    }

    private long givenNumber(Map<String, Object> function, String name, Map<String, Object> with) {
        if (Character.isDigit(name.charAt(0))) {
            return Long.parseLong(name);
        }
        return with.containsKey(name) ? values.number(with.get(name)) : defaultOf(function, name, with);
    }

    private Argument output(Map<String, Object> function, Object parameter, Map<String, Object> with) {
        String name = text(parameter, "name");
        Map<String, Object> target = target(parameter);
        Argument argument = new Argument(parameter);
        if (with.containsKey(name) && with.get(name) == null) {
            return argument;
        }
        if (with.get(name) instanceof String) { // memory from an earlier step
            argument.value = values.number(with.get(name));
            return argument;
        }
        boolean isStruct = text(target, "kind").equals("struct");
        argument.stride = api.sizeOf(target);
        if (length(parameter) != null) {
            argument.count = givenNumber(function, length(parameter), with);
            if (isStruct) {
                argument.stride = givenNumber(function, "stride_bytes", with);
            }
            argument.memory = arena.allocate(argument.count * Math.max(argument.stride, api.sizeOf(target)));
        } else if (isStruct) {
            structOutput(argument, function, with);
        } else {
            argument.memory = arena.allocate(argument.stride);
            ContractArena.fill(argument.memory, argument.stride, ContractValues.JUNK);
        }
        argument.value = argument.memory;
        return argument;
    }

    private void structOutput(Argument argument, Map<String, Object> function, Map<String, Object> with) {
        Map<String, Object> target = target(argument.parameter);
        Object given = with.getOrDefault(text(argument.parameter, "name"), Map.of());
        Map<String, Object> members = Json.map(given);
        argument.memory = values.junkStructure(text(target, "c"), members);
        Object size = members.getOrDefault("struct_size", argument.stride);
        argument.structSize = values.number(size);
    }

    private Object readOutput(Argument argument) {
        Map<String, Object> target = target(argument.parameter);
        if (length(argument.parameter) == null) {
            return values.read(argument.memory, target);
        }
        byte[] all = ContractArena.bytes(argument.memory, argument.count);
        switch (text(target, "kind")) {
            case "void":
                return java.util.HexFormat.of().formatHex(all);
            case "character":
                return Text.in(all, 0, all.length);
            default:
                List<Object> elements = new ArrayList<>();
                for (long i = 0; i < argument.count; i++) {
                    elements.add(values.read(argument.memory + i * argument.stride, target));
                }
                return elements;
        }
    }

    // ---- rules for every call ----

    private String statusText(int status) {
        return status + " (" + ClmemException.statusName(status) + "): " + calls.record().get(3);
    }

    /** A failed call writes the error record; a successful one must not change it, except by calls in callbacks. */
    private void checkRecord(
            Map<String, Object> one, String name, int status, List<Object> before, boolean calledBack) {
        List<Object> after = calls.record();
        if (status == 0 || name.equals("clmem_error_last")) {
            if (!calledBack && !after.equals(before)) {
                throw new Mismatch("a successful call changed the error record: " + after.get(3));
            }
            return;
        }
        if (!after.get(0).equals((long) status) || !after.get(2).equals(name) || after.get(3).equals("")) {
            throw new Mismatch("expected the error record of " + name + "() with status " + status + ", got "
                    + after.get(0) + " in " + after.get(2) + "(): " + after.get(3));
        }
        calls.checkException(after);
        if (one.containsKey("message")) {
            values.match(one.get("message"), after.get(3), "the message");
        }
        if (one.containsKey("opencl_code")) {
            values.match(one.get("opencl_code"), after.get(1), "the record's opencl_code");
        }
    }

    /** A failed call must set every output to zero, except a struct's size. */
    private void checkZeroed(List<Argument> arguments) {
        for (Argument each : arguments) {
            if (each.memory == 0 || length(each.parameter) != null) {
                continue;
            }
            long known = api.sizeOf(target(each.parameter));
            boolean isStruct = text(target(each.parameter), "kind").equals("struct");
            if (isStruct && (each.structSize < known || each.structSize > 65536)) {
                continue;
            }
            long begin = isStruct ? 4 : 0;
            requireZero(each.memory + begin, known - begin, text(each.parameter, "name") + " is not zeroed");
        }
    }

    /** If the caller's struct is larger than the library's, the call must set the rest to zero. */
    private void checkTails(List<Argument> arguments) {
        for (Argument each : arguments) {
            if (each.structSize != 0) {
                long known = Math.min(each.structSize, api.sizeOf(target(each.parameter)));
                String message = text(each.parameter, "name") + " is not zeroed beyond its known members";
                requireZero(each.memory + known, each.structSize - known, message);
            }
        }
    }

    private static void requireZero(long at, long count, String message) {
        byte[] found = ContractArena.bytes(at, count);
        if (!Arrays.equals(found, new byte[found.length])) {
            throw new Mismatch(message);
        }
    }

    /** Records what must be released at the end, and forgets what a call has released. */
    private void own(List<Argument> arguments) {
        for (Argument each : arguments) {
            if (!isOwned(each.parameter)) {
                continue;
            }
            if (!isOutput(each.parameter)) {
                for (int i = owned.size() - 1; i >= 0; i--) {
                    if (owned.get(i).value == each.value) { // of any type: a buffer may be released as memory
                        owned.remove(i);
                        break;
                    }
                }
                continue;
            }
            Map<String, Object> target = target(each.parameter);
            String kind = text(target, "kind");
            if (each.memory != 0 && (kind.equals("handle") || kind.equals("opencl"))) {
                Object value = values.read(each.memory, target);
                if (value != null) {
                    owned.add(new Owned(text(target, "c"), (Long) value));
                }
            }
        }
    }
}
