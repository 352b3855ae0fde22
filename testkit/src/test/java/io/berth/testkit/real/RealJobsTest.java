package io.berth.testkit.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.app.home.BerthHome;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real jobs under a Berth in a process of its own, as users hand them in, over the command line and over REST. What really happened
 * is in files that the jobs wrote and in /proc.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(240)
class RealJobsTest {
    private static final int QUICK = 120;
    private static final long PATIENCE_NANOS = 120_000_000_000L;

    @TempDir
    static Path folder;

    private static UpProcess up;
    private static RestClient rest;
    private static CommandLine cli;
    private static Ledger ledger;
    private static TaskProcesses processes;

    @BeforeAll
    static void start() throws IOException {
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

    @AfterAll
    static void nothingIsLeft() {
        try {
            await(
                    "all processes are gone: " + processes.now(),
                    () -> processes.now().isEmpty());
        } finally {
            processes.now().forEach(left -> ProcessHandle.of(left.pid()).ifPresent(ProcessHandle::destroyForcibly));
            up.stop();
        }
    }

    @Test
    void manyShortJobsEndAsTheirProgramsDoAndRunOnce() throws IOException {
        Map<Long, Integer> codes = new TreeMap<>();
        for (int i = 0; i < QUICK; i++) {
            int code = i % 3 == 0 ? i : 0;
            String end = i % 10 == 9 ? "kill -" + (i % 20 == 9 ? 9 : 15) + " $$" : "exit " + code;
            String script =
                    ledger.start("quick-" + i) + "echo out $BERTH_JOB_ID >quick-" + i + "; echo job " + i + "; " + end;
            int expected = i % 10 == 9 ? 128 + (i % 20 == 9 ? 9 : 15) : code;
            codes.put(i % 4 == 0 ? byCommand(script) : byRest(Map.of(), script), expected);
        }
        await(codes.keySet());

        Map<Long, RestClient.Job> jobs = rest.jobs();
        Map<String, Map<Integer, Integer>> starts = ledger.starts();
        int i = 0;
        for (Map.Entry<Long, Integer> expected : codes.entrySet()) {
            RestClient.Job job = jobs.get(expected.getKey());
            assertThat(job.exitCode()).as(job.toString()).isEqualTo(expected.getValue());
            assertThat(job.state()).isEqualTo(expected.getValue() == 0 ? "finished" : "failed");
            assertThat(starts.get("quick-" + i)).as("starts of quick-" + i).isEqualTo(Map.of(0, 1));
            assertThat(Files.readString(folder.resolve("quick-" + i))).isEqualTo("out " + job.id() + "\n");
            i++;
        }
        long last = codes.keySet().stream().reduce(0L, Math::max);
        assertThat(cli.run("logs", Long.toString(last)).out()).isEqualTo("job " + (QUICK - 1) + "\n");
    }

    @Test
    void whatComesAfterAJobWaitsForItAndRunsOnlyIfItEndedSo() throws IOException {
        Map<Long, String> states = new TreeMap<>();
        for (int i = 0; i < 10; i++) {
            boolean well = i % 2 == 0;
            long first = byRest(
                    Map.of(),
                    ledger.start("first-" + i) + "sleep 0.2; " + ledger.end("first-" + i) + "exit " + (well ? 0 : 5));
            states.put(first, well ? "finished" : "failed");
            for (String when : List.of("ok", "failed", "any")) {
                boolean runs = when.equals("any") || when.equals("ok") == well;
                long next = byRest(
                        Map.of("after", List.of(Map.of("job", first, "when", when))), ledger.start(when + "-" + i));
                states.put(next, runs ? "finished" : "rejected");
            }
        }
        await(states.keySet());

        List<String> lines = ledger.lines();
        Map<Long, RestClient.Job> jobs = rest.jobs();
        states.forEach((job, state) ->
                assertThat(jobs.get(job).state()).as("job " + job).isEqualTo(state));
        for (int i = 0; i < 10; i++) {
            int ended = position(lines, "end first-" + i);
            assertThat(position(lines, "start any-" + i)).isGreaterThan(ended);
            boolean well = i % 2 == 0;
            assertThat(position(lines, "start ok-" + i) > ended).isEqualTo(well);
            assertThat(position(lines, "start failed-" + i) > ended).isEqualTo(!well);
        }
        long rejected = states.entrySet().stream()
                .filter(entry -> entry.getValue().equals("rejected"))
                .findFirst()
                .orElseThrow()
                .getKey();
        assertThat(cli.run("explain", Long.toString(rejected)).out())
                .contains("rejected: ")
                .doesNotContain("does not wait");
    }

    @Test
    void anArrayRunsAllItsIndicesAndNoMoreAtOnceThanItMay() throws IOException {
        String script = ledger.start("array-$BERTH_ARRAY_TASK_ID") + "sleep 0.2; "
                + ledger.end("array-$BERTH_ARRAY_TASK_ID") + "exit $((BERTH_ARRAY_TASK_ID % 3))";
        long first = byRest(Map.of("array", Map.of("count", 12, "parallel", 3)), script);
        await(List.of(first, first + 11));
        await("the array has ended", () -> ended(first, first + 11));

        Map<Long, RestClient.Job> jobs = rest.jobs();
        for (int index = 0; index < 12; index++) {
            assertThat(jobs.get(first + index).exitCode()).isEqualTo(index % 3);
        }
        int now = 0;
        int most = 0;
        List<String> started = new ArrayList<>();
        for (String line : ledger.lines()) {
            if (line.contains(" array-")) {
                now += line.startsWith("start") ? 1 : -1;
                most = Math.max(most, now);
                started.add(line.split(" ")[1]);
            }
        }
        assertThat(most).isBetween(1, 3);
        assertThat(started).hasSize(24);
    }

    @Test
    void theTasksOfAGangFindEachOtherAndFailTogether() throws IOException {
        long gang =
                byCommand("echo $RANK $WORLD_SIZE $MASTER_PORT >gang-$RANK; " + ledger.start("gang"), "--tasks", "3");
        long broken = byCommand("[ $RANK = 1 ] && exit 7; sleep 60; " + ledger.end("broken"), "--tasks", "3");
        await(List.of(gang, broken));

        List<String> ports = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            String[] words =
                    Files.readString(folder.resolve("gang-" + rank)).strip().split(" ");
            assertThat(words[0] + " " + words[1]).isEqualTo(rank + " 3");
            ports.add(words[2]);
        }
        assertThat(ports.stream().distinct()).hasSize(1);
        assertThat(ledger.starts().get("gang")).isEqualTo(Map.of(0, 1, 1, 1, 2, 1));
        assertThat(rest.jobs().get(broken).state()).isEqualTo("failed");
        assertThat(rest.jobs().get(broken).exitCode()).isEqualTo(7);
        assertThat(ledger.ends()).doesNotContainKey("broken");
    }

