package io.berth.app.kube;

import io.berth.core.time.Nanos;
import io.berth.spec.table.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a pod is where it is, or nowhere.
 *
 * @param pod {@code NAMESPACE/NAME}
 * @param state {@code pending}, {@code bound} or {@code over}
 * @param text in words
 * @param cure what would change it; null where nothing needs to
 * @param nodes on how many nodes it does not fit, by why not
 * @param start when it starts; null where it did, or that was not asked
 * @param source who says so
 */
record PodWhy(
        String pod,
        String state,
        String text,
        @Nullable String cure,
        List<Lack> nodes,
        @Nullable Start start,
        String source) {
    PodWhy {
        nodes = List.copyOf(nodes);
    }

    /** One of which this is all there is to say. */
    static PodWhy plain(String pod, String state, String text, String source) {
        return new PodWhy(pod, state, text, null, List.of(), null, source);
    }

    PodWhy withCure(String newCure) {
        return new PodWhy(pod, state, text, newCure, nodes, start, source);
    }

    /** So many nodes will not do, for this reason. */
    record Lack(long nodes, String text) {}

    /**
     * When it is likely to start.
     *
     * @param text in words
     * @param time UTC, ISO 8601; null where that is not known
     * @param early in 8 of 10 cases not before; null where no range is known
     * @param late in 8 of 10 cases not after
     */
    record Start(
            String text,
            @Nullable String time,
            @Nullable String early,
            @Nullable String late) {
        static Start unknown(String text) {
            return new Start(text, null, null, null);
        }
    }

    /** For people; times as they are at {@code now}. */
    String shown(Instant now) {
        StringBuilder shown = new StringBuilder();
        shown.append("pod ").append(pod).append(" is ").append(state).append(": ");
        shown.append(text).append('\n');
        nodes.forEach(lack -> shown.append("  ")
                .append(lack.nodes())
                .append(" × ")
                .append(lack.text())
                .append('\n'));
        if (cure != null) {
            shown.append("  what would cure it: ").append(cure).append('\n');
        }
        if (start != null) {
            shown.append("  ").append(starts(start, now)).append('\n');
        }
        return shown.append("  said by ").append(source).append('\n').toString();
    }

    private static String starts(Start start, Instant now) {
        if (start.time == null) {
            return "when it starts: " + start.text;
        }
        Instant time = Instant.parse(start.time);
        String range = start.early == null || start.late == null || start.early.equals(start.late)
                ? ""
                : "; in 8 of 10 cases " + from(start.early, now) + " to " + from(start.late, now);
        return "likely to start " + Moments.local(time) + ", " + from(start.time, now) + range + ": " + start.text;
    }

    private static String from(String time, Instant now) {
        long nanos = Duration.between(now, Instant.parse(time)).toNanos();
        return nanos <= 0 ? "now" : "in " + Nanos.format(nanos);
    }
}
