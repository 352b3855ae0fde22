package io.berth.console.view.job;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.JobArray;
import io.berth.spec.quantity.ArrayIndices;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A line of a table of jobs: one job, or several waiting ones of an array that differ in their index alone.
 *
 * @param job the only one, or the first of them
 * @param indices theirs, as {@code sbatch --array} takes them; empty for one job
 * @param count how many there are
 */
public record JobLine(JobEntry job, String indices, int count) {
    /** What jobs of one line have in common. */
    private record Alike(long array, String queue, int priority, boolean held, List<After> unmet, String trouble) {}

    /** {@code job} by itself. */
    public static JobLine of(JobEntry job) {
        return new JobLine(job, "", 1);
    }

    /** {@code jobs}, those of an array that wait alike on one line, at the place of the first. */
    public static List<JobLine> fold(Iterable<JobEntry> jobs) {
        Map<Object, List<JobEntry>> lines = new LinkedHashMap<>();
        for (JobEntry job : jobs) {
            JobArray array = job.spec().terms().array();
            boolean folds = array.id() != 0 && job.phase() == JobPhase.PENDING && job.attempt() == 1;
            Object key = folds ? alike(job) : (Long) job.id();
            lines.computeIfAbsent(key, _ -> new ArrayList<>(1)).add(job);
        }
        List<JobLine> folded = new ArrayList<>(lines.size());
        for (List<JobEntry> alike : lines.values()) {
            JobEntry first = alike.getFirst();
            if (alike.size() == 1) {
                folded.add(of(first));
            } else {
                List<Integer> values =
                        alike.stream().map(JobLine::value).sorted().toList();
                folded.add(new JobLine(first, ArrayIndices.format(JobArray.of(values, values.size())), values.size()));
            }
        }
        return folded;
    }

    private static Alike alike(JobEntry job) {
        JobSpec spec = job.spec();
        return new Alike(
                spec.terms().array().id(), spec.queue(), spec.priority(), job.onHold(), job.unmet(), job.trouble());
    }

    /** The number that a job is known by in its array: its name ends with it, in brackets. */
    static int value(JobEntry job) {
        String name = job.spec().name();
        int open = name.lastIndexOf('[');
        int index = job.spec().terms().array().index();
        if (open < 0 || !name.endsWith("]")) {
            return index;
        }
        try {
            return Integer.parseInt(name.substring(open + 1, name.length() - 1));
        } catch (NumberFormatException e) {
            return index;
        }
    }

    /** Its number; of several, that of their array with their indices, such as {@code 12_[3-40]}. */
    String id() {
        return count == 1 ? Long.toString(job.id()) : job.spec().terms().array().id() + "_[" + indices + "]";
    }

    /** Its name; of several, what their names have in common. */
    String name() {
        String name = job.spec().name();
        return count == 1 ? name : name.substring(0, name.lastIndexOf('['));
    }
}
