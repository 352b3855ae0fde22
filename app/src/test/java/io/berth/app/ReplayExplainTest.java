package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.model.LargestNode;
import io.berth.core.model.LayerSizes;
import io.berth.core.model.LearntNetwork;
import io.berth.core.model.ModelFile;
import io.berth.core.model.PlacementModel;
import io.berth.core.model.column.NodeColumns;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code berth replay JOURNAL --explain JOB}, from a simulated journal to what it says. */
class ReplayExplainTest {
    private static final int JOBS = 40;
    private static final String SCENARIO = """
            cluster: {nodes: [{count: 3, gpus: 8, cpu: 96, memory: 1Ti}, {count: 2, gpus: 4, cpu: 64, memory: 512Gi}]}
            workload: {generate: {jobs: 40, load: 20, gang: {1: 3, 2: 1}, gpus: {0.5: 3, 1: 3, 4: 2}}}
            strategies: [fcfs]
            """;

    @TempDir
    private Path folder;

    private String scenario = "";
    private Path journal = Path.of("");

    @BeforeEach
    void write() throws IOException {
        scenario = Files.writeString(folder.resolve("small.yaml"), SCENARIO).toString();
        journal = folder.resolve("journal");
    }

    private void simulate(String strategy) {
        berth("simulate", scenario, "--strategy", strategy, "--journal", journal)
                .done();
    }

    private Tree explained(Object job, Object... more) {
        List<Object> args = new ArrayList<>(List.of("replay", journal, "--explain", job, "--json"));
        args.addAll(List.of(more));
        return berth(args.toArray()).done().json();
    }

    /** A model that goes where the least GPU and, a little, the least CPU is left. */
    private Path tightest() throws IOException {
        LayerSizes shape = LayerSizes.relu(NodeColumns.COUNT, 1);
        float[] weights = new float[shape.parameters()];
        weights[5] = -0.25f;
        weights[7] = -2;
        PlacementModel model = new PlacementModel(
                new LargestNode(96_000, 1L << 40, 8_000), new LearntNetwork<>(shape, weights, new TreeMap<>()));
        return Files.writeString(folder.resolve("place.model"), ModelFile.write(model));
    }

    @Test
    void aLearntPlacementIsToldByNodesAndFeatures() throws IOException {
        Path model = tightest();
        simulate("{name: mine, order: sjf, place: {learnt: {model: " + model + "}}, backfill: easy}");
        String id = ModelFile.id(Files.readString(model));

        int preferred = 0;
        for (int job = 1; job <= JOBS; job++) {
            Tree why = explained(job);
            assertThat(why.require("state").text()).isEqualTo("finished");
            assertThat(why.require("text").text()).startsWith("it ended at 2026-");
            assertThat(why.require("strategy").text()).isEqualTo("mine (model " + id + ")");
            Tree started = why.require("started");
            assertThat(started.require("same").flag()).isTrue();
            assertThat(started.require("placements").items()).isNotEmpty();
            for (Tree placed : started.require("placements").items()) {
                assertThat(placed.require("model").text()).isEqualTo(id);
                assertThat(started.require("node_names").items())
                        .extracting(Tree::text)
                        .contains(placed.require("node").text());
                preferred += addsUp(placed) ? 1 : 0;
            }
        }
        assertThat(preferred).isGreaterThan(10);
        String text = berth("replay", journal, "--explain", "1").done().out();
        assertThat(text)
                .contains("job 1 is finished: it ended at 2026-", "  start decided at 2026-")
                .containsPattern("  task 0 goes to \\S+ rather than \\S+")
                .endsWith("  decided by mine (model " + id + ")\n");
    }

    /** True where a lead is told, and its parts make it. */
    private static boolean addsUp(Tree placed) {
        if (placed.get("lead").isNull()) {
            return false;
        }
        double sum = placed.require("error").number();
        for (Tree part : placed.require("contributions").items()) {
            sum += part.require("points").number();
        }
        double lead = placed.require("lead").number();
        assertThat(sum).isEqualTo(lead, within(1e-9));
        boolean alike = placed.require("text").text().endsWith("which scores the same and comes after it");
        assertThat(placed.require("text").text().contains("GPU left (+") || alike || Math.abs(lead) < 0.3)
                .as(placed.require("text").text())
                .isTrue();
        return lead > 0;
    }

    @Test
    void aLearntOrderIsToldByJobsAndFeatures() {
        simulate("{name: mine, order: learnt, backfill: easy}");

        int preferred = 0;
        for (int job = 1; job <= JOBS; job++) {
            Tree started = explained(job).require("started");
            for (Tree preference : started.require("preferences").items()) {
                assertThat(preference.require("text").text()).startsWith("job ").contains(" goes before job ");
                preferred++;
            }
            for (Tree placed : started.require("placements").items()) {
                assertThat(placed.get("model").isNull()).isTrue();
                assertThat(placed.require("contributions").items()).isEmpty();
            }
        }
        assertThat(preferred).isGreaterThan(10);
    }

    @Test
    void strategiesThatWereNotLearntAreToldWithoutFeatures() {
        simulate("{name: plain, order: fcfs, place: best-fit}");

        String best = berth("replay", journal, "--explain", "1").done().out();
        assertThat(best)
                .contains("start decided at", " rather than ", "decided by plain")
                .doesNotContain("model");
        assertThat(explained(1).require("started").require("preferences").items())
                .isEmpty();

        journal = folder.resolve("second");
        simulate("{name: first, order: fcfs, place: first-fit}");
        Tree first = explained(1).require("started");
        assertThat(first.require("placements").items()).isEmpty();
        assertThat(first.require("nodes").whole()).isPositive();
        assertThat(first.require("starts").whole()).isEqualTo(1);
    }

    @Test
    void whoeverHasNotStartedByThenWaitsForAReason() {
        simulate("{name: plain, order: fcfs, place: best-fit}");

        Tree waits = null;
        for (int job = 2; job <= JOBS && waits == null; job++) {
            String moment =
                    explained(job - 1).require("started").require("time").text();
            Cli then = berth("replay", journal, "--explain", job, "--at", moment, "--json");
            waits = then.code() == 0 && then.json().require("waiting").flag() ? then.json() : null;
        }
        assertThat(waits).isNotNull();
        assertThat(waits.require("state").text()).isEqualTo("pending");
        assertThat(waits.require("cure").text()).isEqualTo("on_release");
        assertThat(waits.get("started").isNull()).isTrue();
        assertThat(waits.require("strategy").text()).isEqualTo("plain");
    }

    @Test
    void aJobThatIsNotThereAndWhatDoesNotGoTogetherAreRefused() throws IOException {
        simulate("fcfs");

        berth("replay", journal, "--explain", "41").refused("--explain 41", "no such job", "the jobs 1 to 40");
        berth("replay", journal, "--explain", "0").refused("--explain 0", "the jobs 1 to 40");
        berth("replay", journal, "--explain", "40", "--at", "0s").refused("--explain 40", "no such job: until 2026-");
        berth("replay", journal, "--explain", "mine").refused("mine");
        berth("replay", journal, "--explain", "1", "--redecide").refused("only --at goes with --explain");
        berth("replay", journal, "--explain", "1", "--choices", "c.csv").refused("only --at goes with --explain");
        berth("replay", folder.resolve("none"), "--explain", "1").refused("none");
        Path segment = journal.resolve("segment-00000000000000000000.berth");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length / 2] ^= 1;
        Files.write(segment, bytes);
        berth("replay", journal, "--explain", "1").refused("damaged at byte");
    }
}
