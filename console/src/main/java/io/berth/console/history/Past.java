package io.berth.console.history;

import io.berth.core.engine.Recovery;
import io.berth.core.explain.LastStart;
import io.berth.core.journal.Frame;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.time.WallClock;
import io.berth.live.journal.JournalOrigin;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.file.JournalException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was, as the journal tells it. It goes through the journal once, behind the engine, counts events and now and then writes
 * the state down; a moment is the nearest such state before it with the frames between applied. For one thread at a time.
 *
 * <p>Bounds: a gibibyte of frames behind it, 64 MiB of states written down, four moments; less of both where the heap is small.
 */
public final class Past {
    private static final long MOST_READ_BYTES = 1L << 30;

    /** States written down take no more of the heap than a sixteenth. */
    private static final long MOST_WRITTEN_BYTES =
            Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 16);

    private static final int MOST_WRITTEN = 64;

    /** A moment is a whole state, so a small heap has room for one. */
    private static final int MOST_MOMENTS = Runtime.getRuntime().maxMemory() < 1L << 30 ? 1 : 4;

    /** Frames between two states written down, at first; so many are applied in some ten milliseconds. */
    private static final long FIRST_SPACING = 4_096;

    /** The clock is looked at after so many frames. */
    private static final int FRAMES_AT_ONCE = 256;

    private final Path journal;
    private final Deque<Moment> moments = new ArrayDeque<>();
    private List<Written> written = new ArrayList<>();
    private long spacing = FIRST_SPACING;
    private @Nullable Recovery walk;
    private @Nullable JournalReader reader;
    private @Nullable Density density;
    private long position;
    private long fromNanos;
    private boolean complete;

    /** A state before frame {@code frame}, of the instant {@code atNanos}, after so many decisions. */
    private record Written(long frame, long atNanos, long decisions, byte[] state) {
        State read() {
            return StateCodec.read(new ByteSource(state));
        }
    }

    /**
     * How often something happened.
     *
     * @param complete true where the journal was gone through to its end
     * @param fromNanos the earliest moment that is known, UTC nanoseconds
     * @param toNanos the latest
     * @param beginNanos when the first step begins
     * @param stepNanos the length of a step
     * @param events in each step
     */
    public record Range(
            boolean complete, long fromNanos, long toNanos, long beginNanos, long stepNanos, List<Long> events) {}

    /** @param journal the folder of a journal, which somebody may be writing */
    public Past(Path journal) {
        this.journal = journal;
    }

    /** Goes on through the journal for about so long; true where it came to the end. */
    public boolean catchUp(long forNanos) {
        long began = System.nanoTime();
        Recovery going = begun();
        JournalReader from = reader == null ? readerAt(position) : reader;
        reader = from;
        complete = false;
        for (Frame frame = from.next(); frame != null; frame = from.next()) {
            take(going, frame);
            if (position % FRAMES_AT_ONCE == 0 && System.nanoTime() - began > forNanos) {
                return false;
            }
        }
        // What is written from now on is in none of the bytes that it holds.
        reader = null;
        complete = true;
        return true;
    }

    /**
     * What happened while the machine's clock showed {@code wantedFrom} to {@code wantedTo}, UTC nanoseconds, and all times as it
     * showed them; null where nothing is known yet.
     */
    public @Nullable Range range(long wantedFrom, long wantedTo) {
        Density counted = density;
        Recovery going = walk;
        if (counted == null || going == null) {
            return null;
        }
        long to = going.state().nowNanos();
        WallClock wall = going.state().wall();
        int first = counted.step(Math.clamp(wall.nanos(wantedFrom, to), fromNanos, to));
        int last = counted.step(Math.clamp(wall.nanos(wantedTo, to), fromNanos, to));
        Range even = new Range(
                complete,
                fromNanos,
                to,
                counted.beginNanos(first),
                counted.stepNanos(),
                counted.events(first, Math.max(first, last)));
        return wall.settings() == 0 ? even : ShownRange.of(even, wall);
    }

    /** The latest moment that is known, nanoseconds of Berth's time. */
    public long toNanos() {
        return begun().state().nowNanos();
    }

    /** How it was at {@code atNanos}, UTC nanoseconds; the earliest that is known for what was before. */
    public Moment at(long atNanos) {
        begun();
        long at = Math.max(atNanos, fromNanos);
        for (Moment known : moments) {
            if (known.holds(at)) {
                moments.remove(known);
                moments.addFirst(known);
                return known;
            }
        }
        Moment made = make(at);
        moments.addFirst(made);
        if (moments.size() > MOST_MOMENTS) {
            moments.removeLast();
        }
        return made;
    }

    /**
     * The state at a moment and what came after it.
     *
     * @param atNanos the moment, UTC nanoseconds; just before the first frame where it was before that
     * @param state as it was, for whoever asked alone
     * @param next the first frame after it; null where there is none
     * @param reader of the frames after that
     */
    public record Rest(long atNanos, State state, @Nullable Frame next, JournalReader reader) {}

    /** What came after {@code atNanos}, UTC nanoseconds. */
    public Rest after(long atNanos) {
        begun();
        Written near = nearest(atNanos);
        Recovery recovery = Recovery.recover(near.read());
        JournalReader frames = readerAt(near.frame);
        Frame frame = frames.next();
        while (frame != null && frame.atNanos() <= atNanos) {
            recovery.apply(frame);
            frame = frames.next();
        }
        return new Rest(Math.max(atNanos, fromNanos - 1), recovery.state(), frame, frames);
    }

    /**
     * The start by which {@code job} held its places at {@code atNanos}, UTC nanoseconds; none is found where it held none, or the
     * journal does not reach back to it.
     */
    public LastStart start(long job, long atNanos) {
        LastStart start = new LastStart(job);
        Job then = after(atNanos).state().job(job);
        if (then == null || then.waiting()) {
            return start;
        }
        Written near = null;
        for (Written one : written) {
            near = one.decisions < then.decision() ? one : near;
        }
        if (near == null) {
            return start;
        }
        Recovery recovery = Recovery.recover(near.read());
        JournalReader frames = readerAt(near.frame);
        while (recovery.state().decisions() < then.decision()) {
            Frame frame = frames.next();
            if (frame == null) {
                return start;
            }
            start.follow(frame, recovery.state());
            recovery.apply(frame);
        }
        return start;
    }

    private Moment make(long at) {
        Rest rest = after(at);
        Frame next = rest.next;
        // At the end of the journal nobody knows yet until when it stays so.
        return Moment.of(rest.state, next == null ? at + 1 : next.atNanos());
    }

    /** A journal that does not keep everything may have lost what was known of it; then it is gone through anew. */
    private JournalReader readerAt(long frame) {
        JournalReader at = JournalReader.openAt(journal, frame);
        if (at.position() != frame) {
            walk = null;
            reader = null;
            written.clear();
            moments.clear();
            throw new JournalException("the journal does not reach back that far any more; ask again");
        }
        return at;
    }

    private Written nearest(long at) {
        Written near = written.getFirst();
        for (Written one : written) {
            near = one.atNanos <= at ? one : near;
        }
        return near;
    }

    private Recovery begun() {
        Recovery going = walk;
        if (going == null) {
            JournalOrigin origin = JournalOrigin.within(journal, MOST_READ_BYTES);
            position = origin.reader().position();
            reader = origin.reader();
            going = Recovery.recover(origin.state());
            write(going.state());
            Frame first = origin.reader().next();
            fromNanos = first == null ? going.state().nowNanos() : first.atNanos();
            density = new Density(fromNanos);
            walk = going;
            if (first != null) {
                take(going, first);
            }
        }
        return going;
    }

    private void take(Recovery going, Frame frame) {
        going.apply(frame);
        position++;
        if (density != null) {
            density.add(frame.atNanos(), frame.events().size());
        }
        if (position - written.getLast().frame >= spacing) {
            write(going.state());
        }
    }

    private void write(State state) {
        ByteSink sink = new ByteSink();
        StateCodec.write(state, sink);
        written.add(new Written(position, state.nowNanos(), state.decisions(), sink.toByteArray()));
        long bytes = 0;
        for (Written one : written) {
            bytes += one.state.length;
        }
        if (written.size() > MOST_WRITTEN || bytes > MOST_WRITTEN_BYTES && written.size() > 2) {
            thin();
        }
    }

    /** Keeps every second state, the first among them. */
    private void thin() {
        List<Written> left = new ArrayList<>();
        for (int i = 0; i < written.size(); i += 2) {
            left.add(written.get(i));
        }
        written = left;
        spacing *= 2;
    }
}
