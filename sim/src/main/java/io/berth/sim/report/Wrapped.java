package io.berth.sim.report;

import io.berth.spec.table.DisplayWidth;

/** Sentences on lines that fit into a window. */
public final class Wrapped {
    private Wrapped() {}

    /** {@code sentence} with a line feed, and others between its words where it is wider than {@code width}; 0 for any. */
    public static String text(String sentence, int width) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (String word : sentence.split(" ")) {
            int next = DisplayWidth.of(word);
            boolean breaks = at > 0 && width > 0 && at + 1 + next > width;
            text.append(at == 0 ? "" : breaks ? "\n" : " ").append(word);
            at = at == 0 || breaks ? next : at + 1 + next;
        }
        return text.append('\n').toString();
    }
}
