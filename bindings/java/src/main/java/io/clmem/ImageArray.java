package io.clmem;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * An array to create an image from. The elements determine the format.
 *
 * @param kind the kind of the elements
 * @param elementBytes the size of one number: 1, 2 or 4
 * @param channels the numbers in a pixel; above 1 they are the array's last dimension
 * @param normalized true if integers stand for 0 to 1, or -1 to 1
 * @param shape the number of elements along each dimension, slowest first, at most 4 dimensions
 * @param data the elements, without gaps
 */
public record ImageArray(
        ElementKind kind, int elementBytes, int channels, boolean normalized, List<Long> shape, ByteBuffer data) {
    Structs.ImageArray struct(ByteBuffer direct) {
        Structs.ImageArray struct = new Structs.ImageArray()
                .elementKind((int) Objects.requireNonNull(kind, "kind").code())
                .elementBytes(elementBytes)
                .channelCount(channels)
                .isNormalized(normalized ? 1 : 0)
                .dimensions(Objects.requireNonNull(shape, "shape").size())
                .data(Host.address(direct))
                .dataBytes(direct.remaining());
        for (int i = 0; i < shape.size(); i++) {
            struct.shape(i, shape.get(i));
        }
        return struct;
    }
}
