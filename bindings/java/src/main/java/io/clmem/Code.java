package io.clmem;

/** A constant with a number in C. */
public interface Code {
    /**
     * Returns the number.
     *
     * @return the constant's value in C
     */
    long code();
}
