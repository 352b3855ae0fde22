package io.berth.spec.script;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * @param prelude what a shell does before it becomes the script
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
    private static final Path BASH = Path.of("/bin/bash");
    private static final List<String> SHELL = List.of("/bin/sh");

    public ScriptJob {
        warnings = List.copyOf(warnings);
    }

    /**
     * What a task runs: a shell with the prelude. It is bash where there is one, since others lose the functions that a caller of
     * bash exports, which is how {@code module} and its kin come to scripts.
     */
    public List<String> command(String name, List<String> arguments) {
        List<String> command = new ArrayList<>(Files.isExecutable(BASH) ? List.of(BASH.toString(), "--posix") : SHELL);
        command.addAll(List.of("-c", prelude, name));
        command.addAll(arguments);
        return command;
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
