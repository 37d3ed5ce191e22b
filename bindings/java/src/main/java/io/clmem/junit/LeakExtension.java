package io.clmem.junit;

import io.clmem.Experimental;
import io.clmem.LeakCheck;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Does what {@link FailOnLeak} says. Without that annotation, as with {@code @ExtendWith}, its defaults apply. */
@Experimental
@FailOnLeak
@SuppressWarnings("exports") // JUnit's types, as in DeviceExtension
public final class LeakExtension implements BeforeEachCallback, AfterEachCallback {
    private static final ExtensionContext.Namespace OURS = ExtensionContext.Namespace.create(LeakExtension.class);
    private static final int MOST_SHOWN = 10;

    /** Called by JUnit. */
    public LeakExtension() {}

    @Override
    public void beforeEach(ExtensionContext test) {
        test.getStore(OURS).put(LeakCheck.class, LeakCheck.begin(options(test).stackFrames()));
    }

    @Override
    public void afterEach(ExtensionContext test) {
        List<LeakCheck.Leak> leaks;
        try (LeakCheck check = test.getStore(OURS).remove(LeakCheck.class, LeakCheck.class)) {
            leaks = check.leaks();
        }
        long bytes = leaks.stream().mapToLong(LeakCheck.Leak::bytes).sum();
        long allowed = options(test).allowedBytes();
        if (!leaks.isEmpty() && (allowed == 0 || bytes > allowed)) {
            throw new AssertionError(message(leaks, bytes, allowed));
        }
    }

    private static String message(List<LeakCheck.Leak> leaks, long bytes, long allowed) {
        int more = leaks.size() - MOST_SHOWN;
        return "expected the test to leave " + (allowed == 0 ? "no" : "at most " + allowed + " bytes of")
                + " device memory open, got " + bytes + " bytes in " + leaks.size()
                + " memory objects; close them in the test:\n"
                + leaks.stream().limit(MOST_SHOWN).map(LeakCheck.Leak::toString).collect(Collectors.joining("\n"))
                + (more > 0 ? "\nand " + more + " more" : "");
    }

    /** Those of the method, of its class, or of a class around that; otherwise the defaults, which this class has. */
    private static FailOnLeak options(ExtensionContext test) {
        Optional<FailOnLeak> found = AnnotationSupport.findAnnotation(test.getTestMethod(), FailOnLeak.class);
        Class<?> type = test.getRequiredTestClass();
        while (found.isEmpty() && type != null) {
            found = AnnotationSupport.findAnnotation(type, FailOnLeak.class);
            type = type.getEnclosingClass();
        }
        return found.orElseGet(() -> LeakExtension.class.getAnnotation(FailOnLeak.class));
    }
}