    @Test
    void aJobIsStartedAgainAsOftenAsItsRetriesSay() throws IOException {
        String script = ledger.start("again") + "[ -e tried ] || { : >tried; exit 9; }";
        long again = byRest(Map.of("retries", 3), script);
        await(List.of(again));

        assertThat(rest.jobs().get(again).state()).isEqualTo("finished");
        assertThat(ledger.starts().get("again")).isEqualTo(Map.of(0, 2));
    }

    @Test
    void limitsOfTimeAndMemoryEndAJobAndSaySo() throws IOException {
        long late = byRest(Map.of("time_limit", "1s"), ledger.start("late") + "sleep 100; " + ledger.end("late"));
        // tail has to keep it all.
        long large = byRest(
                Map.of("demand", Map.of("cpu", "0.05", "memory", "64Mi")),
                "head -c 400000000 /dev/zero | tail -c 400000000 >/dev/null");
        await(List.of(late, large));

        assertThat(rest.jobs().get(late).state()).isEqualTo("timed_out");
        assertThat(rest.jobs().get(large).state()).isEqualTo("out_of_memory");
        assertThat(ledger.ends()).doesNotContainKey("late");
    }

    @Test
    void aCancelledJobEndsInEveryStateAndNothingOfItIsLeft() throws IOException {
        String daemons = "(setsid sh -c 'echo $$ >daemon; exec sleep 300' &) ; "
                + "setsid sleep 300 & echo $! >session; sh -c 'sleep 300 & wait' & trap '' TERM; "
                + ledger.start("daemons") + "while :; do sleep 1; done";
        long running = byCommand(daemons);
        long large = byRest(
                Map.of("demand", Map.of("cpu", Integer.toString(cpus())), "name", "waits"), ledger.start("never"));
        long held = byRest(Map.of("after", List.of(running)), ledger.start("never"));
        long resting = byRest(Map.of("retries", 5), "exit 1");
        await("the daemons run", () -> ledger.starts().containsKey("daemons") && number("daemon") > 0);
        await("it waits for its retry", () -> state(resting).equals("pending"));

        for (long job : List.of(large, held, resting, running)) {
            assertThat(cli.run("cancel", Long.toString(job)).code())
                    .as("cancel " + job)
                    .isZero();
        }
        // It is being stopped now, and stays so until its grace is over.
        rest.cancel(running);
        await(List.of(running, large, held, resting));

        for (long job : List.of(running, large, held, resting)) {
            assertThat(state(job)).isEqualTo("cancelled");
        }
        assertThat(ledger.starts()).doesNotContainKey("never");
        assertThat(alive(number("daemon"))).isFalse();
        assertThat(alive(number("session"))).isFalse();
        assertThat(processes.now().stream().filter(left -> left.job() == running))
                .isEmpty();
        assertThat(cli.run("cancel", Long.toString(running)).code()).isNotZero();
    }

