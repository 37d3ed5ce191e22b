package io.clmem.junit;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.TestTemplate;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A test that runs once on every chosen device: on those that {@code CLMEM_TEST} or else {@code PYOPENCL_TEST} selects,
 * or on all. Its parameters may be a {@link io.clmem.Device}, a {@link io.clmem.Context} and a
 * {@link io.clmem.CommandQueue} of it, and a {@link io.clmem.Pool} of buffers; they are closed after it. On a machine
 * without a device the test fails, since it would show nothing.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@TestTemplate
@ExtendWith(DeviceExtension.class)
@SuppressWarnings("exports") // JUnit's annotations, as in DeviceExtension
public @interface DeviceTest {}
