package io.clmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.lwjgl.opencl.CL10;

/** What the classes do when a driver fails. */
class DriverFaultsTest {
    @Test
    void aFailedImportLeavesTheReferences() {
        try (FaultyBuffer object = new FaultyBuffer(false)) {
            for (boolean retain : new boolean[] {true, false}) {
                ClmemException failure = assertThrows(ClmemException.class, () -> Memory.of(object.mem(), retain));
                assertEquals("clmem_memory_describe", failure.function());
                assertEquals(CL10.CL_OUT_OF_RESOURCES, failure.openclCode());
                assertEquals(1, object.references());
            }
        }
    }

    @Test
    void anImportRetainsAndTakingOverDoesNot() {
        try (FaultyBuffer object = new FaultyBuffer(true)) {
            Memory same = Memory.of(object.mem(), true);
            assertInstanceOf(DeviceBuffer.class, same);
            assertEquals(2, object.references());
            same.close();
            assertEquals(1, object.references());
            Memory taken = Memory.of(object.mem(), false);
            assertEquals(1, object.references());
            taken.close();
            assertEquals(0, object.references());
        }
    }
}
