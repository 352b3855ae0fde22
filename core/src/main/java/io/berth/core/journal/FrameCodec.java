package io.berth.core.journal;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.event.Event;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.earlier.EarlierDecisions;
import io.berth.core.journal.earlier.EarlierEvents;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.form.ArrayScope;
import io.berth.core.journal.form.DecisionForm;
import io.berth.core.journal.form.EventForm;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a frame, format version {@value #VERSION}.
 *
 * <p>Frame: time (8 bytes), number of events, events, then 0 or the pass's number, number of decisions, decisions. Numbers are
 * {@link ByteSink#number}. An event or decision is its kind in one byte, the number that it is about, and its fields by their
 * numbers; neither kinds nor fields are ever used again for another meaning.
 */
public final class FrameCodec {
    public static final int VERSION = Form.VERSION;

    /** The first. All since are read: versions 1 and 2 have kinds of their own, whose fields stand one after the other. */
    public static final int OLDEST = 1;

    private FrameCodec() {}

    public static void write(Frame frame, ByteSink sink) {
        sink.fixedLong(frame.atNanos());
        sink.number(frame.events().size());
        ArrayScope arrays = new ArrayScope();
        for (Event event : frame.events()) {
            EventForm.write(event, arrays, sink);
        }
        Plan plan = frame.plan();
        if (plan == null) {
            sink.number(0);
            return;
        }
        sink.number(plan.pass());
        sink.number(plan.decisions().size());
        for (Decision decision : plan.decisions()) {
            DecisionForm.write(decision, sink);
        }
    }

    /**
     * @throws CorruptRecordException where the bytes are no frame
     */
    public static Frame read(ByteSource source) {
        try {
            return readFields(source);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException("a record's fields contradict each other: " + e.getMessage());
        }
    }

    private static Frame readFields(ByteSource source) {
        long atNanos = source.fixedLong();
        int eventCount = source.count();
        List<Event> events = new ArrayList<>(eventCount);
        ArrayScope arrays = new ArrayScope();
        for (int i = 0; i < eventCount; i++) {
            events.add(event(source.get(), arrays, source));
        }
        long pass = source.number();
        if (pass == 0) {
            return new Frame(atNanos, events, null);
        }
        int decisionCount = source.count();
        List<Decision> decisions = new ArrayList<>(decisionCount);
        for (int i = 0; i < decisionCount; i++) {
            decisions.add(decision(source.get(), source));
        }
        return new Frame(atNanos, events, new Plan(pass, decisions));
    }

    private static Event event(int kind, ArrayScope arrays, ByteSource source) {
        return kind < EventForm.FIRST ? EarlierEvents.read(kind, arrays, source) : EventForm.read(kind, arrays, source);
    }

    private static Decision decision(int kind, ByteSource source) {
        return kind < DecisionForm.FIRST ? EarlierDecisions.read(kind, source) : DecisionForm.read(kind, source);
    }
}
