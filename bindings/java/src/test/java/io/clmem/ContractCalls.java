package io.clmem;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Calls methods of the class Native by name. Converts words to Java's parameters and copies outputs back to memory. */
final class ContractCalls {
    private static final Map<String, Method> METHODS = Arrays.stream(Native.class.getDeclaredMethods())
            .collect(Collectors.toMap(Method::getName, Function.identity()));

    /** The result of a call with a number that is negative in Java, which is refused before the library is called. */
    static final int REFUSED = Integer.MIN_VALUE;

    private final ContractArena arena;
    private ClmemException thrown;

    ContractCalls(ContractArena arena) {
        this.arena = arena;
    }

    static boolean has(String name) {
        return METHODS.containsKey(name);
    }

    /** Returns the call's status, which is that of the exception if it throws one. */
    int invoke(String name, long... words) {
        Method method = METHODS.get(name);
        Class<?>[] types = method.getParameterTypes();
        Object[] arguments = new Object[words.length];
        for (int i = 0; i < words.length; i++) {
            arguments[i] = argument(types[i], words[i]);
        }
        try {
            method.setAccessible(true);
            method.invoke(null, arguments);
            return 0;
        } catch (InvocationTargetException failed) {
            if (failed.getCause() instanceof ClmemException exception) {
                thrown = exception;
                return exception.status();
            }
            if (failed.getCause() instanceof IllegalArgumentException) {
                return REFUSED;
            }
            throw new ContractInterface.Mismatch(name + "() threw " + failed.getCause());
        } catch (IllegalAccessException impossible) {
            throw new AssertionError(impossible);
        } finally {
            for (int i = 0; i < words.length; i++) {
                copyBack(arguments[i], words[i]);
            }
        }
    }

    private Object argument(Class<?> type, long word) {
        if (type == long.class) {
            return word;
        }
        if (type == int.class) {
            return (int) word;
        }
        if (word == 0) {
            return null;
        }
        ByteBuffer memory = ContractArena.view(word, arena.room(word));
        if (type == byte[].class) {
            byte[] bytes = new byte[memory.remaining()];
            memory.get(bytes);
            return bytes;
        }
        if (type == long[].class) {
            long[] longs = new long[memory.remaining() / 8];
            memory.asLongBuffer().get(longs);
            return longs;
        }
        if (type == int[].class) {
            int[] ints = new int[memory.remaining() / 4];
            memory.asIntBuffer().get(ints);
            return ints;
        }
        double[] doubles = new double[memory.remaining() / 8];
        memory.asDoubleBuffer().get(doubles);
        return doubles;
    }

    private void copyBack(Object argument, long word) {
        if (argument instanceof byte[] bytes) {
            ContractArena.view(word, bytes.length).put(bytes);
        } else if (argument instanceof long[] longs) {
            ContractArena.view(word, 8L * longs.length).asLongBuffer().put(longs);
        } else if (argument instanceof int[] ints) {
            ContractArena.view(word, 4L * ints.length).asIntBuffer().put(ints);
        }
    }

    /** The thread's error record: status, code, function, message. */
    List<Object> record() {
        Structs.Error error = new Structs.Error();
        Native.clmem_error_last(error.bytes);
        List<Object> record = new ArrayList<>();
        record.add((long) error.status());
        record.add((long) error.openclCode());
        record.add(error.function());
        record.add(error.message());
        return record;
    }

    /** Requires that the exception agrees with the error record. */
    void checkException(List<Object> record) {
        boolean isSame = record.get(1).equals((long) thrown.openclCode())
                && record.get(2).equals(thrown.function())
                && thrown.getMessage().equals(record.get(2) + ": " + record.get(3));
        if (!isSame) {
            throw new ContractInterface.Mismatch(
                    "expected an exception with the message " + record.get(3) + ", got " + thrown.getMessage());
        }
    }
}
