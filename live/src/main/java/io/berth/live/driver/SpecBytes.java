package io.berth.live.driver;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Phase;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import java.util.Map;

/**
 * About how much memory a job takes while it lives, bytes: its document, and what engine and console keep of it. The jobs of an array
 * share what they run.
 */
final class SpecBytes {
    /** One that it waits for: the pair itself, and its place among those that hear of the other's end. */
    static final long PER_AFTER = 128;

    /** A variable beside its two texts: the entry of a tree. */
    static final long PER_VARIABLE = 48;

    /** All that does not grow with the document: job, entry of the view, place in the queue. */
    private static final long PER_JOB = 3 << 10;

    /** The place of a job in its array: eight variables, and the texts that they hold. */
    private static final long PER_MEMBER = 1 << 10;

    /** A group with a name beside its texts: the group itself, its demand and its program. */
    private static final long PER_GROUP = 512;

    /** A text beside its characters, of which each takes two bytes where any is not of Latin-1. */
    private static final long PER_TEXT = 56;

    private SpecBytes() {}

    /** What each job takes for itself. */
    static long own(JobSpec spec) {
        return PER_JOB
                + (spec.terms().array().count() > 0 ? PER_MEMBER : 0)
                + text(spec.name())
                + text(spec.queue())
                + PER_AFTER * spec.terms().after().size();
    }

    /** What it takes besides, which those of its array take together. */
    static long shared(JobSpec spec) {
        long bytes = 0;
        for (TaskGroup group : spec.groups()) {
            bytes += group(group);
        }
        for (Phase phase : spec.phases().all()) {
            bytes += PER_GROUP + text(phase.name()) + group(phase.group());
        }
        return bytes;
    }

    private static long group(TaskGroup group) {
        Program program = group.program();
        long bytes = (group.name().isEmpty() ? 0 : PER_GROUP + text(group.name()))
                + text(program.directory())
                + text(program.user())
                + text(program.metrics().pattern());
        for (String word : program.command()) {
            bytes += text(word);
        }
        for (String model : group.demand().gpuModels()) {
            bytes += text(model);
        }
        for (Map.Entry<String, String> variable : program.environment().entrySet()) {
            bytes += PER_VARIABLE + text(variable.getKey()) + text(variable.getValue());
        }
        return bytes;
    }

    private static long text(String text) {
        return PER_TEXT + 2L * text.length();
    }
}
