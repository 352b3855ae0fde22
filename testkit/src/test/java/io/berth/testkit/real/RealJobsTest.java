package io.berth.testkit.real;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Real jobs under a Berth in a process of its own, as users hand them in, over the command line and over REST. What really happened
 * is in files that the jobs wrote and in /proc. It waits for most of a minute, while others reckon: it begins first.
 */
@Order(1)
@EnabledOnOs(OS.LINUX)
@Timeout(240)
class RealJobsTest extends RealBerthTest {
    private static final int QUICK = 120;

    @Test
    void manyShortJobsEndAsTheirProgramsDoAndRunOnce() throws IOException {
        Map<Long, Integer> codes = new TreeMap<>();
        for (int i = 0; i < QUICK; i++) {
            int code = i % 3 == 0 ? i : 0;
            String end = i % 10 == 9 ? "kill -" + (i % 20 == 9 ? 9 : 15) + " $$" : "exit " + code;
            String script = berth.ledger.start("quick-" + i) + "echo out $BERTH_JOB_ID >quick-" + i + "; echo job " + i
                    + "; " + end;
            int expected = i % 10 == 9 ? 128 + (i % 20 == 9 ? 9 : 15) : code;
            codes.put(i % 4 == 0 ? berth.byCommand(script) : berth.byRest(Map.of(), script), expected);
        }
        berth.await(codes.keySet());

        Map<Long, RestClient.Job> jobs = berth.rest.jobs();
        Map<String, Map<Integer, Integer>> starts = berth.ledger.starts();
        int i = 0;
        for (Map.Entry<Long, Integer> expected : codes.entrySet()) {
            RestClient.Job job = jobs.get(expected.getKey());
            assertThat(job.exitCode()).as(job.toString()).isEqualTo(expected.getValue());
            assertThat(job.state()).isEqualTo(expected.getValue() == 0 ? "finished" : "failed");
            assertThat(starts.get("quick-" + i)).as("starts of quick-" + i).isEqualTo(Map.of(0, 1));
            assertThat(Files.readString(berth.folder.resolve("quick-" + i))).isEqualTo("out " + job.id() + "\n");
            i++;
        }
        long last = codes.keySet().stream().reduce(0L, Math::max);
        assertThat(berth.cli.run("logs", Long.toString(last)).out()).isEqualTo("job " + (QUICK - 1) + "\n");
    }

    @Test
    void eachGroupRunsItsOwnCommandWithAsManyTasksAsThereIsRoomFor() throws IOException {
        int most = 20 * berth.cpus();
        Path file = berth.folder.resolve("groups.yaml");
        Files.writeString(file, """
                name: groups
                env: {MODE: fast}
                demand: {cpu: 0.1}
                directory: %s
                groups:
                - name: ps
                  command: echo "$MODE $BERTH_GROUP $RANK of $WORLD_SIZE" >groups-$BERTH_TASK
                - name: worker
                  min: 2
                  max: %d
                  env: {MODE: slow}
                  command: echo "$MODE $BERTH_GROUP $BERTH_GROUP_RANK of $BERTH_GROUP_SIZE, $WORLD_SIZE" >groups-$BERTH_TASK
                """.formatted(berth.folder, most));

        long job = berth.cli.submit(file.toString());
        berth.await(List.of(job));

        assertThat(berth.rest.jobs().get(job).exitCode()).isZero();
        String server = Files.readString(berth.folder.resolve("groups-0"));
        assertThat(server).startsWith("fast ps 0 of ");
        int started =
                Integer.parseInt(server.substring(server.lastIndexOf(' ') + 1).strip());
        assertThat(started).isBetween(3, most);
        for (int task = 1; task <= most; task++) {
            Path written = berth.folder.resolve("groups-" + task);
            if (task < started) {
                assertThat(written)
                        .content()
                        .isEqualTo("slow worker " + (task - 1) + " of " + (started - 1) + ", " + started + "\n");
            } else {
                assertThat(written).doesNotExist();
            }
        }
    }

