package io.berth.kube.api;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A program that says who asks, as {@code exec} in a kubeconfig names it (kubernetes.io, client-go credential plugins). It is given no
 * input, and must answer with a token: by a certificate of its own, which a connection would have to be made anew for, nobody is proved.
 *
 * @param place of it in its file, for errors
 * @param command the program and its words
 * @param variables of the environment, beside those of this process
 * @param hint how the program is had, for people; empty for none
 */
record ExecPlugin(String place, List<String> command, Map<String, String> variables, String hint) {
    private static final String GROUP = "client.authentication.k8s.io/";
    private static final List<String> VERSIONS = List.of(GROUP + "v1", GROUP + "v1beta1");
    private static final int LONGEST_SECONDS = 60;
    private static final int MOST_SAID = 300;

    /**
     * What it answered.
     *
     * @param ends null where it does not say
     */
    record Credential(String token, @Nullable Instant ends) {}

    /**
     * That of {@code exec}.
     *
     * @param folder from where a path is meant
     * @param cluster that is asked
     */
    static ExecPlugin read(Tree exec, Path folder, Tree cluster) {
        Tree version = exec.require("apiVersion");
        if (!VERSIONS.contains(version.text())) {
            throw InputException.at(version, InputException.unknown("version", version.text(), VERSIONS));
        }
        Tree mode = KubeConfig.given(exec, "interactiveMode");
        if (mode != null && mode.text().equals("Always")) {
            throw InputException.at(mode, "is not supported: nobody is there to answer while Berth schedules");
        }
        List<String> command = new ArrayList<>();
        String program = exec.require("command").text();
        // Where it is no path, it is looked for as shells do.
        command.add(program.indexOf('/') > 0 ? folder.resolve(program).toString() : program);
        for (Tree word : items(exec, "args")) {
            command.add(word.text());
        }
        Map<String, String> variables = new LinkedHashMap<>();
        for (Tree variable : items(exec, "env")) {
            variables.put(
                    variable.require("name").text(), variable.require("value").text());
        }
        variables.put("KUBERNETES_EXEC_INFO", Json.line(info(version.text(), exec, cluster)));
        Tree hint = KubeConfig.given(exec, "installHint");
        return new ExecPlugin(
                exec.position() + (exec.path().isEmpty() ? "" : ": " + exec.path()),
                command,
                variables,
                hint == null ? "" : hint.text());
    }

    private static List<Tree> items(Tree of, String key) {
        Tree list = of.get(key);
        return list == null || list.isNull() ? List.of() : list.items();
    }

    /** What the program is told of who asks and, where it wants to know, of the server. */
    private static Map<String, Object> info(String version, Tree exec, Tree cluster) {
        Map<String, Object> spec = new LinkedHashMap<>();
        spec.put("interactive", false);
        Tree wanted = KubeConfig.given(exec, "provideClusterInfo");
        if (wanted != null && wanted.flag()) {
            Map<String, Object> told = new LinkedHashMap<>();
            for (String key : List.of("server", "certificate-authority-data")) {
                Tree value = KubeConfig.given(cluster, key);
                if (value != null) {
                    told.put(key, value.text());
                }
            }
            spec.put("cluster", told);
        }
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("apiVersion", version);
        info.put("kind", "ExecCredential");
        info.put("spec", spec);
        return info;
    }

    /**
     * Runs it, for a minute at most.
     *
     * @throws InputException where it gives no token
     */
    Credential run() {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
        builder.environment().putAll(variables);
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new InputException(
                    place, "cannot start " + command.getFirst() + (hint.isEmpty() ? "" : ": " + hint.strip()));
        }
        CompletableFuture<String> said = read(process, true);
        CompletableFuture<String> faults = read(process, false);
        try {
            if (!process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new InputException(
                        place, command.getFirst() + " did not end within " + LONGEST_SECONDS + " seconds");
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new InputException(place, command.getFirst() + " was not waited for");
        }
        if (process.exitValue() != 0) {
            String why = faults.join().strip();
            throw new InputException(
                    place,
                    command.getFirst() + " ended with code " + process.exitValue()
                            + (why.isEmpty() ? "" : ": " + end(why)));
        }
        return credential(said.join());
    }

    private static String end(String text) {
        return text.length() > MOST_SAID ? "…" + text.substring(text.length() - MOST_SAID) : text;
    }

    /** Both at once, as a program waits where nobody takes what it says. */
    private static CompletableFuture<String> read(Process process, boolean output) {
        CompletableFuture<String> text = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (InputStream stream = output ? process.getInputStream() : process.getErrorStream()) {
                text.complete(new String(stream.readNBytes(Source.MAX_BYTES), StandardCharsets.UTF_8));
            } catch (IOException e) {
                text.complete("");
            }
        });
        return text;
    }

    private Credential credential(String document) {
        Tree status = JsonReader.read(Source.text("what " + command.getFirst() + " answered", document))
                .require("status");
        Tree token = KubeConfig.given(status, "token");
        if (token == null) {
            throw InputException.at(
                    status, "has no token; Berth knows no other way in which a program proves who one is");
        }
        Tree ends = KubeConfig.given(status, "expirationTimestamp");
        if (ends == null) {
            return new Credential(token.text(), null);
        }
        try {
            return new Credential(
                    token.text(), OffsetDateTime.parse(ends.text()).toInstant());
        } catch (DateTimeParseException e) {
            throw InputException.at(ends, "must be a time such as 2026-11-26T04:00:00Z");
        }
    }
}
