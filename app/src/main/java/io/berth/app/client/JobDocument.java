package io.berth.app.client;

import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.spec.input.Source;
import io.berth.spec.job.JobReader;
import io.berth.spec.job.JobWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** The document of a job that is handed in: what its file says, then what the caller's options say. */
final class JobDocument {
    /** What a shell says of itself, which means nothing to another program. */
    private static final Set<String> OF_THE_SHELL = Set.of("_", "SHLVL", "PWD", "OLDPWD");

    private JobDocument() {}

    /** What the file says, with the caller's directory and {@code environment} where it names none. */
    static SequencedMap<String, Object> ofFile(String file, SortedMap<String, String> environment) {
        JobSpec job = JobReader.read(Source.file(file));
        Program program = job.program();
        SequencedMap<String, Object> document = JobWriter.document(job);
        if (program.runs()) {
            environment.putAll(program.environment());
            document.put("env", environment);
            document.put("directory", directory(program.directory()));
        }
        return document;
    }

    /** A job that runs {@code command} where its caller is. */
    static SequencedMap<String, Object> ofCommand(List<String> command, SortedMap<String, String> environment) {
        SequencedMap<String, Object> document = new LinkedHashMap<>();
        String program = command.getFirst();
        document.put("name", program.substring(program.lastIndexOf('/') + 1));
        document.put("command", command);
        document.put("env", environment);
        document.put("directory", directory(""));
        return document;
    }

    /** The environment of the caller; empty where {@code clean}. */
    static SortedMap<String, String> environment(boolean clean, Map<String, String> given) {
        SortedMap<String, String> environment = new TreeMap<>();
        if (!clean) {
            environment.putAll(System.getenv());
            environment.keySet().removeAll(OF_THE_SHELL);
        }
        environment.putAll(given);
        return environment;
    }

    private static String directory(String named) {
        return Path.of("").toAbsolutePath().resolve(named).normalize().toString();
    }
}
