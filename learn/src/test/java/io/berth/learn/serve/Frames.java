package io.berth.learn.serve;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a client writes, and what it reads. */
final class Frames {
    private static final int HEADER = EnvironmentProtocol.HEADER_BYTES;

    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    /** A reply. */
    record Answer(int kind, byte[] payload) {
        ByteBuffer numbers() {
            return ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
        }

        Tree.Map json() {
            return (Tree.Map) JsonReader.read(Source.text("reply", new String(payload, StandardCharsets.UTF_8)));
        }

        Answer isState() {
            assertThat(kind).as("%s", this).isEqualTo(EnvironmentProtocol.STATE);
            return this;
        }

        void refuses(Refusal refusal, String... words) {
            assertThat(kind).as("%s", this).isEqualTo(EnvironmentProtocol.ERROR);
            assertThat(text("error")).isEqualToIgnoringCase(refusal.name());
            assertThat(text("message")).contains(words);
        }

        String text(String key) {
            for (Tree.Entry entry : json().entries()) {
                if (entry.key().equals(key)) {
                    return ((Tree.Scalar) entry.value()).value();
                }
            }
            throw new AssertionError("no " + key + " in " + this);
        }

        @Override
        public String toString() {
            return "kind " + kind + ": " + new String(payload, StandardCharsets.UTF_8);
        }
    }

    static ByteBuffer numbers(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** A frame whose length is that of its payload. */
    static byte[] frame(int kind, byte[] payload) {
        return numbers(HEADER + payload.length)
                .putInt(payload.length)
                .putInt(kind)
                .put(payload)
                .array();
    }

    static byte[] helloFrame(AutoReset mode) {
        byte[] payload = numbers(12)
                .putInt(EnvironmentProtocol.MAGIC)
                .putInt(EnvironmentProtocol.VERSION)
                .putInt(mode.ordinal())
                .array();
        return frame(EnvironmentProtocol.HELLO, payload);
    }

    static byte[] resetFrame(int which, long... seeds) {
        ByteBuffer payload = numbers(seeds.length * 9);
        for (long seed : seeds) {
            payload.putLong(seed);
        }
        Arrays.fill(payload.array(), seeds.length * 8, seeds.length * 9, (byte) which);
        return frame(EnvironmentProtocol.RESET, payload.array());
    }

    static byte[] stepFrame(int... actions) {
        ByteBuffer payload = numbers(actions.length * 4);
        for (int action : actions) {
            payload.putInt(action);
        }
        return frame(EnvironmentProtocol.STEP, payload.array());
    }

    Frames hello(AutoReset mode) {
        return raw(helloFrame(mode));
    }

    Frames reset(long... seeds) {
        return raw(resetFrame(EnvironmentProtocol.WITH_SEED, seeds));
    }

    Frames step(int... actions) {
        return raw(stepFrame(actions));
    }

    Frames close() {
        return raw(frame(EnvironmentProtocol.CLOSE, new byte[0]));
    }

    Frames raw(byte... bytes) {
        written.writeBytes(bytes);
        return this;
    }

    /** All replies of {@code server} to what was written, after which the stream ends. */
    List<Answer> to(EnvironmentServer server) {
        return answers(bytesTo(server));
    }

    byte[] bytesTo(EnvironmentServer server) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            server.serve(new ByteArrayInputStream(written.toByteArray()), out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    private static List<Answer> answers(byte[] bytes) {
        ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<Answer> answers = new ArrayList<>();
        while (all.hasRemaining()) {
            byte[] payload = new byte[all.getInt()];
            int kind = all.getInt();
            all.get(payload);
            answers.add(new Answer(kind, payload));
        }
        return answers;
    }
}
