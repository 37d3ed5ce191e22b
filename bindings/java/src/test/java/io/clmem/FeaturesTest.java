package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** docs/features.json lists the Java names for each feature. Every name must exist, and no feature may be missing. */
class FeaturesTest {
    private static final Map<String, Object> NAMES = Json.map(Json.read("docs/features.json").get("Java"));

    @Test
    void everyNameExists() throws ClassNotFoundException {
        for (Object names : NAMES.values()) {
            for (Object name : Json.list(names)) {
                assertTrue(exists((String) name), (String) name);
            }
        }
    }

    /** The name is that of a class, a nested class, or a method with its class. */
    private static boolean exists(String name) throws ClassNotFoundException {
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
    void noFeatureIsMissing() {
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
