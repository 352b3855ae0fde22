package io.berth.gateway.http;

/** Durations as OpenAI's headers have them, in the words of Go: {@code 120ms}, {@code 1.5s}, {@code 6m0s}. */
final class GoDuration {
    private static final long MILLI = 1_000_000;
    private static final long MILLIS = 1_000;
    private static final long SIXTY = 60;

    private GoDuration() {}

    /** {@code nanos}, up to the next millisecond. */
    static String of(long nanos) {
        long millis = (nanos + MILLI - 1) / MILLI;
        if (millis < MILLIS) {
            return millis == 0 ? "0s" : millis + "ms";
        }
        long minutes = millis / (SIXTY * MILLIS);
        StringBuilder text = new StringBuilder();
        if (minutes >= SIXTY) {
            text.append(minutes / SIXTY).append('h');
        }
        if (minutes > 0) {
            text.append(minutes % SIXTY).append('m');
        }
        long rest = millis - minutes * SIXTY * MILLIS;
        text.append(rest / MILLIS);
        part(text, rest % MILLIS);
        return text.append('s').toString();
    }

    /** A part of a second without the zeros at its end; nothing where it is none. */
    private static void part(StringBuilder text, long millis) {
        if (millis > 0) {
            text.append('.');
        }
        long rest = millis;
        for (long unit = MILLIS / 10; rest > 0; unit /= 10) {
            text.append(rest / unit);
            rest %= unit;
        }
    }
}
