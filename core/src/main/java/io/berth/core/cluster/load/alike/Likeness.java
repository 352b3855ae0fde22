package io.berth.core.cluster.load.alike;

import io.berth.core.cluster.load.Use;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Preference;
import io.berth.core.workload.Program;
import java.util.List;

/**
 * By what a task is alike to others, the closest first: the queue, the user and the name of its job without what only numbers it; the images
 * that it starts from, or the command that it runs; what it asks for.
 *
 * @param name empty for none
 * @param program empty for none
 */
public record Likeness(String name, String program, Use asked) {
    private static final int RANDOM_SUFFIX = 5;

    /** Of names that Kubernetes makes: its alphabet has no vowels, and no digits that look like them. */
    private static final String RANDOM = "bcdfghjklmnpqrstvwxz2456789";

    private static final String SEPARATORS = "-_./";
    private static final char BETWEEN = '\n';

    /** Of task {@code task} of a job. */
    public static Likeness of(JobSpec spec, int task) {
        Demand demand = spec.demand(task);
        Program program = spec.program(task);
        String stem = stem(spec.name());
        String group =
                spec.uniform() ? "" : spec.groups().get(spec.groupOf(task)).name();
        return new Likeness(
                stem.isEmpty() ? "" : spec.queue() + BETWEEN + program.user() + BETWEEN + stem + BETWEEN + group,
                program(demand, program),
                asked(demand));
    }

    /** What a demand asks for. */
    public static Use asked(Demand demand) {
        return new Use(demand.cpuMilli(), demand.memoryBytes(), demand.totalGpuMilli());
    }

    private static String program(Demand demand, Program program) {
        for (Preference preference : demand.preferences()) {
            if (preference instanceof Preference.OfImages images) {
                return String.join(" ", images.images());
            }
        }
        return String.join(" ", program.command());
    }

    /** The keys under which uses are kept, the closest first. */
    List<String> keys() {
        String shape = "asked " + asked.cpuMilli() + " " + asked.memoryBytes() + " " + asked.gpuMilli();
        if (name.isEmpty()) {
            return program.isEmpty() ? List.of(shape) : List.of("program " + program, shape);
        }
        return program.isEmpty()
                ? List.of("name " + name, shape)
                : List.of("name " + name, "program " + program, shape);
    }

    /** A name without its place in an array, its last parts that have digits, and what Kubernetes adds to it; {@code train-v2-0042[7]} is {@code train}. */
    static String stem(String name) {
        int bracket = name.indexOf('[');
        String left = bracket < 0 ? name : name.substring(0, bracket);
        while (true) {
            int cut = lastSeparator(left);
            if (cut <= 0 || !counts(left.substring(cut + 1))) {
                return left;
            }
            left = left.substring(0, cut);
        }
    }

    private static int lastSeparator(String name) {
        int last = -1;
        for (int i = 0; i < SEPARATORS.length(); i++) {
            last = StrictMath.max(last, name.lastIndexOf(SEPARATORS.charAt(i)));
        }
        return last;
    }

    /** True for a part that tells jobs of one kind apart. */
    private static boolean counts(String part) {
        boolean digits = part.isEmpty();
        boolean random = part.length() == RANDOM_SUFFIX;
        for (int i = 0; i < part.length(); i++) {
            digits |= part.charAt(i) >= '0' && part.charAt(i) <= '9';
            random &= RANDOM.indexOf(part.charAt(i)) >= 0;
        }
        return digits || random;
    }
}
