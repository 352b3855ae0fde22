package io.berth.app.demo.screen;

import io.berth.core.decision.Cure;
import io.berth.core.decision.Reason;
import io.berth.core.explain.Explanation;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Why a job waits, in words. */
public final class WaitText {
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("HH:mm:ss").withZone(ZoneOffset.UTC);
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

    private WaitText() {}

    /** {@code not enough idle GPUs, until freed (12 × not enough idle GPUs, 8 × another GPU model)}. */
    public static String why(Explanation why) {
        Reason reason = why.reason();
        if (reason == null) {
            return "starts next";
        }
        String words = reason == Reason.GANG ? "room for " + why.room() + " of " + why.tasks() + " tasks" : why.text();
        if (!why.unmet().isEmpty()) {
            return words + ": " + why.unmetText();
        }
        String nodes = why.nodes().text();
        return words + ", " + until(reason.cure(), why.atNanos()) + (nodes.isEmpty() ? "" : " (" + nodes + ")");
    }

    /** Time of day, UTC. */
    static String clock(long atNanos) {
        return CLOCK.format(instant(atNanos));
    }

    /** Date and time of day, UTC. */
    public static String date(long atNanos) {
        return DATE.format(instant(atNanos));
    }

    private static String until(Cure cure, long atNanos) {
        return switch (cure) {
            case NEVER -> "for ever";
            case ON_RELEASE -> "until freed";
            case ON_PREEMPTION -> "until preempted";
            case AT_TIME -> "until " + clock(atNanos);
            case BY_OPERATOR -> "by hand";
        };
    }

    private static Instant instant(long nanos) {
        return Instant.ofEpochSecond(nanos / 1_000_000_000, nanos % 1_000_000_000);
    }
}
