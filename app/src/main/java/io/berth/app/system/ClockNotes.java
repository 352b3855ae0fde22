package io.berth.app.system;

import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.time.Nanos;
import java.util.function.Consumer;

/** Says when the machine's clock was set, since people see times change and should know that no job has. */
final class ClockNotes implements Observer {
    private final Consumer<String> notes;
    private long knownNanos;
    private boolean begun;

    ClockNotes(Consumer<String> notes) {
        this.notes = notes;
    }

    /** What is to be said of a clock that is {@code offsetNanos} ahead of Berth's own time; empty where that is less than a second. */
    static String apart(long offsetNanos) {
        if (StrictMath.abs(offsetNanos) < Nanos.SECOND) {
            return "";
        }
        return "the machine's clock is " + Nanos.format(StrictMath.abs(offsetNanos))
                + (offsetNanos < 0 ? " behind" : " ahead of")
                + " the time that Berth counts, since it was set or the machine was suspended; times are shown as the clock shows them,"
                + " limits of jobs do not depend on it, and nothing needs to be done";
    }

    @Override
    public void instant(Frame frame, State state) {
        for (Event event : frame.events()) {
            if (event instanceof Event.ClockSet set) {
                set(set.offsetNanos());
            }
        }
        if (!begun) {
            begun = true;
            knownNanos = state.wall().lastOffsetNanos();
        }
    }

    private void set(long offsetNanos) {
        long moved = offsetNanos - knownNanos;
        // What it was before this process is said when it starts.
        if (begun && StrictMath.abs(moved) >= Nanos.SECOND) {
            notes.accept("the machine's clock went " + (moved < 0 ? "back by " : "forward by ")
                    + Nanos.format(StrictMath.abs(moved))
                    + ", or the machine was suspended; limits of jobs go on as if nothing had been");
        }
        knownNanos = offsetNanos;
    }
}
