/**
 * clmem for Java: the memory runtime for OpenCL.
 *
 * <p>The native libraries are in separate modules, one for each platform, such as
 * {@code io.clmem.natives.linux.x86_64}. No module requires them, so a program on the module path names one:
 * {@code --add-modules io.clmem.natives.linux.x86_64}.
 */
module io.clmem {
    requires static org.junit.jupiter.api; // for io.clmem.junit only

    exports io.clmem;
    exports io.clmem.junit;
}
