package io.berth.core.journal;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Placement;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * The bytes of a frame, format version {@value #VERSION}.
 *
 * <p>Frame: time (8 bytes), number of events, events, then 0 or the pass's number, number of decisions, decisions. Numbers are
 * {@link ByteSink#number}. A kind is one byte; kinds are never used again for another meaning.
 */
public final class FrameCodec {
    public static final int VERSION = 2;

    /** The first, which is still read: it has the same kinds but for jobs of arrays that refer to the first of theirs. */
    public static final int OLDEST = 1;

    private static final int START = 1;
    private static final int STOP = 2;
    private static final int REJECT = 3;
    private static final int REMEMBER = 4;
    private static final int PROMISE = 5;
    private static final int PLAN_WINDOW = 6;

    private FrameCodec() {}

    public static void write(Frame frame, ByteSink sink) {
        sink.fixedLong(frame.atNanos());
        sink.number(frame.events().size());
        ArrayScope arrays = new ArrayScope();
        for (Event event : frame.events()) {
            EventCodec.write(event, arrays, sink);
        }
        Plan plan = frame.plan();
        if (plan == null) {
            sink.number(0);
            return;
        }
        sink.number(plan.pass());
        sink.number(plan.decisions().size());
        for (Decision decision : plan.decisions()) {
            write(decision, sink);
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
            events.add(EventCodec.read(arrays, source));
        }
        long pass = source.number();
        if (pass == 0) {
            return new Frame(atNanos, events, null);
        }
        int decisionCount = source.count();
        List<Decision> decisions = new ArrayList<>(decisionCount);
        for (int i = 0; i < decisionCount; i++) {
            decisions.add(readDecision(source));
        }
        return new Frame(atNanos, events, new Plan(pass, decisions));
    }

    private static void write(Decision decision, ByteSink sink) {
        switch (decision) {
            case Decision.Start start -> {
                head(START, start.id(), start.job(), sink);
                placements(start.placements(), sink);
            }
            case Decision.Promise promise -> {
                head(PROMISE, promise.id(), promise.job(), sink);
                sink.time(promise.atNanos());
                placements(promise.placements(), sink);
            }
            case Decision.Stop stop -> {
                head(STOP, stop.id(), stop.job(), sink);
                reason(stop.reason(), sink);
            }
            case Decision.Reject reject -> {
                head(REJECT, reject.id(), reject.job(), sink);
                reason(reject.reason(), sink);
            }
            case Decision.PlanWindow window -> {
                head(PLAN_WINDOW, window.id(), window.jobs().size(), sink);
                window.jobs().forEach(sink::number);
                sink.time(window.untilNanos());
            }
            case Decision.Remember remember -> {
                head(REMEMBER, remember.id(), remember.version(), sink);
                sink.text(remember.slot());
                sink.number(remember.values().size());
                remember.values().forEach(sink::number);
            }
        }
    }

    private static Decision readDecision(ByteSource source) {
        int kind = source.get();
        long id = source.number();
        long job = source.number();
        return switch (kind) {
            case START -> new Decision.Start(id, job, placements(source));
            case PROMISE -> new Decision.Promise(id, job, source.time(), placements(source));
            case STOP -> new Decision.Stop(id, job, reason(source));
            case REJECT -> new Decision.Reject(id, job, reason(source));
            case PLAN_WINDOW -> new Decision.PlanWindow(id, numbers(narrow(job), source), source.time());
            case REMEMBER -> {
                String slot = source.text();
                yield new Decision.Remember(id, slot, narrow(job), numbers(source.count(), source));
            }
            default -> throw new CorruptRecordException("unknown kind of decision " + kind);
        };
    }

    private static int narrow(long number) {
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new CorruptRecordException("the number " + number + " does not fit its field");
        }
        return (int) number;
    }

    private static List<Long> numbers(int count, ByteSource source) {
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(source.number());
        }
        return values;
    }

    /** Where tasks go, in their order. */
    public static void placements(List<Placement> placements, ByteSink sink) {
        sink.number(placements.size());
        for (Placement placement : placements) {
            sink.number(placement.node());
            sink.number(placement.gpuMask());
        }
    }

    public static List<Placement> placements(ByteSource source) {
        int count = source.count();
        List<Placement> placements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            placements.add(new Placement(source.integer(), source.number()));
        }
        return placements;
    }

    private static void head(int kind, long id, long subject, ByteSink sink) {
        sink.put(kind);
        sink.number(id);
        sink.number(subject);
    }

    private static void reason(Reason reason, ByteSink sink) {
        sink.put(reason.code());
    }

    private static Reason reason(ByteSource source) {
        return Reason.ofCode(source.get());
    }
}
