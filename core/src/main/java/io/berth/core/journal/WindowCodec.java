package io.berth.core.journal;

import io.berth.core.event.Event;
import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowAnswer.Worth;
import io.berth.core.policy.window.WindowStart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The bytes of plans for windows of the queue. */
final class WindowCodec {
    /** A kind of event: a plan that does not tell what it is worth. */
    static final int PLANNED = 39;

    /** As {@link #PLANNED}, with what the plan is worth behind. */
    static final int PLANNED_WITH_WORTH = 42;

    private WindowCodec() {}

    static void write(Event.WindowPlanned planned, ByteSink sink) {
        WindowAnswer answer = planned.answer();
        Worth worth = answer.worth();
        sink.put(worth == null ? PLANNED : PLANNED_WITH_WORTH);
        sink.number(planned.question());
        sink.flag(answer.planned());
        sink.number(answer.gapPpm());
        sink.number(answer.work());
        sink.number(answer.starts().size());
        for (WindowStart start : answer.starts()) {
            sink.number(start.job());
            FrameCodec.placements(start.placements(), sink);
        }
        if (worth != null) {
            sink.number(worth.value());
            sink.number(worth.bound());
        }
    }

    /** What {@link #write} wrote behind {@code kind}. */
    static Event.WindowPlanned read(int kind, ByteSource source) {
        long question = source.number();
        boolean planned = source.flag();
        long gapPpm = source.number();
        long work = source.number();
        int count = source.count();
        List<WindowStart> starts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            starts.add(new WindowStart(source.number(), FrameCodec.placements(source)));
        }
        @Nullable Worth worth = kind == PLANNED ? null : new Worth(source.number(), source.number());
        return new Event.WindowPlanned(question, new WindowAnswer(planned, starts, gapPpm, work, worth));
    }
}