    @Test
    void manyJobsAreCancelledByOneCommand() {
        long first = cli.submit("--name", "sweep", "--array", "30", "--cpu", "0.05", "--", "sleep", "300");
        long last = first + 29;

        CommandLine.Answer half = cli.run("cancel", first + "-" + (first + 9), Long.toString(last));
        CommandLine.Answer others = cli.run("cancel", "--array", Long.toString(first), "--json");

        assertThat(half.code()).as(half.err()).isZero();
        assertThat(half.err()).contains("11 jobs are cancelled");
        assertThat(others.out()).as(others.err()).contains("\"refused\": []");
        await(LongStream.rangeClosed(first, last).boxed().toList());
        assertThat(state(last)).isEqualTo("cancelled");
        assertThat(cli.run("cancel", first + "-" + last).code()).isEqualTo(2);
        assertThat(cli.run("cancel", Long.toString(first), Long.toString(last)).code())
                .isEqualTo(2);
        assertThat(cli.run("cancel", "9-3").code()).isEqualTo(2);
        assertThat(cli.run("cancel").code()).isEqualTo(2);
    }

    @Test
    void whatCanNeverStartIsRefusedAtOnce() throws IOException {
        String typo = "no-such-program-" + folder.getFileName();
        CommandLine.Answer unknown = cli.run("submit", "--cpu", "0.05", "--", typo);
        CommandLine.Answer nowhere = cli.run("submit", "--directory", "/nowhere/at/all", "--", "true");
        CommandLine.Answer nobody = cli.run("submit", "--user", "nobody-of-this-name", "--", "true");
        CommandLine.Answer little = cli.run("submit", "--memory", "1024", "--", "true");

        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("command: there is no program").contains(typo);
        assertThat(nowhere.err()).contains("--directory /nowhere/at/all: ").contains("is not there");
        assertThat(nobody.err()).contains("--user nobody-of-this-name: ");
        assertThat(little.err()).contains("--memory 1024: ").contains("did you mean 1024Mi?");
        assertThat(List.of(nowhere.code(), nobody.code(), little.code())).containsOnly(2);
    }

