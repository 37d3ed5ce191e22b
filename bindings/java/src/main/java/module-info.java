/**
 * clmem for Java: the memory runtime for OpenCL.
 *
 * <p>The native libraries are in separate modules, one for each platform, such as
 * {@code io.clmem.natives.linux.x86_64}. This module does not require them: a program's module does, or the program is
 * started with {@code --add-modules io.clmem.natives.linux.x86_64}.
 */
module io.clmem {
    requires static org.junit.jupiter.api; // for io.clmem.junit only

    exports io.clmem;
    exports io.clmem.junit;
}
