package io.berth.live.control;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Lines of UTF-8 from somebody who may send anything. */
final class LineReader {
    private final InputStream in;
    private final int longest;
    private byte[] line = new byte[1024];

    /** @param longest bytes of the longest line taken, its end left out */
    LineReader(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /**
     * The next line without its end; null where no whole line follows.
     *
     * @throws ControlException where the line is too long or no UTF-8; the one after it can be read
     */
    @Nullable
    String next() throws IOException {
        int size = 0;
        boolean tooLong = false;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                return null;
            }
            tooLong |= size == longest;
            if (!tooLong) {
                if (size == line.length) {
                    line = Arrays.copyOf(line, Math.min(longest, size * 2));
                }
                line[size++] = (byte) next;
            }
        }
        if (tooLong) {
            throw new ControlException("the line is longer than " + longest + " bytes");
        }
        return decode(size);
    }

    private String decode(int size) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line, 0, size))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ControlException("the line is not UTF-8");
        }
    }
}
