package io.clmem;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * An array that an image is made of; its format follows from the elements.
 *
 * @param kind what the elements are
 * @param elementBytes size of one number: 1, 2 or 4
 * @param channels numbers in a pixel; above 1 the last dimension is that long
 * @param normalized true: integers stand for 0 to 1, or -1 to 1
 * @param shape how many elements along each dimension, slowest first, at most 4
 * @param data the elements, without gaps
 */
public record ImageArray(
        ElementKind kind, int elementBytes, int channels, boolean normalized, List<Long> shape, ByteBuffer data) {
    Structs.ImageArray struct(ByteBuffer direct) {
        Structs.ImageArray struct = new Structs.ImageArray()
                .elementKind((int) kind.code())
                .elementBytes(elementBytes)
                .vectorLength(1)
                .channelCount(channels)
                .isNormalized(normalized ? 1 : 0)
                .dimensions(shape.size())
                .data(Host.address(direct))
                .dataBytes(direct.remaining());
        for (int i = 0; i < shape.size(); i++) {
            struct.shape(i, shape.get(i));
        }
        return struct;
    }
}
