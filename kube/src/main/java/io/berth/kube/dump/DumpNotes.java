package io.berth.kube.dump;

import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What is told of a dump beside what was made of it: what does not count, by how much, and what is malformed. */
public final class DumpNotes {
    /** As many are told one by one. */
    private static final int MOST_PROBLEMS = 20;

    private final boolean strict;
    private final SortedMap<Topic, Long> counts = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private long malformed;

    /** @param things what is counted, such as {@code pods} */
    private record Topic(String things, String what) implements Comparable<Topic> {
        @Override
        public int compareTo(Topic other) {
            int byThings = other.things.compareTo(things);
            return byThings == 0 ? what.compareTo(other.what) : byThings;
        }

        String text(long count) {
            String counted = count == 1 ? things.substring(0, things.length() - 1) : things;
            return count + " " + counted + ": " + what;
        }
    }

    /** @param strict true where what is malformed ends the import */
    public DumpNotes(boolean strict) {
        this.strict = strict;
    }

    /** One more pod of which {@code what} is said. */
    void pod(String what) {
        things("pods", what, 1);
    }

    /** {@code count} more of {@code things}. */
    void things(String things, String what, long count) {
        if (count > 0) {
            counts.merge(new Topic(things, what), count, Long::sum);
        }
    }

    /** An object is left out. */
    void malformed(InputException problem) {
        if (strict) {
            throw problem;
        }
        malformed++;
        if (problems.size() < MOST_PROBLEMS) {
            problems.add(problem.getMessage());
        }
    }

    /** How many objects were left out as they are malformed. */
    public long leftOut() {
        return malformed;
    }

    /** The first of what was malformed, each with its place. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    /** All else, a line each. */
    public List<String> lines() {
        return counts.entrySet().stream()
                .map(count -> count.getKey().text(count.getValue()))
                .toList();
    }
}
