package io.berth.gateway.fake.openai;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** An image of one point (PNG, ISO/IEC 15948: signature, header, one line of pixels, end). */
final class Png {
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    private static final int HEADER_BYTES = 13;
    private static final byte BITS = 8;
    /** Red, green and blue. */
    private static final byte COLOURS = 2;
    /** Length, name and check of a part. */
    private static final int FRAME_BYTES = 12;

    private Png() {}

    /** One point of the colour of the low three bytes of {@code colour}. */
    static byte[] of(int colour) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).putInt(1).putInt(1);
        header.put(BITS).put(COLOURS);
        byte[] line = {0, (byte) (colour >> 16), (byte) (colour >> 8), (byte) colour};
        ByteArrayOutputStream image = new ByteArrayOutputStream();
        image.writeBytes(SIGNATURE);
        image.writeBytes(part("IHDR", header.array()));
        image.writeBytes(part("IDAT", deflated(line)));
        image.writeBytes(part("IEND", new byte[0]));
        return image.toByteArray();
    }

    private static byte[] part(String name, byte[] data) {
        byte[] letters = name.getBytes(StandardCharsets.US_ASCII);
        CRC32 check = new CRC32();
        check.update(letters);
        check.update(data);
        return ByteBuffer.allocate(FRAME_BYTES + data.length)
                .putInt(data.length)
                .put(letters)
                .put(data)
                .putInt((int) check.getValue())
                .array();
    }

    private static byte[] deflated(byte[] data) {
        try (Deflater deflater = new Deflater()) {
            deflater.setInput(data);
            deflater.finish();
            byte[] out = new byte[64];
            int length = deflater.deflate(out);
            return ByteBuffer.allocate(length).put(out, 0, length).array();
        }
    }
}
