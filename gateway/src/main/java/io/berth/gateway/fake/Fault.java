package io.berth.gateway.fake;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What may go wrong with a request. */
public enum Fault {
    /** It is answered with 500. */
    ERROR,
    /** It is answered with 503. */
    OVERLOAD,
    /** It is answered with 429, whether or not there is room. */
    LIMIT,
    /** The connection is closed in the middle of its answer. */
    CUT,
    /** It takes a slot and is never answered. */
    HANG,
    /** The first byte of its answer comes late, and the rest with it. */
    SLOW_START,
    /** Its body is read a little at a time. */
    SLOW_READ,
    /** It is worked on to its end although its client has left. */
    WORK_ON;

    /** As it is typed: {@code slow-start}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The words of all. */
    public static List<String> words() {
        return Arrays.stream(values()).map(Fault::word).toList();
    }

    /** The fault of that word; null for none. */
    public static @Nullable Fault of(String word) {
        return Arrays.stream(values())
                .filter(fault -> fault.word().equals(word))
                .findFirst()
                .orElse(null);
    }
}
