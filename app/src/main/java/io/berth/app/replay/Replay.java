package io.berth.app.replay;

import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import io.berth.core.time.WallClock;
import io.berth.live.journal.JournalReader;
import io.berth.live.journal.RecoveredJournal;
import io.berth.live.journal.file.TornTail;
import io.berth.sim.scenario.RecordedRun;
import io.berth.spec.input.InputException;
import io.berth.spec.quantity.Durations;
import io.berth.spec.quantity.QuantityException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A journal recovered up to some moment.
 *
 * @param fromNanos when its first frame was
 * @param run what its frames tell; null where the first of them were deleted, and only the state is known
 * @param torn what was cut off at its end, or null
 */
record Replay(
        Path folder,
        long fromNanos,
        @Nullable RecordedRun run,
        State state,
        @Nullable TornTail torn) {
    /**
     * The journal in {@code folder}.
     *
     * @param at up to this moment, an instant or a duration from the begin; null for all of it
     */
    static Replay of(Path folder, @Nullable String at) {
        JournalReader reader = JournalReader.open(folder);
        if (reader.position() > 0 && at == null) {
            Frame first = reader.next();
            State state = RecoveredJournal.read(folder);
            return new Replay(folder, first == null ? state.nowNanos() : first.atNanos(), null, state, reader.torn());
        }
        reader = StoredJournals.open(folder);
        RecordedRun run = new RecordedRun(reader.seed());
        Frame first = reader.next();
        if (first == null) {
            throw new InputException(folder.toString(), "the journal is empty");
        }
        long until = at == null
                ? Nanos.NEVER
                : moment(at, first.atNanos(), () -> Shown.of(WallClock.EVEN, StoredJournals.open(folder)));
        for (Frame frame = first; frame != null && frame.atNanos() <= until; frame = reader.next()) {
            run.apply(frame);
        }
        return new Replay(folder, first.atNanos(), run, run.state(), reader.torn());
    }

    /**
     * What the machine's clock showed in a whole journal.
     *
     * @param toNanos its last moment
     */
    record Shown(WallClock wall, long toNanos) {
        /** Reads {@code reader} to its end; {@code wall} is of what was before. */
        static Shown of(WallClock wall, JournalReader reader) {
            WallClock shown = wall;
            long to = 0;
            for (Frame frame = reader.next(); frame != null; frame = reader.next()) {
                to = frame.atNanos();
                for (Event event : frame.events()) {
                    shown = event instanceof Event.ClockSet set ? shown.set(to, set.offsetNanos()) : shown;
                }
            }
            return new Shown(shown, to);
        }
    }

    /**
     * What {@code --at} says, of a journal that begins at {@code fromNanos}, in Berth's time.
     *
     * @param shown asked where it names a time of day
     */
    static long moment(String text, long fromNanos, Supplier<Shown> shown) {
        boolean instant = text.indexOf('T') > 0;
        if (!instant) {
            return Nanos.after(fromNanos, offset(text));
        }
        long wall = instant(text);
        Shown clock = shown.get();
        long moment = clock.wall.nanos(wall, clock.toNanos);
        if (moment < fromNanos) {
            throw new InputException(
                    "--at " + text, "is before the journal begins, " + time(clock.wall.wallNanos(fromNanos)));
        }
        return moment;
    }

    private static long instant(String text) {
        try {
            Instant instant = Instant.parse(text);
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), Nanos.SECOND), instant.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            throw wrong(text);
        }
    }

    private static long offset(String text) {
        try {
            return Durations.parseNanos(text);
        } catch (QuantityException e) {
            throw wrong(text);
        }
    }

    private static InputException wrong(String text) {
        return new InputException(
                "--at " + text, "must be an instant like 2026-01-01T12:00:00Z, or " + Durations.ALLOWED);
    }

    /** What the machine's clock showed, UTC nanoseconds, as ISO 8601. */
    static String time(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, Nanos.SECOND), Math.floorMod(nanos, Nanos.SECOND))
                .toString();
    }
}
