package io.berth.core.journal;

import io.berth.core.policy.window.WindowAnswer;
import io.berth.core.policy.window.WindowStart;
import java.util.ArrayList;
import java.util.List;

/** The bytes of plans for windows of the queue. */
final class WindowCodec {
    private WindowCodec() {}

    static void answer(WindowAnswer answer, ByteSink sink) {
        sink.flag(answer.planned());
        sink.number(answer.gapPpm());
        sink.number(answer.work());
        sink.number(answer.starts().size());
        for (WindowStart start : answer.starts()) {
            sink.number(start.job());
            FrameCodec.placements(start.placements(), sink);
        }
    }

    static WindowAnswer answer(ByteSource source) {
        boolean planned = source.flag();
        long gapPpm = source.number();
        long work = source.number();
        int count = source.count();
        List<WindowStart> starts = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            starts.add(new WindowStart(source.number(), FrameCodec.placements(source)));
        }
        return new WindowAnswer(planned, starts, gapPpm, work);
    }
}
