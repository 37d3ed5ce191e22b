package io.clmem.junit;

import io.clmem.Context;
import io.clmem.Device;
import io.clmem.Pool;
import io.clmem.Provider;
import io.clmem.CommandQueue;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;

/** Runs a {@link DeviceTest} on every chosen device. */
@SuppressWarnings("exports") // JUnit's types: who uses this package requires JUnit's module already
public final class DeviceExtension implements TestTemplateInvocationContextProvider {
    /** Called by JUnit. */
    public DeviceExtension() {}

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        return Device.listForTests(null).stream().map(DeviceRun::new);
    }

    /** The runs on one device. */
    private record DeviceRun(Device device) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return device.info().name();
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new TestObjects(device));
        }
    }

    /** Creates a test's parameters when it first asks for them, and closes them after it. */
    private static final class TestObjects implements ParameterResolver, AfterEachCallback {
        private final Device device;
        private Context context;
        private CommandQueue queue;
        private Pool pool;

        TestObjects(Device device) {
            this.device = device;
        }

        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
            Class<?> type = parameter.getParameter().getType();
            return Set.of(Device.class, Context.class, CommandQueue.class, Pool.class).contains(type);
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
            Class<?> type = parameter.getParameter().getType();
            if (type == Device.class) {
                return device;
            }
            return type == Context.class ? context() : type == CommandQueue.class ? queue() : pool();
        }

        private Context context() {
            if (context == null) {
                context = device.createContext();
            }
            return context;
        }

        private CommandQueue queue() {
            if (queue == null) {
                queue = context().createQueue(device);
            }
            return queue;
        }

        private Pool pool() {
            if (pool == null) {
                try (Provider provider = Provider.buffers(context(), Set.of())) {
                    pool = Pool.create(provider);
                }
            }
            return pool;
        }

        @Override
        public void afterEach(ExtensionContext test) {
            for (AutoCloseable object : new AutoCloseable[] {pool, queue, context}) {
                close(object);
            }
        }

        private static void close(AutoCloseable object) {
            try {
                if (object != null) {
                    object.close();
                }
            } catch (RuntimeException failure) {
                throw failure;
            } catch (Exception impossible) {
                throw new AssertionError(impossible);
            }
        }
    }
}
