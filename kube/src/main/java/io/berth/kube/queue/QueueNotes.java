package io.berth.kube.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What of queues is not as somebody may think who wrote them, each thing once with the names of those of which it is so. */
final class QueueNotes {
    private static final int MOST_NAMES = 5;

    private final SortedMap<String, List<String>> said = new TreeMap<>();
    private final List<String> unread = new ArrayList<>();

    /** @param what a sentence; {@code name} is of what it is said */
    void say(String what, String name) {
        said.computeIfAbsent(what, _ -> new ArrayList<>()).add(name);
    }

    /** The queue {@code name} is left out for {@code problem}; as its pods hear it. */
    String unread(String name, Exception problem) {
        String line = "queue " + name + " cannot be read: " + problem.getMessage();
        unread.add(line);
        return line;
    }

    /** All of it, a line each. */
    List<String> lines() {
        List<String> lines = new ArrayList<>(unread);
        said.forEach((what, names) -> lines.add(what + ": " + names(names)));
        return lines;
    }

    private static String names(List<String> names) {
        int others = names.size() - MOST_NAMES;
        return others <= 0
                ? String.join(", ", names)
                : String.join(", ", names.subList(0, MOST_NAMES)) + " and " + others + " more";
    }
}
