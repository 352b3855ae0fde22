package io.berth.live.journal;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.live.journal.file.RecordFormat;
import io.berth.live.journal.file.SegmentHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;

/** Changes journals so that their checksums are right again: only who reads the content can find what is wrong. */
final class HostileFiles {
    private static final int SNAPSHOT_HEAD = 24;
    private static final long[] NUMBERS = {
        -1, 0, 1, 2, 63, 64, 1 << 20, Integer.MAX_VALUE, 1L << 31, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE, -1L << 31
    };

    private final Random random;

    HostileFiles(long seed) {
        this.random = new Random(seed);
    }

    /** Changes one to three places of the journal in {@code folder}. */
    void change(Path folder) throws IOException {
        List<Path> snapshots = JournalFolder.files(folder, "snapshot-*");
        List<Path> segments = JournalFolder.files(folder, "segment-*");
        for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
            if (!snapshots.isEmpty() && random.nextInt(4) == 0) {
                snapshot(snapshots.get(random.nextInt(snapshots.size())));
            } else {
                segment(segments.get(random.nextInt(segments.size())));
            }
        }
        if (random.nextInt(3) == 0) {
            JournalFolder.unmark(folder);
        }
    }

    private void snapshot(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        byte[] payload = changed(Arrays.copyOfRange(bytes, SNAPSHOT_HEAD, bytes.length));
        byte[] changed = Arrays.copyOf(bytes, SNAPSHOT_HEAD + payload.length);
        System.arraycopy(payload, 0, changed, SNAPSHOT_HEAD, payload.length);
        CRC32C checksum = new CRC32C();
        checksum.update(changed, 8, 12);
        checksum.update(changed, SNAPSHOT_HEAD, payload.length);
        ByteBuffer.wrap(changed).putInt(SNAPSHOT_HEAD - 4, (int) checksum.getValue());
        Files.write(file, changed);
    }

    private void segment(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<byte[]> payloads = new ArrayList<>();
        for (int at = SegmentHeader.BYTES; RecordFormat.valid(bytes, at); ) {
            int from = at + RecordFormat.HEAD_BYTES;
            at = from + RecordFormat.length(bytes, at);
            payloads.add(Arrays.copyOfRange(bytes, from, at));
        }
        if (payloads.isEmpty()) {
            return;
        }
        int which = random.nextInt(payloads.size());
        switch (random.nextInt(8)) {
            case 0 -> payloads.remove(which);
            case 1 -> payloads.add(which, payloads.get(random.nextInt(payloads.size())));
            case 2 -> Collections.swap(payloads, which, random.nextInt(payloads.size()));
            default -> payloads.set(which, changed(payloads.get(which)));
        }
        ByteSink sink = new ByteSink();
        sink.raw(bytes, 0, SegmentHeader.BYTES);
        for (byte[] payload : payloads) {
            int begin = sink.size();
            sink.fixedInt(payload.length);
            CRC32C checksum = new CRC32C();
            checksum.update(sink.array(), begin, 4);
            checksum.update(payload, 0, payload.length);
            sink.fixedInt((int) checksum.getValue());
            sink.raw(payload, 0, payload.length);
        }
        Files.write(file, sink.toByteArray());
    }

    private byte[] changed(byte[] payload) {
        if (payload.length == 0) {
            return payload;
        }
        byte[] bytes = payload.clone();
        int at = random.nextInt(bytes.length);
        switch (random.nextInt(5)) {
            case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes[at] = (byte) random.nextInt(256);
            case 2 -> bytes = Arrays.copyOf(bytes, 1 + at);
            default -> bytes = withNumber(bytes, at);
        }
        return bytes;
    }

    /** Another number where one may have been. */
    private byte[] withNumber(byte[] bytes, int at) {
        ByteSink number = new ByteSink();
        number.number(random.nextInt(3) == 0 ? random.nextLong() : NUMBERS[random.nextInt(NUMBERS.length)]);
        int end = at;
        while (end < bytes.length - 1 && bytes[end] < 0) {
            end++;
        }
        ByteSink all = new ByteSink();
        all.raw(bytes, 0, at);
        all.raw(number.array(), 0, number.size());
        all.raw(bytes, end + 1, bytes.length - end - 1);
        return all.toByteArray();
    }
}
