package io.clmem;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The functions, callbacks, structs and constants that the contract's cases refer to by name, from build/docs/api.json. */
final class ContractInterface {
    private static final Map<String, Integer> SIZES = Map.of(
            "int32_t", 4, "uint32_t", 4, "clmem_status", 4, "float", 4,
            "int64_t", 8, "uint64_t", 8, "size_t", 8, "double", 8);

    final Map<String, Map<String, Object>> functions = new HashMap<>();
    final Map<String, Map<String, Object>> callbacks = new HashMap<>();
    final Map<String, Map<String, Object>> structs = new HashMap<>();
    final Map<String, String> releases = new HashMap<>();
    private final Map<String, Long> constants = new HashMap<>();

    /** A mistake in the case. */
    static final class Fault extends RuntimeException {
        private static final long serialVersionUID = 1;

        Fault(String message) {
            super(message);
        }
    }

    /** The library does not behave as the case expects. */
    static final class Mismatch extends RuntimeException {
        private static final long serialVersionUID = 1;

        Mismatch(String message) {
            super(message);
        }
    }

    ContractInterface(Map<String, Object> more) {
        Map<String, Object> api = Json.read("build/docs/api.json");
        index(api.get("functions"), functions);
        index(api.get("callbacks"), callbacks);
        index(api.get("structs"), structs);
        functions.forEach((name, function) -> {
            List<Object> parameters = parameters(function);
            if (name.endsWith("_release") && parameters.size() == 1) {
                releases.put(text(type(parameters.get(0)), "c"), name);
            }
            for (Object error : Json.list(function.get("errors"))) {
                constants.put(text(error, "status"), (Long) Json.map(error).get("value"));
            }
        });
        structs.forEach((name, struct) -> constants.put("sizeof " + name, (Long) struct.get("size")));
        constant(api.get("constants"));
        Json.list(api.get("enums")).forEach(each -> constant(Json.map(each).get("values")));
        more.forEach((name, value) -> constants.putIfAbsent(name, (Long) value));
    }

    private static void index(Object entries, Map<String, Map<String, Object>> into) {
        Json.list(entries).forEach(each -> into.put(text(each, "name"), Json.map(each)));
    }

    private void constant(Object values) {
        Json.list(values).forEach(each -> constants.put(text(each, "name"), (Long) Json.map(each).get("value")));
    }

    static String text(Object entry, String key) {
        return (String) Json.map(entry).get(key);
    }

    static List<Object> parameters(Map<String, Object> function) {
        return Json.list(function.get("parameters"));
    }

    static Map<String, Object> type(Object entry) {
        return Json.map(Json.map(entry).get("type"));
    }

    static Map<String, Object> target(Object parameter) {
        return Json.map(type(parameter).get("target"));
    }

    static boolean isOutput(Object parameter) {
        return text(parameter, "direction").equals("out");
    }

    static boolean isOwned(Object parameter) {
        return text(parameter, "ownership").equals("owned");
    }

    static String length(Object parameter) {
        return text(parameter, "length");
    }

    static <T> T find(Map<String, T> kind, String name, String what) {
        T found = kind.get(name);
        if (found == null) {
            throw new Fault("there is no " + what + " " + name);
        }
        return found;
    }

    long constant(String name) {
        return find(constants, name, "constant");
    }

    Map<String, Object> structure(String name) {
        return find(structs, name, "struct");
    }

    long sizeOf(Map<String, Object> type) {
        return switch (text(type, "kind")) {
            case "struct" -> (Long) structure(text(type, "c")).get("size");
            case "array" -> (Long) type.get("length") * sizeOf(Json.map(type.get("element")));
            case "character", "void" -> 1;
            case "integer", "status", "floating" -> find(SIZES, text(type, "c"), "number type");
            default -> 8; // handles, OpenCL objects, pointers, callbacks
        };
    }
}
