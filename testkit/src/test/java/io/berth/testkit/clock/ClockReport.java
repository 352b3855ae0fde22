package io.berth.testkit.clock;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** By how much limits and times shown were off, the most of each. */
final class ClockReport {
    /** No limit and no time shown may be further off. */
    static final double MOST_SECONDS = 1;

    /** Berth looks at the clock each second, and tells of it when it is on the disk. */
    static final double MOST_UNSEEN_SECONDS = 5;

    final List<String> complaints = new ArrayList<>();
    String redecided = "";
    long seconds;
    private final TreeMap<String, Double> worst = new TreeMap<>();
    private double unseen;
    private int measured;

    /** {@code what} was {@code seconds} off in {@code where}. */
    void off(String where, String what, double seconds) {
        measured++;
        worst.merge(what, Math.abs(seconds), Math::max);
        if (Math.abs(seconds) > MOST_SECONDS) {
            complaints.add(String.format(Locale.ROOT, "%s: %s is off by %.3f s", where, what, seconds));
        }
    }

    /** What was done to the clock was seen {@code seconds} later. */
    void seen(double seconds) {
        unseen = Math.max(unseen, seconds);
    }

    Map<String, Object> document() {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("measured", measured);
        Map<String, Object> most = new LinkedHashMap<>();
        worst.forEach((what, off) -> most.put(what.replace(' ', '_') + "_off_s", Math.rint(off * 1000) / 1000));
        document.put("most", most);
        document.put("unseen_for_s", Math.rint(unseen * 1000) / 1000);
        document.put("redecided", redecided);
        document.put("seconds", seconds);
        document.put("complaints", complaints);
        return document;
    }

    String text() {
        StringBuilder text = new StringBuilder("clock: ");
        text.append(complaints.isEmpty() ? "ok" : "FAILED")
                .append(", ")
                .append(measured)
                .append(" measured, most off:");
        worst.forEach((what, off) -> text.append(String.format(Locale.ROOT, "%n  %-12s %.3f s", what, off)));
        return text.append(String.format(Locale.ROOT, "%n  unseen for   %.3f s", unseen))
                .append("\n  ")
                .append(redecided)
                .append("; ")
                .append(seconds)
                .append(" s")
                .toString();
    }
}
