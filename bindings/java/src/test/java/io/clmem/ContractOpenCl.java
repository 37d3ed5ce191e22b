package io.clmem;

import io.clmem.ContractInterface.Fault;
import io.clmem.ContractInterface.Mismatch;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.lwjgl.BufferUtils;
import org.lwjgl.PointerBuffer;
import org.lwjgl.opencl.CL10;
import org.lwjgl.opencl.CL11;
import org.lwjgl.opencl.CL12;

/** What cases need from OpenCL itself, through LWJGL: events, and the device's features. */
final class ContractOpenCl {
    private static final Map<String, DeviceFeature> FEATURES = Map.of(
            "svm_coarse", DeviceFeature.SVM_COARSE,
            "svm_fine", DeviceFeature.SVM_FINE,
            "svm_system", DeviceFeature.SVM_SYSTEM,
            "usm", DeviceFeature.USM,
            "image", DeviceFeature.IMAGE,
            "migrate", DeviceFeature.MIGRATE,
            "out_of_order", DeviceFeature.OUT_OF_ORDER_QUEUE);
    private static final int[] VERSIONS = {110, 120, 200, 210, 300};
    private static final int PIPE_MAX_PACKET_SIZE = 0x1055;
    private static final int PIPE_SUPPORT = 0x1071;

    private ContractOpenCl() {}

    private static void check(int code) {
        if (code != 0) {
            throw new Mismatch("an OpenCL call failed with " + code);
        }
    }

    /** Runs a step. Returns the event that it creates, or 0. */
    static long step(Map<String, Object> one, ContractValues values) {
        String what = (String) one.get("opencl");
        switch (what) {
            case "complete user event":
                int wanted = (int) values.number(one.get("status"));
                check(CL11.clSetUserEventStatus(values.number(one.get("event")), wanted));
                return 0;
            case "event status":
                IntBuffer status = BufferUtils.createIntBuffer(1);
                long event = values.number(one.get("event"));
                check(CL10.clGetEventInfo(event, CL10.CL_EVENT_COMMAND_EXECUTION_STATUS, status, null));
                values.match(one.get("is"), (long) status.get(0), what);
                return 0;
            case "make user event":
                IntBuffer code = BufferUtils.createIntBuffer(1);
                return saved(one, values, CL11.clCreateUserEvent(values.number(one.get("context")), code));
            case "enqueue marker":
                return saved(one, values, marker(values.number(one.get("queue")), values.number(one.get("after"))));
            default:
                throw new Fault("unknown kind of OpenCL step: " + what);
        }
    }

    private static long saved(Map<String, Object> one, ContractValues values, long event) {
        values.set((String) one.get("save"), event);
        return event;
    }

    private static long marker(long queue, long after) {
        PointerBuffer event = BufferUtils.createPointerBuffer(1);
        if (after == 0) {
            check(CL10.clEnqueueMarker(queue, event));
        } else {
            PointerBuffer waits = BufferUtils.createPointerBuffer(1).put(0, after);
            check(CL12.clEnqueueMarkerWithWaitList(queue, waits, event));
        }
        check(CL10.clFlush(queue));
        return event.get(0);
    }

    /** The features that cases may require and that the device has. */
    static Set<String> features(Device device) {
        Set<String> features = new HashSet<>(Set.of("device"));
        DeviceInfo info = device.info();
        FEATURES.forEach((name, feature) -> {
            if (info.features().contains(feature)) {
                features.add(name);
            }
        });
        for (int version : VERSIONS) {
            if (info.openclVersion() >= version) {
                features.add("opencl_" + version);
            }
        }
        if (!info.platformName().equals("Oclgrind")) {
            features.add("user_event");
        }
        if (number(device, CL10.CL_DEVICE_COMPILER_AVAILABLE) != 0) {
            features.add("compiler");
        }
        // Before OpenCL 3.0 pipes were mandatory, and the driver does not know the second property.
        if (number(device, PIPE_MAX_PACKET_SIZE) > 0 && number(device, PIPE_SUPPORT) != 0) {
            features.add("pipe");
        }
        return features;
    }

    /** Returns a four-byte property; -1 if the driver does not know it. */
    private static int number(Device device, int property) {
        ByteBuffer value = BufferUtils.createByteBuffer(8);
        return CL10.clGetDeviceInfo(device.handle(), property, value, null) == 0 ? value.getInt(0) : -1;
    }

    static boolean isKnown(String feature) {
        return FEATURES.containsKey(feature) || feature.matches("device|pipe|compiler|user_event|opencl_\\d+");
    }
}