    @Test
    void whatComesAfterAJobWaitsForItAndRunsOnlyIfItEndedSo() throws IOException {
        Map<Long, String> states = new TreeMap<>();
        // Until all are there: what comes after one that has ended otherwise is refused.
        String wait = "until [ -e all-are-there ]; do sleep 0.05; done; ";
        for (int i = 0; i < 10; i++) {
            boolean well = i % 2 == 0;
            long first = berth.byRest(
                    Map.of(),
                    berth.ledger.start("first-" + i) + wait + berth.ledger.end("first-" + i) + "exit "
                            + (well ? 0 : 5));
            states.put(first, well ? "finished" : "failed");
            for (String when : List.of("ok", "failed", "any")) {
                boolean runs = when.equals("any") || when.equals("ok") == well;
                long next = berth.byRest(
                        Map.of("after", List.of(Map.of("job", first, "when", when))),
                        berth.ledger.start(when + "-" + i));
                states.put(next, runs ? "finished" : "rejected");
            }
        }
        Files.createFile(berth.folder.resolve("all-are-there"));
        berth.await(states.keySet());

        List<String> lines = berth.ledger.lines();
        Map<Long, RestClient.Job> jobs = berth.rest.jobs();
        states.forEach((job, state) ->
                assertThat(jobs.get(job).state()).as("job " + job).isEqualTo(state));
        for (int i = 0; i < 10; i++) {
            int ended = berth.position(lines, "end first-" + i);
            assertThat(berth.position(lines, "start any-" + i)).isGreaterThan(ended);
            boolean well = i % 2 == 0;
            assertThat(berth.position(lines, "start ok-" + i) > ended).isEqualTo(well);
            assertThat(berth.position(lines, "start failed-" + i) > ended).isEqualTo(!well);
        }
        long rejected = states.entrySet().stream()
                .filter(entry -> entry.getValue().equals("rejected"))
                .findFirst()
                .orElseThrow()
                .getKey();
        assertThat(berth.cli.run("explain", Long.toString(rejected)).out())
                .contains("rejected: ")
                .doesNotContain("does not wait");
    }

