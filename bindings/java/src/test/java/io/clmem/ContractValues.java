package io.clmem;

import static io.clmem.ContractInterface.text;

import io.clmem.ContractInterface.Fault;
import io.clmem.ContractInterface.Mismatch;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The values in cases: resolves them, writes them to memory, reads them back, and compares them. */
final class ContractValues {
    static final byte JUNK = (byte) 0xA5;
    private static final Object NULL = new Object();

    private final ContractInterface api;
    private final ContractArena arena;
    private final ContractScript script;
    private final Map<String, Object> variables = new ConcurrentHashMap<>();

    ContractValues(ContractInterface api, ContractArena arena, ContractScript script) {
        this.api = api;
        this.arena = arena;
        this.script = script;
    }

    void set(String name, Object value) {
        variables.put(name, value == null ? NULL : value);
    }

    private Object variable(String path) {
        String[] parts = path.split("\\.");
        Object value = variables.get(parts[0]);
        if (value == null) {
            throw new Fault("nothing is named $" + parts[0]);
        }
        value = value == NULL ? null : value;
        for (int i = 1; i < parts.length; i++) {
            value = part(value, parts[i], path);
        }
        return value;
    }

    private static Object part(Object value, String part, String path) {
        if (value instanceof Map && Json.map(value).containsKey(part)) {
            return Json.map(value).get(part);
        }
        if (value instanceof List && !Json.list(value).isEmpty()) {
            List<Object> list = Json.list(value);
            int index = part.equals("last") ? list.size() - 1 : Integer.parseInt(part);
            if (index < list.size()) {
                return list.get(index);
            }
        }
        throw new Fault("$" + path + " does not exist");
    }

    Object resolved(Object value) {
        if (value instanceof String name && name.startsWith("$")) {
            return variable(name.substring(1));
        }
        if (value instanceof Map && Json.map(value).keySet().equals(java.util.Set.of("sum"))) {
            return Json.list(Json.map(value).get("sum")).stream().mapToLong(this::number).sum();
        }
        return value;
    }

    /** Converts a value to a 64-bit word. */
    long number(Object value) {
        Object plain = resolved(value);
        if (plain == null) {
            return 0;
        }
        if (plain instanceof String name) {
            return api.constant(name);
        }
        if (plain instanceof Long number) {
            return number;
        }
        if (plain instanceof List) {
            return Json.list(plain).stream().mapToLong(this::number).reduce(0, (a, b) -> a | b);
        }
        throw new Fault("expected a number, got " + Json.text(plain));
    }

    // ---- to memory ----

    void write(long at, Map<String, Object> type, Object value, Map<String, Object> callbacks) {
        Object plain = resolved(value);
        String kind = text(type, "kind");
        long size = api.sizeOf(type);
        switch (kind) {
            case "struct" -> {
                long from = structure(text(type, "c"), Json.map(plain));
                ContractArena.write(at, ContractArena.bytes(from, size));
            }
            case "array" -> writeArray(at, type, plain);
            case "callback" -> {
                if (plain != null) {
                    callbacks.put(text(type, "c"), plain);
                }
                writeNumber(at, 8, plain == null ? 0 : script.callbackAddress(text(type, "c")));
            }
            case "pointer" -> {
                boolean isAddress = plain == null || plain instanceof Long;
                writeNumber(at, 8, isAddress ? number(plain) : pointedTo(Json.map(type.get("target")), plain));
            }
            case "floating" -> {
                double number = plain instanceof String name ? api.constant(name) : ((Number) plain).doubleValue();
                writeNumber(at, 8, Double.doubleToRawLongBits(number));
            }
            default -> writeNumber(at, (int) size, number(plain));
        }
    }

    private void writeArray(long at, Map<String, Object> type, Object plain) {
        List<Object> elements = new ArrayList<>();
        if (plain instanceof String characters) {
            for (byte each : characters.getBytes(StandardCharsets.UTF_8)) {
                elements.add((long) each);
            }
        } else {
            elements = Json.list(plain);
        }
        if (elements.size() > (Long) type.get("length")) {
            throw new Fault("too many elements for " + text(type, "c") + ": " + elements.size());
        }
        Map<String, Object> element = Json.map(type.get("element"));
        for (int i = 0; i < elements.size(); i++) {
            write(at + i * api.sizeOf(element), element, elements.get(i), null);
        }
    }

