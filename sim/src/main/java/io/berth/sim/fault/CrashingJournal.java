package io.berth.sim.fault;

import io.berth.core.journal.Frame;
import io.berth.core.journal.FrameCodec;
import io.berth.core.journal.Journal;
import io.berth.core.journal.bytes.BufferLimitException;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.time.Nanos;
import io.berth.spec.fault.FaultKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A journal in memory, its frames as the bytes that a file would hold; while it writes one, Berth may die. */
final class CrashingJournal implements Journal {
    private final List<byte[]> records = new ArrayList<>();
    private long dueNanos = Nanos.NEVER;
    private FaultKind due = FaultKind.EFFECTS_LOST;
    private double cut;

    /** Berth died while it wrote {@code frame}. */
    static final class Crash extends RuntimeException {
        private final transient Frame frame;
        private final boolean written;

        private Crash(Frame frame, boolean written) {
            super("died in the frame at " + frame.atNanos(), null, false, false);
            this.frame = frame;
            this.written = written;
        }

        Frame frame() {
            return frame;
        }

        /** True where the whole frame is in the journal. */
        boolean written() {
            return written;
        }
    }

    /**
     * Has Berth die with the first frame from {@code nanos} on.
     *
     * @param share of a record that is cut of which bytes are there
     */
    void dies(FaultKind how, long nanos, double share) {
        due = how;
        dueNanos = nanos;
        cut = share;
    }

    @Override
    public void append(Frame frame) {
        ByteSink sink = new ByteSink(256);
        FrameCodec.write(frame, sink);
        byte[] record = sink.toByteArray();
        if (frame.atNanos() < dueNanos) {
            records.add(record);
            return;
        }
        dueNanos = Nanos.NEVER;
        boolean written = due == FaultKind.EFFECTS_LOST;
        records.add(written ? record : Arrays.copyOf(record, (int) (record.length * cut)));
        throw new Crash(frame, written);
    }

    /** Drops a last record of which only a part is there, as whoever opens a journal does. */
    void repair() {
        try {
            FrameCodec.read(new ByteSource(records.getLast()));
        } catch (CorruptRecordException | BufferLimitException e) {
            // That it cannot be read is how it is known.
        }
        records.removeLast();
    }

    /** How many frames it holds. */
    int size() {
        return records.size();
    }

    /** The frames from number {@code first} on. */
    List<Frame> frames(int first) {
        List<Frame> frames = new ArrayList<>();
        for (byte[] record : records.subList(first, records.size())) {
            frames.add(FrameCodec.read(new ByteSource(record)));
        }
        return frames;
    }
}
