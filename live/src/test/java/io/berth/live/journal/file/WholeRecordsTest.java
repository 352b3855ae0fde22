package io.berth.live.journal.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.journal.Frame;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.live.journal.RandomFrames;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WholeRecordsTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void wholeRecordsAreFoundWhereLookingAtEachOffsetFindsThem(int seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 40; round++) {
            byte[] bytes = noise(random, 1 + random.nextInt(3_000));
            if (random.nextInt(4) > 0) {
                byte[] record = record(seed * 100 + round, random.nextInt(3));
                int at = random.nextInt(bytes.length);
                bytes = Arrays.copyOf(bytes, Math.max(bytes.length, at + record.length));
                System.arraycopy(record, 0, bytes, at, record.length);
            }
            for (int from = 0; from < bytes.length; from += 1 + random.nextInt(200)) {
                assertThat(WholeRecords.after(bytes, from, Long.MIN_VALUE))
                        .as("seed %d, round %d, from %d", seed, round, from)
                        .isEqualTo(atEachOffset(bytes, from));
            }
        }
    }

    @Test
    void aRecordOfMoreThan64KilobytesIsFound() {
        ByteSink sink = new ByteSink();
        sink.raw(new byte[77], 0, 77);
        RecordFormat.write(frames(9, 4_000), sink);
        assertThat(sink.size()).isGreaterThan(1 << 17);

        assertThat(WholeRecords.after(sink.toByteArray(), 1, 1)).isEqualTo(77);
    }

    @Test
    void bytesThatSayEverywhereThatALongRecordBeginsTakeNoLongerThanTheirNumber() {
        byte[] bytes = new byte[8 << 20];
        for (int at = 0; at < bytes.length; at++) {
            // Every offset has a length of some hundred thousand bytes or some hundred bytes.
            bytes[at] = (byte) (at % 4 < 2 ? 0 : 3);
        }

        // A checksum at each offset would sum 10^12 bytes.
        Assertions.assertTimeoutPreemptively(
                Duration.ofMinutes(2),
                () -> assertThat(WholeRecords.after(bytes, 1, Long.MIN_VALUE)).isEqualTo(WholeRecords.UNKNOWN));
    }

    @Test
    void aRecordOfATimeThatIsPastIsNone() {
        byte[] record = record(5, 0);

        assertThat(WholeRecords.after(record, 0, 1)).isZero();
        assertThat(WholeRecords.after(record, 0, 2)).isEqualTo(WholeRecords.NONE);
    }

    private static int atEachOffset(byte[] bytes, int from) {
        for (int at = from; at <= bytes.length - RecordFormat.HEAD_BYTES; at++) {
            if (RecordFormat.valid(bytes, at)) {
                return at;
            }
        }
        return -1;
    }

    /** Bytes with many small lengths among them. */
    private static byte[] noise(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        for (int at = 0; at < length; at++) {
            if (random.nextInt(3) > 0) {
                bytes[at] = (byte) random.nextInt(3);
            }
        }
        return bytes;
    }

    private static byte[] record(int seed, int more) {
        ByteSink sink = new ByteSink();
        RecordFormat.write(frames(seed, 1 + 20 * more), sink);
        return sink.toByteArray();
    }

    /** One frame with the events of many. */
    private static Frame frames(int seed, int count) {
        List<Frame> frames = new RandomFrames(seed).frames(count);
        return new Frame(
                1, frames.stream().flatMap(frame -> frame.events().stream()).toList(), null);
    }
}
