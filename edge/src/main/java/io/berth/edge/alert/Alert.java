package io.berth.edge.alert;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Something that somebody should look at. It is the same one as long as its name and its labels are the same.
 *
 * @param name what is wrong, a word such as {@code gpu_idle}
 * @param labels of what, by name, such as {@code job}
 * @param text a sentence
 * @param since when it was raised
 */
public record Alert(String name, SortedMap<String, String> labels, String text, Instant since) {
    public Alert {
        labels = Collections.unmodifiableSortedMap(new TreeMap<>(labels));
    }

    /** By which it is told from others. */
    String identity() {
        return name + labels;
    }

    /** In a line: what is wrong, with what. */
    String line() {
        StringBuilder line = new StringBuilder(name);
        labels.forEach((label, value) ->
                line.append(' ').append(label).append('=').append(value.replaceAll("\\p{Cntrl}", " ")));
        return line.toString();
    }
}