    @Test
    void anArrayRunsAllItsIndicesAndNoMoreAtOnceThanItMay() throws IOException {
        String script = berth.ledger.start("array-$BERTH_ARRAY_TASK_ID") + "sleep 0.2; "
                + berth.ledger.end("array-$BERTH_ARRAY_TASK_ID") + "exit $((BERTH_ARRAY_TASK_ID % 3))";
        long first = berth.byRest(Map.of("array", Map.of("count", 12, "parallel", 3)), script);
        berth.await(List.of(first, first + 11));
        berth.await("the array has ended", () -> berth.ended(first, first + 11));

        Map<Long, RestClient.Job> jobs = berth.rest.jobs();
        for (int index = 0; index < 12; index++) {
            assertThat(jobs.get(first + index).exitCode()).isEqualTo(index % 3);
        }
        int now = 0;
        int most = 0;
        List<String> started = new ArrayList<>();
        for (String line : berth.ledger.lines()) {
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
        long gang = berth.byCommand(
                "echo $RANK $WORLD_SIZE $MASTER_PORT >gang-$RANK; " + berth.ledger.start("gang"), "--tasks", "3");
        long broken =
                berth.byCommand("[ $RANK = 1 ] && exit 7; sleep 60; " + berth.ledger.end("broken"), "--tasks", "3");
        berth.await(List.of(gang, broken));

        List<String> ports = new ArrayList<>();
        for (int rank = 0; rank < 3; rank++) {
            String[] words = Files.readString(berth.folder.resolve("gang-" + rank))
                    .strip()
                    .split(" ");
            assertThat(words[0] + " " + words[1]).isEqualTo(rank + " 3");
            ports.add(words[2]);
        }
        assertThat(ports.stream().distinct()).hasSize(1);
        assertThat(berth.ledger.starts().get("gang")).isEqualTo(Map.of(0, 1, 1, 1, 2, 1));
        assertThat(berth.rest.jobs().get(broken).state()).isEqualTo("failed");
        assertThat(berth.rest.jobs().get(broken).exitCode()).isEqualTo(7);
        assertThat(berth.ledger.ends()).doesNotContainKey("broken");
    }

    @Test
    void aJobIsStartedAgainAsOftenAsItsRetriesSay() throws IOException {
        String script = berth.ledger.start("again") + "[ -e tried ] || { : >tried; exit 9; }";
        long again = berth.byRest(Map.of("retries", 3), script);
        berth.await(List.of(again));

        assertThat(berth.rest.jobs().get(again).state()).isEqualTo("finished");
        assertThat(berth.ledger.starts().get("again")).isEqualTo(Map.of(0, 2));
    }

    @Test
    void limitsOfTimeAndMemoryEndAJobAndSaySo() throws IOException {
        long late = berth.byRest(
                Map.of("time_limit", "1s"), berth.ledger.start("late") + "sleep 100; " + berth.ledger.end("late"));
        // tail has to keep it all.
        long large = berth.byRest(
                Map.of("demand", Map.of("cpu", "0.05", "memory", "64Mi")),
                "head -c 400000000 /dev/zero | tail -c 400000000 >/dev/null");
        berth.await(List.of(late, large));

        assertThat(berth.rest.jobs().get(late).state()).isEqualTo("timed_out");
        assertThat(berth.rest.jobs().get(large).state()).isEqualTo("out_of_memory");
        assertThat(berth.ledger.ends()).doesNotContainKey("late");
    }

    @Test
    void aCancelledJobEndsInEveryStateAndNothingOfItIsLeft() throws IOException {
        String daemons = "(setsid sh -c 'echo $$ >daemon; exec sleep 300' &) ; "
                + "setsid sleep 300 & echo $! >session; sh -c 'sleep 300 & wait' & trap '' TERM; "
                + berth.ledger.start("daemons") + "while :; do sleep 1; done";
        long running = berth.byCommand(daemons);
        long large = berth.byRest(
                Map.of("demand", Map.of("cpu", Integer.toString(berth.cpus())), "name", "waits"),
                berth.ledger.start("never"));
        long held = berth.byRest(Map.of("after", List.of(running)), berth.ledger.start("never"));
        long resting = berth.byRest(Map.of("retries", 5), "exit 1");
        berth.await(
                "the daemons run", () -> berth.ledger.starts().containsKey("daemons") && berth.number("daemon") > 0);
        berth.await("it waits for its retry", () -> berth.state(resting).equals("pending"));

        for (long job : List.of(large, held, resting, running)) {
            assertThat(berth.cli.run("cancel", Long.toString(job)).code())
                    .as("cancel " + job)
                    .isZero();
        }
        // It is being stopped now, and stays so until its grace is over.
        berth.rest.cancel(running);
        berth.await(List.of(running, large, held, resting));

        for (long job : List.of(running, large, held, resting)) {
            assertThat(berth.state(job)).isEqualTo("cancelled");
        }
        assertThat(berth.ledger.starts()).doesNotContainKey("never");
        assertThat(berth.alive(berth.number("daemon"))).isFalse();
        assertThat(berth.alive(berth.number("session"))).isFalse();
        assertThat(berth.processes.now().stream().filter(left -> left.job() == running))
                .isEmpty();
        assertThat(berth.cli.run("cancel", Long.toString(running)).code()).isNotZero();
    }

    @Test
    void manyJobsAreCancelledByOneCommand() {
        long first = berth.cli.submit("--name", "sweep", "--array", "30", "--cpu", "0.05", "--", "sleep", "300");
        long last = first + 29;

        CommandLine.Answer half = berth.cli.run("cancel", first + "-" + (first + 9), Long.toString(last));
        CommandLine.Answer others = berth.cli.run("cancel", "--array", Long.toString(first), "--json");

        assertThat(half.code()).as(half.err()).isZero();
        assertThat(half.err()).contains("11 jobs are cancelled");
        assertThat(others.out()).as(others.err()).contains("\"refused\": []");
        berth.await(LongStream.rangeClosed(first, last).boxed().toList());
        assertThat(berth.state(last)).isEqualTo("cancelled");
        assertThat(berth.cli.run("cancel", first + "-" + last).code()).isEqualTo(2);
        assertThat(berth.cli
                        .run("cancel", Long.toString(first), Long.toString(last))
                        .code())
                .isEqualTo(2);
        assertThat(berth.cli.run("cancel", "9-3").code()).isEqualTo(2);
        assertThat(berth.cli.run("cancel").code()).isEqualTo(2);
    }
}
