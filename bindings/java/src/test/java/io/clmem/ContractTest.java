package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.clmem.ContractInterface.Fault;
import io.clmem.ContractInterface.Mismatch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Runs the contract's cases through the class Native: every function and every documented error. */
class ContractTest {
    private static final Map<String, Object> COMMON = Json.read("tests/contract/common.json");
    private static final ContractInterface API = new ContractInterface(Json.map(COMMON.get("constants")));

    static ContractScript script() {
        return new ContractScript(API, Json.map(COMMON.get("given")));
    }

    static Map<String, Map<String, Object>> cases() {
        Map<String, Map<String, Object>> cases = new LinkedHashMap<>();
        try (Stream<Path> files = Files.list(Json.ROOT.resolve("tests/contract/cases"))) {
            for (Path file : files.sorted().toList()) {
                String section = file.getFileName().toString().replace(".json", "");
                for (Object one : Json.list(Json.read(file).get("cases"))) {
                    cases.put(section + ": " + Json.map(one).get("name"), Json.map(one));
                }
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        return cases;
    }

    @TestFactory
    Stream<DynamicTest> everyCase() {
        Device device = Device.choose();
        String platform = device.info().platformName();
        Set<String> features = ContractOpenCl.features(device);
        Set<String> exceptions = exceptions(platform);
        return cases().entrySet().stream().map(each -> DynamicTest.dynamicTest(
                each.getKey(), () -> run(each.getKey(), each.getValue(), features, exceptions)));
    }

    private static Set<String> exceptions(String platform) {
        Set<String> titles = new java.util.HashSet<>();
        for (Object each : Json.list(Json.read("tests/contract/exceptions.json").get("exceptions"))) {
            if (Json.map(each).get("platform").equals(platform)) {
                titles.add((String) Json.map(each).get("case"));
            }
        }
        return titles;
    }

    private static void run(String title, Map<String, Object> one, Set<String> features, Set<String> exceptions)
            throws Exception {
        List<String> lacks = lacking(one, features);
        Assumptions.assumeTrue(lacks.isEmpty(), () -> "the device lacks " + lacks);
        Assumptions.assumeFalse(exceptions.contains(title), "tests/contract/exceptions.json says why");
        if (one.containsKey("environment")) {
            runInChild(title, Json.map(one.get("environment")));
        } else {
            script().run(one);
        }
    }

    private static List<String> lacking(Map<String, Object> one, Set<String> features) {
        List<String> lacks = new ArrayList<>();
        for (Object each : Json.list(one.getOrDefault("needs", List.of()))) {
            String need = (String) each;
            String feature = need.replaceFirst("^no ", "");
            if (!ContractOpenCl.isKnown(feature)) {
                throw new Fault("the case needs an unknown feature: " + need);
            }
            if (features.contains(feature) == need.startsWith("no ")) {
                lacks.add(need);
            }
        }
        return lacks;
    }

    /** Runs a case that sets environment variables in another process, because the library is loaded only once. */
    private static void runInChild(String title, Map<String, Object> environment) throws Exception {
        ProcessBuilder builder = JavaProcess.of(Main.class.getName(), title);
        environment.forEach((name, value) -> builder.environment().put(name, (String) value));
        JavaProcess.output(builder);
    }

    /** Runs one case. */
    static final class Main {
        public static void main(String[] arguments) {
            script().run(cases().get(arguments[0]));
        }
    }

    @TestFactory
    Stream<DynamicTest> theRunnerFindsFaults() {
        return Json.list(Json.read("tests/contract/must_fail.json").get("cases")).stream().map(each -> {
            Map<String, Object> one = Json.map(each);
            return DynamicTest.dynamicTest((String) one.get("name"), () -> {
                RuntimeException found = assertThrows(RuntimeException.class, () -> script().run(one));
                assertTrue(found instanceof Fault || found instanceof Mismatch, found.toString());
                assertTrue(found.getMessage().contains((String) one.get("says")), found.getMessage());
            });
        });
    }

    @Test
    void nativeHasEveryFunction() {
        assertEquals(List.of(), API.functions.keySet().stream().filter(name -> !ContractCalls.has(name)).toList());
    }
}
