package io.berth.console.alert;

import io.berth.core.time.Nanos;
import java.util.Arrays;
import java.util.Locale;

/**
 * What an alert is about. A condition must hold for a while before the alert is raised, and its opposite, which is stricter than
 * "not", for a while before it is cleared: so a figure near its threshold never makes it come and go.
 */
public enum AlertKind {
    /** A GPU is held and hardly used; how long is a threshold. */
    GPU_IDLE(0, Nanos.MINUTE),
    /** A task printed nothing for long; how long is a threshold. */
    NO_OUTPUT(0, 0),
    /** A loss is NaN or infinite. */
    LOSS_NOT_FINITE(0, Nanos.MINUTE),
    /** The loss does not get smaller any more. */
    LOSS_STALLED(Nanos.MINUTE, 5 * Nanos.MINUTE),
    /** A task of a gang is far behind the others, which wait for it. */
    STRAGGLER(Nanos.MINUTE, Nanos.MINUTE),
    /** A task is about to be ended for the memory that it uses. */
    MEMORY(10 * Nanos.SECOND, Nanos.MINUTE);

    private final long raiseNanos;
    private final long clearNanos;

    AlertKind(long raiseNanos, long clearNanos) {
        this.raiseNanos = raiseNanos;
        this.clearNanos = clearNanos;
    }

    /** How long the condition must hold, beside what its threshold says. */
    long raiseNanos() {
        return raiseNanos;
    }

    /** How long its opposite must hold. */
    long clearNanos() {
        return clearNanos;
    }

    /** As documents write it. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The one that documents write as {@code word}, which is one of {@link #words}. */
    static AlertKind of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** All, as documents write them. */
    static String[] words() {
        return Arrays.stream(values()).map(AlertKind::text).toArray(String[]::new);
    }
}
