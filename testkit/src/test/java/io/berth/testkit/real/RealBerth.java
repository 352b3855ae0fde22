package io.berth.testkit.real;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.app.home.BerthHome;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** A Berth in a process of its own, with what users hand their jobs in by and what tells what really happened. */
final class RealBerth {
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    final Path folder;
    final RestClient rest;
    final CommandLine cli;
    final Ledger ledger;
    final TaskProcesses processes;
    private final UpProcess up;

    /** Starts it, with its home and all that its jobs write in {@code folder}. */
    RealBerth(Path folder) throws IOException {
        this.folder = folder;
        BerthHome home = new BerthHome(folder.resolve("home"));
        up = UpProcess.start(UpProcess.ofClassPath(), home, folder.resolve("up.log"));
        assertThat(up.awaitReady())
                .as(Files.readString(folder.resolve("up.log")))
                .isNotNegative();
        rest = RestClient.of(home);
        cli = new CommandLine(home);
        ledger = new Ledger(folder.resolve("ledger"));
        processes = new TaskProcesses(home.tasks());
    }

    /** Stops it once nothing of its jobs is left. */
    void stop() {
        try {
            await(
                    "all processes are gone: " + processes.now(),
                    () -> processes.now().isEmpty());
        } finally {
            processes.kill();
            up.stop();
        }
    }

    long byCommand(String script, String... options) {
        List<String> words = new ArrayList<>(List.of("--cpu", "0.05", "--directory", folder.toString()));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "sh", "-c", script));
        return cli.submit(words.toArray(String[]::new));
    }

    long byRest(Map<String, Object> more, String script) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("demand", Map.of("cpu", "0.05"));
        document.put("directory", folder.toString());
        document.put("command", List.of("sh", "-c", script));
        document.putAll(more);
        return rest.submit("key-" + System.nanoTime(), document);
    }

    int cpus() throws IOException {
        Tree nodes = rest.ask("GET", "/api/v1/nodes", null, null).tree().require("nodes");
        return (int) nodes.items().getFirst().require("cpus").number();
    }

    String state(long job) {
        try {
            return rest.jobs().get(job).state();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    boolean ended(long first, long last) {
        try {
            Map<Long, RestClient.Job> jobs = rest.jobs();
            for (long job = first; job <= last; job++) {
                if (!jobs.get(job).ended()) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    void await(Iterable<Long> jobs) {
        for (long job : jobs) {
            await("job " + job + " has ended", () -> ended(job, job));
        }
    }

    void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            UpProcess.pause(50);
        }
    }

    int position(List<String> lines, String beginning) {
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).startsWith(beginning + " ")) {
                return line;
            }
        }
        return -1;
    }

    long number(String file) {
        try {
            Path path = folder.resolve(file);
            String text = Files.exists(path) ? Files.readString(path) : "";
            return text.endsWith("\n") ? Long.parseLong(text.strip()) : 0;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A zombie counts as gone. */
    boolean alive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }
}