    @Test
    void aJobWhoseFolderAnEarlierOneMakesIsTaken() throws IOException {
        Path made = folder.resolve("made-later");
        long first = byCommand("sleep 0.5; mkdir " + made);
        long next = byRest(Map.of("directory", made.toString(), "after", List.of(first)), "pwd >here");
        await(List.of(next));

        assertThat(state(next)).isEqualTo("finished");
        assertThat(Files.readString(made.resolve("here")).strip()).isEqualTo(made.toString());
    }

    @Test
    void aJobThatCannotBeStartedSaysWhyWhereverSomebodyLooks() throws IOException {
        long first = byCommand("true");
        await(List.of(first));
        long nowhere = byRest(
                Map.of("directory", "/nowhere/at/all", "after", List.of(Map.of("job", first, "when", "any"))), "true");
        await(
                "it could not be started",
                () -> cli.run("show", Long.toString(nowhere)).out().contains("/nowhere/at/all is not a folder"));

        for (String command : List.of("explain", "eta")) {
            assertThat(cli.run(command, Long.toString(nowhere)).out())
                    .as(command)
                    .contains("/nowhere/at/all is not a folder");
        }
        assertThat(cli.run("ls", "--all", "--columns", "id,reason").out()).contains("/nowhere/at/all is not a folder");
        cli.run("cancel", Long.toString(nowhere));
    }

    @Test
    void whoeverWaitsHearsWhatBecameOfTheJob() {
        CommandLine.Answer well = cli.run("submit", "-W", "--cpu", "0.05", "--", "true");
        CommandLine.Answer failed = cli.run("submit", "-W", "--cpu", "0.05", "--", "sh", "-c", "exit 3");
        CommandLine.Answer killed = cli.run("submit", "-W", "--cpu", "0.05", "--", "sh", "-c", "kill -9 $$");

        assertThat(well.code()).isZero();
        assertThat(well.err()).contains("is finished, exit code 0; it ran for ");
        assertThat(failed.code()).isEqualTo(3);
        assertThat(failed.err()).contains("is failed: ended with exit code 3; it ran for ");
        assertThat(killed.code()).isEqualTo(137);
        assertThat(killed.err()).contains("ended with exit code 137 (SIGKILL)");
        String job = failed.out().strip();
        assertThat(cli.run("explain", job).out()).contains("is failed: ended with exit code 3");
        assertThat(cli.run("history", "--since", "1h", "--csv", "--columns", "id,state,exit")
                        .out())
                .startsWith("id,state,exit")
                .contains(job + ",failed,3");
        assertThat(cli.run("show", job).out()).startsWith("command:").contains("output:");
    }

    @Test
    void theLastLinesOfAnOutputAreReadAlone() {
        long job = byCommand("seq 1 100");
        await(List.of(job));

        assertThat(cli.run("logs", "--tail", "2", Long.toString(job)).out()).isEqualTo("99\n100\n");
    }

    @Test
    void everySettingSaysWhereItIsFromAndNumbersAreNumbers() {
        Tree settings = JsonReader.read(
                Source.text("config", cli.run("config", "--json").out()));
        for (Tree setting : settings.require("settings").items()) {
            String key = setting.require("key").text();
            if (key.equals("strategy")) {
                assertThat(setting.require("source").text()).isEqualTo("default");
            } else if (key.equals("submit_burst")) {
                assertThat(setting.require("value").number()).isEqualTo(200);
                assertThat(setting.require("source").text()).isEqualTo("default");
            }
        }
        assertThat(cli.run("strategy", "set", "sjf").code()).isZero();
        assertThat(cli.run("config").out()).containsPattern("strategy +sjf +set since the start");
        assertThat(cli.run("strategy", "set", "fgd-greedy").code()).isZero();
    }

    @Test
    void whyANodeIsDrainedIsShownUntilItTakesTasksAgain() {
        try {
            CommandLine.Answer drained = cli.run("drain", "--reason", "a fan is loud");
            assertThat(drained.code()).as(drained.err()).isZero();
            assertThat(cli.run("top").out()).contains("is draining: a fan is loud");
        } finally {
            assertThat(cli.run("undrain").code()).isZero();
        }
        assertThat(cli.run("top").out()).doesNotContain("a fan is loud");
    }

