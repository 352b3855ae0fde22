package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.app.command.Output;
import io.berth.learn.serve.EnvironmentProtocol;
import io.berth.spec.input.Tree;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The environments over engine, requests and assignments, as users meet them. */
@ResourceLock(Resources.SYSTEM_OUT)
class WorldsTest {
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 3, gpus: 4, cpu: 64, memory: 512Gi}]}
            workload: {generate: {jobs: 40, load: 2, gpus: {0.5: 2, 1: 2, 2: 1, 4: 1}, queues: [one, two]}}
            strategies: [{name: mine, order: sjf, place: best-fit, backfill: greedy}, srtf]
            learn:
              environment: engine-placement
              start: none
              hidden: [8]
              test_sequences: 2
              engine: {jobs: 30, rows: 4}
              ppo: {updates: 1, episodes: 2}
            """;

    @TempDir
    private Path folder;

    private String scenario = "";

    @BeforeEach
    void write() throws IOException {
        Path file = folder.resolve("small.yaml");
        Files.writeString(file, SCENARIO);
        scenario = file.toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "assignment",
                "deeprm",
                "dispatch",
                "engine-joint",
                "engine-ordering",
                "engine-placement",
                "engine-queues",
                "ordering"
            })
    void eachIsListedDescribedAndPlayed(String name) {
        assertThat(berth("env", "list").done().out()).contains(name + " ");
        Tree described = berth("env", "describe", name, "--json").done().json();
        Tree process = described.require("processes").items().getFirst();
        assertThat(process.require("name").text()).isEqualTo(name);
        assertThat(process.require("discount").number()).isEqualTo(1);
        assertThat(process.require("reward").text()).isNotEmpty();
        boolean shared = name.equals("engine-queues");
        assertThat(described.require("agents").items()).hasSize(shared ? 3 : 0);

        Frames played = new Frames(name).hello().reset(1);
        assertThat(played.kinds()).containsExactly(EnvironmentProtocol.DESCRIPTION, EnvironmentProtocol.STATE);
    }

    @Test
    void stepsOutOfOrderAreToldAndSpoilNothing() {
        Frames early = new Frames("engine-ordering").hello().step(0).reset(1).step(4000);
        assertThat(early.kinds())
                .containsExactly(
                        EnvironmentProtocol.DESCRIPTION,
                        EnvironmentProtocol.ERROR,
                        EnvironmentProtocol.STATE,
                        EnvironmentProtocol.ERROR);
        assertThat(early.text()).contains("out_of_order", "reset it first", "no_such_action");
    }

    @Test
    void aScenarioSaysWhatIsSeenAndWhatDecidesTheRest() {
        assertThat(berth("env", "describe", scenario).done().out())
                .contains("engine-placement: On which node a task goes.", "4 x 15, rows: node", "acts     one agent");
        assertThat(berth("env", "describe", scenario, "--set", "learn.reward={jct: 1}")
                        .done()
                        .out())
                .contains("with the last step what makes the sum −jct_mean_s");
        assertThat(berth("env", "describe", scenario, "--set", "learn.environment=engine-queues")
                        .done()
                        .out())
                .contains("agent one\n", "agent two\n", "2 agents by turns");
        berth("env", "describe", scenario, "--set", "learn.engine.strategy=fgd").done();
    }

    @Test
    void whatIsLearntStandsBesidePoliciesAndTheSameSeedGivesTheSame() {
        Cli once = berth("train", scenario, "--threads", "1").done();
        assertThat(once.out()).contains("best-fit", "fgd", "first-fit", "random", "learnt, seed 1");
        assertThat(berth("train", scenario, "--threads", "2").done().out()).isEqualTo(once.out());
        assertThat(berth("train", scenario, "--set", "learn.environment=engine-joint")
                        .done()
                        .out())
                .contains("sjf fgd");
        String little = "learn.ppo={updates: 1, episodes: 2}";
        assertThat(berth("train", "dispatch", "--set", little, "--set", "learn.start=none")
                        .done()
                        .out())
                .contains("request_cost_mean", "round-robin", "least-connections");
    }

    @Test
    void anAssignmentIsLearntToTheOptimumOfTheSolverWithThreeSeeds() {
        Cli trained = berth("train", "assignment", "--seed", "1..3", "--json").done();
        Tree document = trained.json();
        assertThat(document.require("baselines").require("optimum").number()).isEqualTo(41.5);
        assertThat(document.require("baselines").require("cheapest-first").number())
                .isGreaterThan(41.5);
        assertThat(document.require("seeds").items())
                .hasSize(3)
                .allSatisfy(seed -> assertThat(seed.require("test").number()).isEqualTo(41.5));
    }

    @Test
    void anAssignmentIsLearntAsATableThatIsExactInEveryState() {
        Tree document = berth("train", "assignment", "--table", "--seed", "1..3", "--json")
                .done()
                .json();
        assertThat(document.require("optimum").number()).isEqualTo(41.5);
        assertThat(document.require("seeds").items()).hasSize(3).allSatisfy(seed -> {
            assertThat(seed.require("cost").number()).isEqualTo(41.5);
            assertThat(seed.require("table").items())
                    .hasSizeGreaterThan(10)
                    .allSatisfy(row -> assertThat(row.require("learnt").number())
                            .isCloseTo(row.require("exact").number(), within(1e-9)));
        });
        assertThat(berth("train", "assignment", "--table").done().out())
                .contains("table, seed 1", "index -> large", "41.50");
    }

    @Test
    void theTableOfNodesIsThatOfItsFirstRowUntilTasksKeepTheirRoom() {
        Tree printed = berth("train", "nodes", "--table", "--json").done().json();
        List<Tree> rows =
                printed.require("seeds").items().getFirst().require("table").items();
        assertThat(rows).hasSize(10);
        assertThat(rows.subList(1, 10))
                .allSatisfy(row -> assertThat(row.require("visits").items())
                        .allSatisfy(visits -> assertThat(visits.whole()).isZero()));
        assertThat(berth("train", "nodes", "--table", "--set", "keep=8").done().out())
                .contains("table, seed 1", "best", "node 1");
        berth("train", "nodes", "--table", "--set", "least=40").refused("nodes", "40 to 30");
    }

    @Test
    void aTeamIsPlayedByEachOfItsAgentsAndLearntByOnePolicyForAll() {
        assertThat(berth("env", "describe", "team").done().out())
                .contains("agent agent_0\n", "3 agents by turns", "11 x 6");
        Frames played = new Frames("team").hello().reset(1);
        assertThat(played.kinds()).containsExactly(EnvironmentProtocol.DESCRIPTION, EnvironmentProtocol.STATE);
        String little = "learn.ppo={updates: 1, episodes: 4, discount: 1}";
        assertThat(berth("train", "team", "--set", little).done().out())
                .contains("completion", "optimum", "shortest-first", "learnt, seed 1");
        assertThat(berth("train", "team", "--set", little, "--set", "printed=true")
                        .done()
                        .out())
                .containsPattern("nothing +0.00");
        berth("train", "team", "--set", "most_tasks=4").refused("learn.team", "tasks (5 to 4)");
        berth("train", "team", "--set", "cpu=0").refused("learn.team", "above 0");
    }

    @Test
    void whatCannotBeLearntAsATableIsRefused() throws IOException {
        berth("train", "ordering", "--table").refused("ordering", "--table learns assignment and nodes");
        berth("train", "assignment", "--table", "--out", "m").refused("--table", "--out");
        Path large = folder.resolve("large.yaml");
        Files.writeString(large, """
                sense: minimize
                assign: exactly-once
                agents: [{name: a, count: 4, capacities: {gpu: 8}}]
                tasks: [{name: t, count: 6, value: 1, sizes: {gpu: 1}}]
                """);
        berth("train", "assignment", "--table", "--set", "learn.assignment.problem=" + large)
                .refused("learn.assignment.problem", "states; a table is learnt of at most 1024");
    }

    @Test
    void anyProblemThatIsBuiltUpAPairAtATimeIsTaken() throws IOException {
        Path numbers = folder.resolve("numbers.txt");
        Files.writeString(numbers, "2 3  1 2 3  3 2 1  1 1 1  1 1 1  2 2\n");
        Path file = folder.resolve("learn.yaml");
        Files.writeString(file, "learn: {environment: assignment, assignment: {problem: numbers.txt}}\n");

        berth("env", "describe", file).refused("numbers.txt", "do not say their sense");
        assertThat(berth("env", "describe", file, "--set", "learn.assignment.sense=minimize")
                        .done()
                        .out())
                .contains("6 x 7, rows: pair of task and agent");
        berth("env", "describe", "assignment", "--set", "learn.assignment.problem=textbook-b-completion")
                .done();
        berth("env", "describe", "assignment", "--set", "learn.assignment.problem=textbook-b-makespan")
                .refused("learn.assignment.problem", "counts the end of the last task");
        berth("env", "describe", "assignment", "--set", "learn.assignment.problem=textbook-c")
                .refused("textbook-c", "there is no such file", "textbook-b");
    }

    @Test
    void whatCannotBeIsToldWithItsPlace() {
        berth("env", "describe", "engine-order").refused("unknown environment", "did you mean \"engine-ordering\"");
        berth("train", "engine-order").refused("unknown environment", "did you mean \"engine-ordering\"");
        berth("env", "describe", scenario, "--set", "learn.environment=engine-placing")
                .refused("learn.environment", "engine-placing", "engine-placement");
        berth("train", scenario, "--set", "cluster={nodes: [{count: 1, gpus: 4, cpu: 64, memory: 512Gi}]}")
                .refused("small.yaml", "cluster has one node", "nothing to decide");
        String unloaded = "workload={generate: {jobs: 40, gpus: {1: 1}, interarrival: 1m}}";
        berth("train", scenario, "--set", "cluster={nodes: [{count: 2, cpu: 64, memory: 512Gi}]}", "--set", unloaded)
                .refused("small.yaml", "ask for GPUs", "no node");
        berth("train", scenario, "--set", "learn.engine.jobs=41")
                .refused("learn.engine.jobs", "has 40 jobs", "takes 41 (jobs)");
        berth("train", scenario, "--set", "learn.engine.strategy=minee").refused("learn.engine.strategy", "minee");
        berth("train", scenario, "--set", "learn.environment=engine-ordering", "--set", "learn.engine.strategy=srtf")
                .refused("learn.engine", "preempt");
        berth("train", scenario, "--set", "learn.environment=dispatch").refused("small.yaml", "has no fleet");
        berth("train", "dispatch", "--set", "learn.environment=engine-placement")
                .refused("dispatch", "no cluster");
        berth("train", "dispatch", "--set", "learn.dispatch.requests=301")
                .refused("learn.dispatch.requests", "has 300 requests");
        berth("train", "dispatch", "--set", "learn.reward={utilisation: 1}")
                .refused("learn.reward", "requests have no utilisation");
    }

    @Test
    void whatCannotBeTrainedOrDeployedIsRefusedBeforeAnythingIsLearnt() {
        berth("train", "engine-queues").refused("engine-queues", "several agents", "through Python");
        berth("train", "team", "--out", folder.resolve("a.model"))
                .refused(
                        "--out",
                        "only what is learnt of ordering, engine-ordering, engine-placement, engine-joint or dispatch",
                        "team");
        berth("train", "assignment", "--store").refused("--store", "assignment");
    }

    /** A conversation with {@code berth env serve}, sent as a whole. */
    private static final class Frames {
        private final String name;
        private final ByteBuffer requests = ByteBuffer.allocate(1000).order(ByteOrder.LITTLE_ENDIAN);
        private byte[] replies = {};

        Frames(String name) {
            this.name = name;
        }

        Frames hello() {
            requests.putInt(12).putInt(EnvironmentProtocol.HELLO);
            requests.putInt(EnvironmentProtocol.MAGIC)
                    .putInt(EnvironmentProtocol.VERSION)
                    .putInt(0);
            return this;
        }

        Frames reset(long seed) {
            requests.putInt(9).putInt(EnvironmentProtocol.RESET).putLong(seed).put(EnvironmentProtocol.WITH_SEED);
            return this;
        }

        Frames step(int action) {
            requests.putInt(4).putInt(EnvironmentProtocol.STEP).putInt(action);
            return this;
        }

        List<Integer> kinds() {
            return EnvTest.kinds(replies());
        }

        String text() {
            return new String(replies(), StandardCharsets.UTF_8);
        }

        private byte[] replies() {
            if (replies.length > 0) {
                return replies;
            }
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            ByteArrayOutputStream err = new ByteArrayOutputStream();
            InputStream in = System.in;
            System.setIn(new ByteArrayInputStream(requests.array(), 0, requests.position()));
            try {
                Output output = new Output(new PrintStream(out, true), new PrintStream(err, true));
                assertThat(Main.run(List.of("env", "serve", name), output))
                        .as(err.toString())
                        .isZero();
            } finally {
                System.setIn(in);
            }
            replies = out.toByteArray();
            return replies;
        }
    }
}
