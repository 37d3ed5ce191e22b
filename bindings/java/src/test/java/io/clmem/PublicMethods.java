package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Calls every public method with valid arguments, of which one at a time is replaced by one that must be refused. */
final class PublicMethods implements AutoCloseable {
    private static final Set<Class<?>> RESULTS = Set.of(
            Device.class, Figure.class, Characterize.Conflicts.class, Characterize.Banks.class, Event.Times.class);

    private final Map<Class<?>, Object> samples = new LinkedHashMap<>();
    private final Map<Class<?>, Consumer<Object>> uses = new LinkedHashMap<>();

    PublicMethods(Device device, Context context, CommandQueue queue, Pool pool) {
        Program program = Program.built(context, "kernel void k(global int *a) {}", null);
        DeviceBuffer buffer = DeviceBuffer.create(context, Set.of(), 4096);
        Kernel kernel = program.kernel("k").set(0, buffer);
        Provider provider = Provider.virtual(VirtualOptions.DEFAULTS);
        ImageArray array = new ImageArray(ElementKind.FLOAT, 4, 1, false, List.of(4L, 8L), ByteBuffer.allocate(128));
        for (Object sample : new Object[] {
            device, context, queue, pool, program, buffer, kernel, provider, array,
            device.characterize(), device.data(), new DeviceRules(DeviceRules.capability(9, 0)),
            Launch.of(1, 1, 1), PoolOptions.builder(), PoolOptions.builder().build(),
            AllocationOptions.DEFAULTS, VirtualOptions.DEFAULTS,
            Place.of(buffer), Transfer.of(Place.of(buffer), Place.of(buffer)),
            ImageDescription.of2d(ChannelOrder.RGBA, ChannelType.UNSIGNED_INT8, 4, 4),
            Recorder.ring(0), Recorder.ring(0).create(),
            ByteBuffer.allocateDirect(64), "text",
            new byte[] {1}, new double[4], new long[] {1, 1, 1}, new int[4], new Event[0]
        }) {
            samples.put(sample.getClass(), sample);
        }
        samples.put(Set.class, Set.of());
        samples.put(List.class, List.of(1L, 1L));
        samples.put(Path.class, Path.of("unused"));
        samples.put(Memory.class, buffer);
        samples.put(ByteBuffer.class, samples.remove(ByteBuffer.allocateDirect(1).getClass()));
        if (device.info().features().contains(DeviceFeature.SVM_COARSE)) {
            samples.put(Svm.class, Svm.allocate(context, Set.of(), 64, 0, queue));
        }
        if (device.info().features().contains(DeviceFeature.IMAGE)) {
            ImageDescription description = (ImageDescription) samples.get(ImageDescription.class);
            samples.put(Image.class, Image.create(context, Set.of(), description));
            samples.put(Sampler.class, Sampler.create(context, false, AddressingMode.NONE, FilterMode.NEAREST));
        }
        uses.put(Launch.class, launch -> kernel.run(queue, (Launch) launch));
        uses.put(
                PoolOptions.Builder.class,
                builder -> Pool.create(provider, ((PoolOptions.Builder) builder).build()).close());
        uses.put(Place.class, place -> Transfer.of((Place) place, Place.ofArray(new int[4])).run(queue));
        uses.put(Transfer.class, transfer -> ((Transfer) transfer).run(queue));
        uses.put(ImageDescription.class, image -> Image.create(context, Set.of(), (ImageDescription) image).close());
        uses.put(ImageArray.class, image -> Image.of(context, Set.of(), (ImageArray) image).close());
        uses.put(AllocationOptions.class, options -> pool.allocate(1, (AllocationOptions) options).close());
        uses.put(VirtualOptions.class, options -> Provider.virtual((VirtualOptions) options).close());
        uses.put(DeviceData.class, data -> new DeviceRules((DeviceData) data));
    }

    /** One argument of a call, which {@link #name} names. */
    record Argument(String call, int index, Class<?> type, Object value) {}

