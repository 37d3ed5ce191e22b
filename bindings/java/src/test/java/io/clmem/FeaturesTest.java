package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** docs/features.json names what Java has for each feature: all of it is there, and no feature is left out. */
class FeaturesTest {
    private static final Map<String, Object> NAMES = Json.map(Json.read("docs/features.json").get("Java"));

    @Test
    void whatIsNamedIsThere() throws ClassNotFoundException {
        for (Object names : NAMES.values()) {
            for (Object name : Json.list(names)) {
                assertTrue(isThere((String) name), (String) name);
            }
        }
    }

    /** A class, one inside of another, or a method of a class. */
    private static boolean isThere(String name) throws ClassNotFoundException {
        if (name.startsWith("junit.")) {
            return Class.forName("io.clmem." + name).isAnnotation();
        }
        String[] parts = name.split("\\.");
        Class<?> type = Class.forName("io.clmem." + parts[0]);
        return parts.length == 1
                || Arrays.stream(type.getMethods()).anyMatch(method -> method.getName().equals(parts[1]))
                || Arrays.stream(type.getClasses()).anyMatch(inner -> inner.getSimpleName().equals(parts[1]));
    }

    @Test
    void noFeatureIsLeftOut() {
        List<String> missing = new ArrayList<>();
        Json.map(Json.read("tests/contract/rows.json").get("rows")).forEach((row, entry) -> {
            boolean isPythons = Json.map(entry).containsKey("python");
            if (isPythons && Json.list(NAMES.getOrDefault(row, List.of())).isEmpty()) {
                missing.add(row);
            }
        });
        assertEquals(List.of(), missing);
    }
}
