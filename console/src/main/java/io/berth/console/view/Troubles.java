package io.berth.console.view;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Plan;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.journal.Frame;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a frame says of why jobs did not go well, for people. */
final class Troubles {
    /** What a shell returns for a program that it may not run, and for one that is not there (POSIX, Shell Command Language, 2.8.2). */
    private static final int NOT_EXECUTABLE = 126;

    private static final int NOT_FOUND = 127;

    private Troubles() {}

    /** One sentence by job; empty for nearly all frames. */
    static SortedMap<Long, String> of(Frame frame) {
        SortedMap<Long, String> texts = Collections.emptySortedMap();
        for (Event event : frame.events()) {
            String text = text(event);
            if (text != null && event instanceof Event.TaskOutcome outcome) {
                texts = with(texts, outcome.job(), text);
            }
        }
        Plan plan = frame.plan();
        if (plan != null) {
            for (Decision decision : plan.decisions()) {
                if (decision instanceof Decision.Reject reject) {
                    texts = with(texts, reject.job(), reject.reason().text());
                }
                if (decision instanceof Decision.Stop stop && stop.reason() == Reason.NOT_READY) {
                    texts = with(texts, stop.job(), stop.reason().text());
                }
            }
        }
        return texts;
    }

    private static @Nullable String text(Event event) {
        return switch (event) {
            case Event.TaskStartFailed failed -> "task " + failed.task() + " could not be started: " + failed.message();
            case Event.TaskEnded ended
            when ended.exitCode() < 0 ->
                "nobody knows how task " + ended.task() + " ended: its machine went down, or its launcher was killed";
            case Event.TaskEnded ended
            when ended.exitCode() == NOT_FOUND ->
                "task " + ended.task() + " ended with " + NOT_FOUND + ": a program was not found; see its output";
            case Event.TaskEnded ended
            when ended.exitCode() == NOT_EXECUTABLE ->
                "task " + ended.task() + " ended with " + NOT_EXECUTABLE
                        + ": a program could not be run; see its output";
            default -> null;
        };
    }

    private static SortedMap<Long, String> with(SortedMap<Long, String> texts, long job, String text) {
        SortedMap<Long, String> some = texts.isEmpty() ? new TreeMap<>() : texts;
        // Of a gang, the first: what ended the others was that.
        some.putIfAbsent(job, text);
        return some;
    }
}
