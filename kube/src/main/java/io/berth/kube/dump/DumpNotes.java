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

    private final boolean lenient;
    private final SortedMap<String, Long> counts = new TreeMap<>();
    private final List<String> problems = new ArrayList<>();
    private final List<String> said = new ArrayList<>();
    private long malformed;

    /** @param lenient true where what is malformed is left out; else the first of it ends the import */
    public DumpNotes(boolean lenient) {
        this.lenient = lenient;
    }

    /** One more of what {@code what} names. */
    void count(String what) {
        count(what, 1);
    }

    /** {@code number} more of what {@code what} names. */
    void count(String what, long number) {
        if (number > 0) {
            counts.merge(what, number, Long::sum);
        }
    }

    /** Something that is not counted. */
    void say(String line) {
        said.add(line);
    }

    /** An object is left out. */
    void malformed(InputException problem) {
        if (!lenient) {
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
        List<String> lines = new ArrayList<>();
        counts.forEach((what, count) -> lines.add(what + ": " + count));
        lines.addAll(said);
        return lines;
    }
}
