package io.clmem.junit;

import io.clmem.Experimental;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Fails a test, or each test of a class, that leaves device memory open: blocks of pools, buffers, images and pipes that
 * it created through {@code io.clmem}, including those that its {@code @BeforeEach} methods created, and that neither it
 * nor its {@code @AfterEach} methods closed. The message has their number and bytes, and the stack of each creation.
 * Memory of {@code @BeforeAll} methods is not counted. Annotations of a method have precedence over those of its class.
 *
 * <p>The check sees all threads. If tests run in parallel, those with this annotation run one after another, but the
 * memory of other tests that run at the same time is counted.
 */
@Documented
@Experimental
@Inherited
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(LeakExtension.class)
@ResourceLock("io.clmem.memory")
@SuppressWarnings("exports") // JUnit's annotations, as in DeviceExtension
public @interface FailOnLeak {
    /**
     * The most frames of the stacks in the message. Each creation of memory takes a few microseconds more for it.
     *
     * @return the number of frames; 0 for no stacks
     */
    int stackFrames() default 16;

    /**
     * How much a test may leave open, such as for a cache that it fills.
     *
     * @return the number of bytes
     */
    long allowedBytes() default 0;
}
