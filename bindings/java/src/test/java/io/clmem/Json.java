package io.clmem;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads JSON as Map, List, String, Long, Double, Boolean and null. Large unsigned numbers become negative longs. */
final class Json {
    static final Path ROOT = Path.of(System.getProperty("clmem.root")).toAbsolutePath().normalize();
    private static final Gson TEXT = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

    private Json() {}

    static Map<String, Object> read(String file) {
        return read(ROOT.resolve(file));
    }

    static Map<String, Object> read(Path file) {
        try {
            return map(plain(JsonParser.parseString(Files.readString(file))));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }

    static String text(Object value) {
        return TEXT.toJson(value);
    }

    static Object parse(String text) {
        return plain(JsonParser.parseString(text));
    }

    private static Object plain(JsonElement element) {
        if (element.isJsonNull()) {
            return null;
        }
        if (element.isJsonArray()) {
            List<Object> list = new ArrayList<>();
            element.getAsJsonArray().forEach(each -> list.add(plain(each)));
            return list;
        }
        if (element.isJsonObject()) {
            Map<String, Object> map = new LinkedHashMap<>();
            element.getAsJsonObject().entrySet().forEach(each -> map.put(each.getKey(), plain(each.getValue())));
            return map;
        }
        if (element.getAsJsonPrimitive().isString()) {
            return element.getAsString();
        }
        if (element.getAsJsonPrimitive().isBoolean()) {
            return element.getAsBoolean();
        }
        String number = element.getAsString();
        boolean isWhole = number.chars().allMatch(c -> c == '-' || Character.isDigit(c));
        if (isWhole) {
            return new BigInteger(number).longValue();
        }
        return Double.valueOf(number);
    }
}