    /** Counts the calls that refuse a replaced argument, and fails if any call accepts one. */
    int countRefusals(
            Predicate<Argument> isReplaced, Function<Argument, Object> replacement, Predicate<Throwable> isRefusal)
            throws ReflectiveOperationException, IOException, URISyntaxException {
        List<String> accepted = new ArrayList<>();
        int refused = 0;
        for (Executable call : all()) {
            Object[] arguments = arguments(call);
            for (int i = 0; arguments != null && i < arguments.length; i++) {
                Argument argument = new Argument(name(call), i, call.getParameterTypes()[i], arguments[i]);
                if (!isReplaced.test(argument)) {
                    continue;
                }
                Object[] changed = arguments.clone();
                changed[i] = replacement.apply(argument);
                Throwable thrown = call(call, changed);
                if (isRefusal.test(thrown)) {
                    refused++;
                } else {
                    accepted.add(argument.call + ", parameter " + i + ": " + thrown);
                }
            }
        }
        assertEquals("", String.join("\n", accepted));
        return refused;
    }

    /** Public methods and constructors, except those of classes that only the library creates. */
    private static List<Executable> all() throws IOException, URISyntaxException {
        Path classes = Path.of(Clmem.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (Stream<Path> files = Files.list(classes.resolve("io/clmem"))) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".class") && !name.equals("package-info.class"))
                    .sorted()
                    .map(name -> load(name.substring(0, name.length() - ".class".length())))
                    .filter(PublicMethods::takesArguments)
                    .flatMap(type -> Stream.<Executable>concat(
                            Stream.of(type.getConstructors()), Stream.of(type.getDeclaredMethods())))
                    .filter(each -> Modifier.isPublic(each.getModifiers()) && !each.isSynthetic())
                    .filter(each -> !each.getName().equals("equals"))
                    .toList();
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName("io.clmem." + name, false, Clmem.class.getClassLoader());
        } catch (ClassNotFoundException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private static boolean takesArguments(Class<?> type) {
        boolean isPublic = Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || Modifier.isPublic(type.getEnclosingClass().getModifiers()));
        Path generated = Json.ROOT.resolve("bindings/java/src/main/generated/io/clmem");
        boolean isGenerated = Files.exists(generated.resolve(type.getSimpleName() + ".java"));
        return isPublic
                && (!isGenerated || type == DeviceData.class)
                && !type.isEnum()
                && !type.isInterface()
                && !Throwable.class.isAssignableFrom(type)
                && !RESULTS.contains(type);
    }

    /** A call's name, such as "Pool.allocate(long)" or "ImageDescription(...)" with its parameter types. */
    private static String name(Executable call) {
        String types = String.join(", ", Stream.of(call.getParameterTypes()).map(Class::getSimpleName).toList());
        boolean isConstructor = call instanceof Constructor;
        String method = isConstructor ? "" : "." + call.getName();
        return call.getDeclaringClass().getSimpleName() + method + "(" + types + ")";
    }

    /** Valid arguments; null if one of them needs a feature that the device lacks. */
    private Object[] arguments(Executable call) {
        Object[] arguments = Stream.of(call.getParameterTypes()).map(this::sample).toArray();
        return Arrays.asList(arguments).contains(null) || receiver(call) == null ? null : arguments;
    }

    private Object sample(Class<?> type) {
        if (type == int.class) {
            return 1;
        }
        if (type == long.class) {
            return 1L;
        }
        if (type == boolean.class) {
            return false;
        }
        if (type.isEnum()) {
            return type.getEnumConstants()[0];
        }
        return samples.get(type);
    }

    private Object receiver(Executable call) {
        boolean hasReceiver = !Modifier.isStatic(call.getModifiers()) && !(call instanceof Constructor);
        return hasReceiver ? samples.get(call.getDeclaringClass()) : "none";
    }

    /** Makes a call, uses its result if that only describes something, and returns what was thrown, or null. */
    private Throwable call(Executable call, Object[] arguments) throws ReflectiveOperationException {
        try {
            Object result = call instanceof Method method
                    ? method.invoke(receiver(call), arguments)
                    : ((Constructor<?>) call).newInstance(arguments);
            if (result != null && uses.containsKey(result.getClass())) {
                uses.get(result.getClass()).accept(result);
            }
            return null;
        } catch (InvocationTargetException thrown) {
            return thrown.getCause();
        } catch (RuntimeException thrown) {
            return thrown;
        }
    }

    @Override
    public void close() throws Exception {
        for (Object sample : samples.values()) {
            if (sample instanceof Resource resource) {
                resource.close();
            }
        }
    }
}
