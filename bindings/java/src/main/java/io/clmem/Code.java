package io.clmem;

/** A constant that has a number in C. */
public interface Code {
    /**
     * Tells the number.
     *
     * @return the constant's value in C
     */
    long code();
}
