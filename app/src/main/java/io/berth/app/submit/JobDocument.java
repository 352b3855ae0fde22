package io.berth.app.submit;

import io.berth.app.client.NodeFacts;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.spec.input.Tree;
import io.berth.spec.job.JobGraph;
import io.berth.spec.job.JobGraphWriter;
import io.berth.spec.job.JobReader;
import io.berth.spec.job.JobWriter;
import io.berth.spec.script.BatchScript;
import io.berth.spec.script.ScriptJob;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The document of a job that is handed in: what its file says, then what the caller's options say. */
public final class JobDocument {
    /** What a shell says of itself, which means nothing to another program. */
    private static final Set<String> OF_THE_SHELL = Set.of("_", "SHLVL", "PWD", "OLDPWD");

    /** Functions that bash exported, which the program that starts Berth hands on in this variable. */
    private static final String FUNCTIONS = "BERTH_FUNCTIONS";

    /** What a login says of its user, whom a job that runs as another is not. */
    private static final Set<String> OF_THE_USER = Set.of("HOME", "USER", "LOGNAME", "SHELL", "PATH", "MAIL", "TMPDIR");

    /** The key of the groups of a job. */
    static final String GROUPS = "groups";

    /** The key of its phases. */
    static final String PHASES = "phases";

    private JobDocument() {}

    /** What a job file says, with the caller's directory and {@code environment} where it names none. */
    public static SequencedMap<String, Object> ofFile(Tree file, String name, SortedMap<String, String> environment) {
        JobSpec job = JobReader.read(file, name).withEach(JobDocument::inDirectory);
        SequencedMap<String, Object> document = JobWriter.document(job);
        if (job.firstProgram().runs()) {
            leaveOutLogin(environment, job.firstProgram().user());
            if (!document.containsKey(GROUPS) && !document.containsKey(PHASES)) {
                environment.putAll(job.program().environment());
            }
            document.put("env", environment);
        }
        return document;
    }

    private static TaskGroup inDirectory(TaskGroup group) {
        Program program = group.program();
        return program.runs() ? group.withProgram(program.withDirectory(directory(program.directory()))) : group;
    }

    /** Several jobs, with the caller's directory and {@code environment} where they name none. */
    static SequencedMap<String, Object> ofGraph(JobGraph graph, SortedMap<String, String> environment) {
        List<JobGraph.Member> members = graph.jobs().stream()
                .map(member -> new JobGraph.Member(member.spec().withEach(JobDocument::inDirectory), member.links()))
                .toList();
        SequencedMap<String, Object> document = JobGraphWriter.document(new JobGraph(members));
        for (SequencedMap<String, Object> job : jobs(document)) {
            // All share the environment: where one runs as somebody else, nobody is handed the caller's login.
            leaveOutLogin(environment, job.get("user"));
        }
        document.put("env", environment);
        return document;
    }

    /** The jobs in a document of several. */
    static List<SequencedMap<String, Object>> jobs(SequencedMap<String, Object> document) {
        List<SequencedMap<String, Object>> jobs = new ArrayList<>();
        if (document.get("jobs") instanceof List<?> list) {
            for (Object item : list) {
                if (item instanceof SequencedMap<?, ?> job) {
                    SequencedMap<String, Object> copy = new LinkedHashMap<>();
                    job.forEach((key, value) -> copy.put(String.valueOf(key), value));
                    jobs.add(copy);
                }
            }
            document.put("jobs", jobs);
        }
        return jobs;
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

    /**
     * A job that runs a script with {@code arguments}.
     *
     * @param asked what its lines of options ask for
     */
    static SequencedMap<String, Object> ofScript(
            BatchScript script, ScriptJob asked, List<String> arguments, SortedMap<String, String> environment) {
        SequencedMap<String, Object> document = new LinkedHashMap<>(asked.document());
        document.put("command", asked.command(script.name(), arguments));
        List<String> kept = asked.kept();
        if (kept != null) {
            environment.keySet().retainAll(kept);
        }
        // Where this is itself part of a job, what Slurm says of that is not true of the new one.
        environment.keySet().removeIf(variable -> variable.startsWith("SLURM_"));
        environment.putAll(asked.environment());
        environment.put("SLURM_SUBMIT_DIR", directory(""));
        environment.put("SLURM_SUBMIT_HOST", NodeFacts.hostName());
        document.put("env", environment);
        document.put(
                "directory", directory(document.getOrDefault("directory", "").toString()));
        return document;
    }

    /** The variables that are {@code functions} of bash: each ends with NUL, all of them in base 64; none where it is no such text. */
    public static Map<String, String> functions(String functions) {
        Map<String, String> variables = new TreeMap<>();
        try {
            String all = new String(Base64.getDecoder().decode(functions), StandardCharsets.UTF_8);
            for (String one : all.split("\0")) {
                int equals = one.indexOf('=');
                if (equals > 0) {
                    variables.put(one.substring(0, equals), one.substring(equals + 1));
                }
            }
        } catch (IllegalArgumentException e) {
            // Somebody else's variable of that name.
            return Map.of();
        }
        return variables;
    }

    /** The environment of the caller; empty where {@code clean}. */
    static SortedMap<String, String> environment(boolean clean) {
        SortedMap<String, String> environment = new TreeMap<>();
        if (!clean) {
            environment.putAll(System.getenv());
            environment.keySet().removeAll(OF_THE_SHELL);
            String functions = environment.remove(FUNCTIONS);
            environment.putAll(functions == null ? Map.of() : functions(functions));
        }
        return environment;
    }

    /**
     * Takes what the caller's login says of him out of the environment of a job that runs as somebody else, who has his own.
     * What the job itself or an option names stays, as it is put there afterwards.
     *
     * @param user whom the job names, null or empty for none
     */
    static void leaveOutLogin(SortedMap<String, String> environment, @Nullable Object user) {
        String name = user == null ? "" : user.toString();
        if (!name.isEmpty() && !name.equals(System.getProperty("user.name"))) {
            environment.keySet().removeAll(OF_THE_USER);
        }
    }

    /** Puts {@code variables} into the environment of a document that has one. */
    static void putVariables(SequencedMap<String, Object> document, Map<String, String> variables) {
        if (document.get("env") instanceof Map<?, ?> known && !variables.isEmpty()) {
            TreeMap<String, String> all = new TreeMap<>();
            known.forEach((name, value) -> all.put(String.valueOf(name), String.valueOf(value)));
            all.putAll(variables);
            document.put("env", all);
        }
    }

    private static String directory(String named) {
        return Path.of("").toAbsolutePath().resolve(named).normalize().toString();
    }
}