    @Test
    void badJobFilesAreRefusedInOneLineWithCode2() throws IOException {
        List<String> bad = List.of(
                "{command: [true], gpuz: 1}",
                "{command: [true], demand: {cpu: -1}}",
                "{command: [true], tasks: 0}",
                "{demand: {cpu: 1}}",
                "{command: [true], after: [999999]}",
                "{command: [true], demand: {gpus: 1, models: [Nothing]}}",
                "{command: [true], name: \"" + "x".repeat(10_000) + "\"}",
                "{command: [true], name: \"a\\u0000b\"}",
                "&a [*a, *a]",
                "name: [",
                "");
        for (String text : bad) {
            Path file = Files.writeString(folder.resolve("bad.yaml"), text);
            CommandLine.Answer answer = cli.run("submit", "--clean-env", file.toString());
            assertThat(answer.code()).as(text + ": " + answer).isEqualTo(2);
            assertThat(answer.out()).as(text).isEmpty();
            assertThat(answer.err().strip()).as(text).isNotEmpty().doesNotContain("\n");
        }
        Path large = folder.resolve("large.yaml");
        Files.writeString(large, "command: ['true', '" + "x".repeat(10 << 20) + "']\n");
        assertThat(cli.run("submit", large.toString()).code()).isEqualTo(2);
        assertThat(cli.run("ls").code()).isZero();
    }

    @Test
    void namesAreListedAsTheyWereSentOrRefused() throws IOException {
        for (String name : List.of("a'b\"c$(id)`id`", "-rf", "%2e%2e%2f", "名字 \uD83D\uDE00")) {
            long job = byRest(Map.of("name", name), "exit 0");
            await(List.of(job));
            assertThat(rest.jobs().get(job).name()).isEqualTo(name);
            assertThat(cli.run("ls", "--all").out()).contains(name);
        }
        for (String name : List.of("../../etc/passwd", "<img src=x onerror=alert(1)>", "a\u202eb", "a\u001b[2Jb")) {
            assertThatThrownBy(() -> byRest(Map.of("name", name), "exit 0")).hasMessageContaining("400");
        }
    }

    private static long byCommand(String script, String... options) {
        List<String> words = new ArrayList<>(List.of("--cpu", "0.05", "--directory", folder.toString()));
        words.addAll(List.of(options));
        words.addAll(List.of("--", "sh", "-c", script));
        return cli.submit(words.toArray(String[]::new));
    }

    private static long byRest(Map<String, Object> more, String script) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("demand", Map.of("cpu", "0.05"));
        document.put("directory", folder.toString());
        document.put("command", List.of("sh", "-c", script));
        document.putAll(more);
        return rest.submit("key-" + System.nanoTime(), document);
    }

    private static int cpus() throws IOException {
        Tree nodes = rest.ask("GET", "/api/v1/nodes", null, null).tree().require("nodes");
        return (int) nodes.items().getFirst().require("cpus").number();
    }

    private static String state(long job) {
        try {
            return rest.jobs().get(job).state();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean ended(long first, long last) {
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

    private static void await(Iterable<Long> jobs) {
        for (long job : jobs) {
            await("job " + job + " has ended", () -> ended(job, job));
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(end);
            UpProcess.pause(50);
        }
    }

    private static int position(List<String> lines, String beginning) {
        for (int line = 0; line < lines.size(); line++) {
            if (lines.get(line).startsWith(beginning + " ")) {
                return line;
            }
        }
        return -1;
    }

    private static long number(String file) {
        try {
            Path path = folder.resolve(file);
            String text = Files.exists(path) ? Files.readString(path) : "";
            return text.endsWith("\n") ? Long.parseLong(text.strip()) : 0;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** A zombie counts as gone. */
    private static boolean alive(long pid) {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (IOException e) {
            return false;
        }
    }
}