    static void writeNumber(long at, int bytes, long value) {
        byte[] all = new byte[bytes];
        for (int i = 0; i < bytes; i++) {
            all[i] = (byte) (value >> 8 * i);
        }
        ContractArena.write(at, all);
    }

    /** Copies what a pointer must point to, and returns the copy's address. */
    private long pointedTo(Map<String, Object> target, Object value) {
        String kind = text(target, "kind");
        if (value instanceof String characters) {
            boolean isText = kind.equals("character");
            return copy(isText ? (characters + "\0").getBytes(StandardCharsets.UTF_8) : ContractArena.hex(characters));
        }
        if (value instanceof Map && Json.map(value).containsKey("hex")) {
            return copy(ContractArena.hex((String) Json.map(value).get("hex")));
        }
        if (value instanceof List) {
            List<Object> elements = Json.list(value);
            long size = api.sizeOf(target);
            long at = arena.allocate(elements.size() * size);
            for (int i = 0; i < elements.size(); i++) {
                write(at + i * size, target, elements.get(i), null);
            }
            return at;
        }
        if (!kind.equals("struct")) {
            throw new Fault("a pointer cannot have the value " + Json.text(value));
        }
        return structure(text(target, "c"), Json.map(value));
    }

    private long copy(byte[] bytes) {
        long at = arena.allocate(bytes.length);
        ContractArena.write(at, bytes);
        return at;
    }

    /** Creates a struct with its defaults and the given members, and returns its address. */
    private long structure(String name, Map<String, Object> members) {
        if (members.containsKey("wait_events") && !members.containsKey("wait_count")) {
            throw new Fault(name + ": expected wait_count with wait_events, got none: then no event counts");
        }
        Map<String, Object> layout = api.structure(name);
        long known = (Long) layout.get("size");
        long stated = members.containsKey("struct_size") ? number(members.get("struct_size")) : known;
        long at = arena.allocate(Math.max(known, stated));
        writeNumber(at, 4, known);
        Map<String, Object> callbacks = new LinkedHashMap<>();
        for (Map.Entry<String, Object> member : members.entrySet()) {
            if (member.getKey().equals("beyond")) { // the first byte after the known members
                writeNumber(at + known, 1, number(member.getValue()));
                continue;
            }
            Map<String, Object> field = field(layout, member.getKey());
            write(at + (Long) field.get("offset"), ContractInterface.type(field), member.getValue(), callbacks);
        }
        for (Object field : Json.list(layout.get("fields"))) {
            String key = text(field, "name");
            boolean isPointer = text(ContractInterface.type(field), "c").equals("void *");
            boolean isUser = isPointer && (key.equals("user") || key.endsWith("_user"));
            if (isUser && !callbacks.isEmpty() && !members.containsKey(key)) {
                long reference = Native.newReference(script.userTarget(callbacks));
                writeNumber(at + (Long) Json.map(field).get("offset"), 8, reference);
            }
        }
        return at;
    }

    private static Map<String, Object> field(Map<String, Object> layout, String name) {
        for (Object each : Json.list(layout.get("fields"))) {
            if (text(each, "name").equals(name)) {
                return Json.map(each);
            }
        }
        throw new Fault(text(layout, "name") + " has no member " + name);
    }

    /** Creates a struct for an output, filled with junk, and returns its address. */
    long junkStructure(String name, Map<String, Object> members) {
        long known = (Long) api.structure(name).get("size");
        long stated = members.containsKey("struct_size") ? number(members.get("struct_size")) : known;
        long at = arena.allocate(Math.max(known, stated));
        ContractArena.fill(at, Math.max(known, stated), JUNK);
        writeNumber(at, 4, stated);
        return at;
    }

    // ---- from memory ----

