package io.berth.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/** Bytes as nobody sends them: what reads them refuses them, and throws nothing else. */
public final class Hostile {
    private static final int MUTATIONS = 5_000;

    private final List<Throwable> wrong = new ArrayList<>();
    private int refused;
    private int taken;

    private Hostile() {}

    /** Reads and uses {@code sound}, what is left of it where it is cut off anywhere, and what random changes make of it. */
    public static <T> void each(byte[] sound, Function<Message, T> reading, Consumer<T> use) {
        Hostile hostile = new Hostile();
        use.accept(reading.apply(Message.of(sound)));
        for (int length = 0; length < sound.length; length++) {
            hostile.one(Arrays.copyOf(sound, length), reading, use);
        }
        Random random = new Random(7);
        for (int i = 0; i < MUTATIONS; i++) {
            hostile.one(mutated(sound, random), reading, use);
        }
        assertThat(hostile.wrong).isEmpty();
        assertThat(hostile.refused).isGreaterThan(MUTATIONS / 10);
        assertThat(hostile.taken).isGreaterThan(MUTATIONS / 10);
    }

    private <T> void one(byte[] bytes, Function<Message, T> reading, Consumer<T> use) {
        for (Message message : List.of(Message.of(bytes), Message.of(new ByteArrayInputStream(bytes)))) {
            try {
                use.accept(reading.apply(message));
                taken++;
            } catch (MalformedException e) {
                refused++;
            } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
                wrong.add(e);
            }
        }
    }

    /** Bytes that are others, are gone, are there twice, or are a length that is out of all proportion. */
    private static byte[] mutated(byte[] sound, Random random) {
        byte[] bytes = sound.clone();
        for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
            int at = random.nextInt(bytes.length);
            int length = Math.min(bytes.length - at, 1 + random.nextInt(8));
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> bytes[at] = (byte) random.nextInt(256);
                case 3, 4 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 5 -> bytes = spliced(bytes, at, at + length, new byte[0]);
                case 6 -> bytes = spliced(bytes, at, at, Arrays.copyOfRange(bytes, at, at + length));
                default -> bytes = spliced(bytes, at, at + 1, new byte[] {-1, -1, -1, -1, (byte) random.nextInt(16)});
            }
        }
        return bytes;
    }

    private static byte[] spliced(byte[] bytes, int from, int to, byte[] by) {
        byte[] all = Arrays.copyOf(bytes, bytes.length - (to - from) + by.length);
        System.arraycopy(by, 0, all, from, by.length);
        System.arraycopy(bytes, to, all, from + by.length, bytes.length - to);
        return all.length == 0 ? bytes : all;
    }
}
