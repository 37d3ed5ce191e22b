package io.clmem;

import static io.clmem.ContractInterface.isOutput;
import static io.clmem.ContractInterface.parameters;
import static io.clmem.ContractInterface.text;
import static io.clmem.ContractInterface.type;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The callbacks of a case: their arguments, their results, and the steps that they take. */
final class ContractCallbacks {
    private final ContractScript script;
    private final Map<String, Long> called = new ConcurrentHashMap<>();
    private volatile int total;
    private long nextAddress;

    ContractCallbacks(ContractScript script) {
        this.script = script;
    }

    long count(String name) {
        return called.getOrDefault(name, 0L);
    }

    int total() {
        return total;
    }

    long address(String type) {
        return Native.callback(kind(type).ordinal());
    }

    private static CallbackKind kind(String type) {
        return CallbackKind.valueOf(type.replace("clmem_", "").replaceAll("_fn$", "").toUpperCase());
    }

    /** The target of a struct's user pointer, with a description for each type of callback. */
    Callbacks.Target target(Map<String, Object> descriptions) {
        return (kind, words) -> {
            for (Map.Entry<String, Object> each : descriptions.entrySet()) {
                if (kind(each.getKey()) == kind) {
                    return callBack(each.getKey(), Json.map(each.getValue()), words);
                }
            }
            throw new AssertionError("the case has no callback " + kind);
        };
    }

    private long callBack(String type, Map<String, Object> description, long[] words) {
        String name = (String) description.get("callback");
        long number = called.merge(name, 1L, Long::sum);
        total++;
        try {
            List<Object> parameters = parameters(script.api.callbacks.get(type));
            Map<String, Object> seen = new LinkedHashMap<>();
            for (int i = 0; i < words.length; i++) {
                if (!isOutput(parameters.get(i))) {
                    seen.put(text(parameters.get(i), "name"), words[i]);
                }
            }
            script.values.set(name, seen);
            script.steps(Json.list(description.getOrDefault("steps", List.of())));
            Object returns = description.getOrDefault("returns", 0L);
            if (returns instanceof List) {
                List<Object> all = Json.list(returns);
                returns = all.get((int) Math.min(number, all.size()) - 1);
            }
            long result = script.values.number(returns);
            for (int i = 0; i < words.length; i++) {
                if (isOutput(parameters.get(i)) && !(type.equals("clmem_memory_allocate_fn") && result != 0)) {
                    nextAddress += 0x100000;
                    Object gives = description.containsKey("gives") ? description.get("gives") : (Object) nextAddress;
                    script.values.write(words[i], Json.map(type(parameters.get(i)).get("target")), gives, null);
                }
            }
            return result;
        } catch (RuntimeException problem) { // reported by the calling step: no exception may pass through the library
            script.fail(problem.getMessage());
            return 0;
        }
    }
}