    Object read(long at, Map<String, Object> type) {
        String kind = text(type, "kind");
        String c = text(type, "c");
        if (kind.equals("struct")) {
            Map<String, Object> members = new LinkedHashMap<>();
            for (Object field : Json.list(api.structure(c).get("fields"))) {
                long offset = (Long) Json.map(field).get("offset");
                members.put(text(field, "name"), read(at + offset, ContractInterface.type(field)));
            }
            return members;
        }
        if (kind.equals("array")) {
            return readArray(at, type);
        }
        byte[] bytes = ContractArena.bytes(at, api.sizeOf(type));
        long bits = 0;
        for (int i = 0; i < bytes.length; i++) {
            bits |= (bytes[i] & 0xFFL) << 8 * i;
        }
        if (kind.equals("floating")) {
            return Double.longBitsToDouble(bits);
        }
        if (kind.equals("integer") || kind.equals("status")) {
            boolean isSigned = kind.equals("status") || c.startsWith("int");
            return isSigned && bytes.length == 4 ? (long) (int) bits : bits;
        }
        if (kind.equals("character")) {
            return bits;
        }
        if (bits != 0 && kind.equals("pointer") && text(Json.map(type.get("target")), "kind").equals("character")) {
            return Text.at(bits);
        }
        return bits == 0 ? null : (Object) bits;
    }

    private Object readArray(long at, Map<String, Object> type) {
        Map<String, Object> element = Json.map(type.get("element"));
        int length = ((Long) type.get("length")).intValue();
        if (text(element, "kind").equals("character")) {
            return Text.in(ContractArena.bytes(at, length), 0, length);
        }
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            elements.add(read(at + i * api.sizeOf(element), element));
        }
        return elements;
    }

    // ---- comparison ----

    void match(Object expected, Object actual, String what) {
        Object wanted = resolved(expected);
        if (wanted instanceof Map && actual instanceof Map) {
            Json.map(wanted).forEach((key, value) -> {
                if (!Json.map(actual).containsKey(key)) {
                    throw new Fault(what + " has no member " + key);
                }
                match(value, Json.map(actual).get(key), what + "." + key);
            });
        } else if (wanted instanceof Map) {
            Json.map(wanted).forEach((rule, bound) -> {
                Object limit = resolved(bound);
                if (!holds(rule, limit, actual)) {
                    String rest = rule + " " + Json.text(limit);
                    throw new Mismatch(what + ": expected " + rest + ", got " + Json.text(actual));
                }
            });
        } else if (wanted instanceof List && actual instanceof List) {
            List<Object> all = Json.list(wanted);
            if (all.size() != Json.list(actual).size()) {
                throw new Mismatch(what + ": expected " + all.size() + " elements, got " + Json.text(actual));
            }
            for (int i = 0; i < all.size(); i++) {
                match(all.get(i), Json.list(actual).get(i), what + "." + i);
            }
        } else if (!isEqual(wanted, actual)) {
            throw new Mismatch(what + ": expected " + Json.text(wanted) + ", got " + Json.text(actual));
        }
    }

    private boolean isEqual(Object expected, Object actual) {
        if (actual instanceof Double number) {
            return expected instanceof Number && ((Number) expected).doubleValue() == number;
        }
        if (actual instanceof Long && expected != null) {
            return number(expected) == number(actual);
        }
        return Objects.equals(resolved(expected), actual);
    }

    private boolean holds(String rule, Object bound, Object actual) {
        switch (rule) {
            case "not":
                return !isEqual(bound, actual);
            case "one_of":
                return Json.list(bound).stream().anyMatch(each -> isEqual(each, actual));
            case "contains":
                return actual instanceof String text && text.contains((String) bound);
            default:
        }
        if (actual instanceof Double number) {
            int order = Double.compare(number, ((Number) bound).doubleValue());
            return rule.equals("at_least") ? order >= 0 : rule.equals("at_most") && order <= 0;
        }
        if (!(actual instanceof Long)) {
            throw new Mismatch("expected a number, got " + Json.text(actual));
        }
        long number = (Long) actual;
        long limit = number(bound);
        return switch (rule) {
            case "at_least" -> Long.compareUnsigned(number, limit) >= 0;
            case "at_most" -> Long.compareUnsigned(number, limit) <= 0;
            case "multiple_of" -> Long.remainderUnsigned(number, limit) == 0;
            case "has" -> (number & limit) == limit;
            case "lacks" -> (number & limit) == 0;
            default -> throw new Fault("unknown rule " + rule);
        };
    }
}
