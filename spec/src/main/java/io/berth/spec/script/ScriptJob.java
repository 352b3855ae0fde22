package io.berth.spec.script;

import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * What the {@code #SBATCH} lines of a script ask for.
 *
 * @param document the keys of a job file, for {@link io.berth.spec.json.Json}; {@code after} is not among them
 * @param after what must have ended before
 * @param environment variables that the script finds
 * @param kept which of the caller's variables the job gets; null for all
 * @param prelude what {@code /bin/sh} does before it becomes the script
 * @param waits true where whoever submits it waits for its end
 * @param warnings each with its place
 */
public record ScriptJob(
        SequencedMap<String, Object> document,
        After after,
        SortedMap<String, String> environment,
        @Nullable List<String> kept,
        String prelude,
        boolean waits,
        List<String> warnings) {
    public ScriptJob {
        warnings = List.copyOf(warnings);
    }

    /**
     * What a script waits for.
     *
     * @param jobs in the order they were named
     * @param singleton true where it waits for all jobs of its name that have not ended
     */
    public record After(List<ScriptAfter> jobs, boolean singleton) {
        public After {
            jobs = List.copyOf(jobs);
        }
    }
}
