package io.berth.app;

import static io.berth.app.Cli.berth;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code berth simulate} says over seeds, against a baseline, and at the points of a sweep. */
class SimulateStatisticsTest {
    private static final Pattern WALL = Pattern.compile("\"wall_seconds\": [-.0-9E]+");

    @TempDir
    private Path temp;

    private Path scenario;

    @BeforeEach
    void writeAScenario() throws IOException {
        scenario = ScenarioFolder.in(temp).write("short.yaml", """
            cluster: {nodes: [{count: 2, gpus: 8, model: H100, cpu: 96, memory: 1Ti}]}
            workload: {generate: {jobs: 300, load: 0.9, duration_sigma: 1, gpus: {1: 3, 4: 1, 8: 1}}}
            strategies: [fcfs, sjf, {name: again, order: fcfs}]
            """);
    }

    @Test
    void theSummaryHasTheMeanOfTheRunsAndStudentsInterval() {
        Tree document = json("--seed", "1..2", "--strategy", "fcfs");

        List<Tree> runs = document.require("runs").items();
        double first = runs.get(0).require("metrics").require("wait_mean_s").number();
        double second = runs.get(1).require("metrics").require("wait_mean_s").number();
        Tree summary = document.require("summary").items().getFirst();
        assertThat(summary.require("strategy").text()).isEqualTo("fcfs");
        Tree wait = summary.require("metrics").require("wait_mean_s");
        double mean = (first + second) / 2;
        // Of two seeds the deviation is |a − b| / √2, its error |a − b| / 2, and t(1) = 12.706205.
        double half = 12.706205 * Math.abs(first - second) / 2;
        assertThat(wait.require("mean").number()).isCloseTo(mean, within(1e-9));
        assertThat(wait.require("low").number()).isCloseTo(mean - half, within(1e-4 * half));
        assertThat(wait.require("high").number()).isCloseTo(mean + half, within(1e-4 * half));
        assertThat(wait.require("seeds").whole()).isEqualTo(2);
        assertThat(document.require("comparisons").items()).isEmpty();
    }

    @Test
    void overSeedsTheOthersAreComparedWithTheFirst() {
        List<Tree> comparisons = json("--seed", "1..8").require("comparisons").items();

        assertThat(comparisons).hasSize(2);
        Tree sjf = comparisons.getFirst();
        assertThat(sjf.require("baseline").text()).isEqualTo("fcfs");
        assertThat(sjf.require("strategy").text()).isEqualTo("sjf");
        assertThat(sjf.require("over").text()).isEqualTo("seeds");
        Tree wait = sjf.require("metrics").require("wait_mean_s");
        assertThat(wait.require("pairs").whole()).isEqualTo(8);
        assertThat(wait.require("verdict").text()).isEqualTo("better");
        assertThat(wait.require("high").number()).isNegative();
        assertThat(wait.require("p").number()).isLessThan(0.05);
        Tree same = comparisons.getLast().require("metrics").require("wait_mean_s");
        assertThat(same.require("mean").number()).isZero();
        assertThat(same.require("verdict").text()).isEqualTo("no_real_difference");
    }

    @Test
    void ofOneSeedTheJobsAreCompared() {
        Tree sjf = json("--set", "workload.generate.jobs=3000")
                .require("comparisons")
                .items()
                .getFirst();

        assertThat(sjf.require("over").text()).isEqualTo("jobs");
        assertThat(sjf.require("metrics").entries())
                .extracting(Tree.Entry::key)
                .containsExactly("bounded_slowdown_mean", "jct_mean_s", "queueing_time_mean_s", "wait_mean_s");
        Tree wait = sjf.require("metrics").require("wait_mean_s");
        assertThat(wait.require("pairs").whole()).isEqualTo(3000);
        assertThat(wait.require("low").number()).isLessThan(wait.require("mean").number());
        int block = (int) wait.require("block").whole();
        assertThat(block).isGreaterThanOrEqualTo(4 * 15);
        assertThat(berth("simulate", scenario, "--set", "workload.generate.jobs=3000")
                        .done()
                        .out()
                        .replaceAll("\\s+", " "))
                .containsPattern("95 % by blocks of jobs of one log \\([ 0-9to]+ blocks of [ 0-9to]+ jobs\\)");
    }

    @Test
    void seedsThatGiveOneAndTheSameRunCountOnce() throws IOException {
        Path log = log();

        Tree document =
                berth("simulate", log, "--seed", "1..8", "--json").done().json();
        Tree once = berth("simulate", log, "--seed", "1", "--json").done().json();

        List<Tree> runs = document.require("runs").items();
        assertThat(runs.subList(0, 8))
                .extracting(run -> run.require("identity").require("outcome").text())
                .containsOnly(
                        runs.getFirst().require("identity").require("outcome").text());
        Tree wait = document.require("summary")
                .items()
                .getFirst()
                .require("metrics")
                .require("wait_mean_s");
        assertThat(wait.require("seeds").whole()).isEqualTo(1);
        assertThat(Objects.requireNonNull(wait.get("low")).isNull()).isTrue();
        Tree comparison = document.require("comparisons").items().getFirst();
        assertThat(comparison.require("over").text()).isEqualTo("jobs");
        assertThat(wait(document, 0, "low")).isEqualTo(wait(once, 0, "low"));
        assertThat(wait(document, 0, "high")).isEqualTo(wait(once, 0, "high"));
        assertThat(berth("simulate", log, "--seed", "1..8").done().out().replaceAll("\\s+", " "))
                .contains("All 8 seeds gave one and the same run", "95 % by blocks of jobs of one log");
    }

    @Test
    void ofALogWhereOnlyDecisionsAreByChanceTheJobsAreCompared() throws IOException {
        Tree document = berth(
                        "simulate",
                        log(),
                        "--seed",
                        "1..8",
                        "--strategy",
                        "fcfs",
                        "--strategy",
                        "{order: fcfs, place: random}",
                        "--json")
                .done()
                .json();

        Tree comparison = document.require("comparisons").items().getFirst();
        assertThat(comparison.require("over").text()).isEqualTo("jobs");
        Tree random = document.require("summary").items().getLast();
        assertThat(random.require("metrics")
                        .require("node_utilization_variance")
                        .require("seeds")
                        .whole())
                .isEqualTo(8);
    }

    /** A log: its jobs are the same with any seed. */
    private Path log() throws IOException {
        StringBuilder jobs = new StringBuilder("submit,duration,gpus\n");
        for (int job = 0; job < 600; job++) {
            jobs.append(job * 60).append(',').append(100 + job * 7919L % 1400).append(",2\n");
        }
        Files.writeString(temp.resolve("log.csv"), jobs);
        return Files.writeString(temp.resolve("log.yaml"), """
            cluster: {nodes: [{count: 2, gpus: 8, cpu: 96, memory: 1Ti}, {gpus: 4, cpu: 96, memory: 1Ti}]}
            workload: {csv: log.csv}
            strategies: [fcfs, sjf]
            """);
    }

    @Test
    void anotherBaselineTurnsTheDifferenceAround() {
        double forth = wait(json("--seed", "1..3"), 0, "mean");
        double back = wait(json("--seed", "1..3", "--baseline", "sjf"), 0, "mean");

        assertThat(back).isEqualTo(-forth).isPositive();
        berth("simulate", scenario, "--baseline", "sjg").refused("--baseline", "unknown strategy", "\"sjf\"");
    }

    @Test
    void theTableMarksWhatIsReal() {
        String many = berth("simulate", scenario, "--seed", "1..8").done().out();
        String few = berth("simulate", scenario, "--seed", "1..3").done().out();

        assertThat(line(many, "sjf")).contains("✓");
        assertThat(line(many, "again")).contains("=").doesNotContain("✓").doesNotContain("✗");
        assertThat(many)
                .contains("Against fcfs: ✓ better, ✗ worse, = no real difference; paired bootstrap over seeds, 95 %.");
        assertThat(line(few, "sjf")).contains("?");
        assertThat(few).contains("? too few pairs to tell; six seeds that differ can.");
    }

    @Test
    void tablesFitAHundredColumnsAndWideShowsAll() {
        String fits = berth("simulate", scenario, "--seed", "1..8").done().out();
        String wide =
                berth("simulate", scenario, "--seed", "1..8", "--wide").done().out();

        assertThat(fits.lines()).allMatch(line -> line.length() <= 100);
        assertThat(line(fits, "strategy")).contains("jct mean", "wait mean").doesNotContain("at end %");
        assertThat(fits).contains("Left out: ", "at end %", "--wide shows all.");
        assertThat(line(wide, "strategy")).contains("jct mean", "jct p99", "finished", "at end %");
        assertThat(wide).doesNotContain("Left out");
    }

    @Test
    void aSweepRunsEachPointAndSaysItsValues() {
        Tree document = json(
                "--strategy",
                "fcfs",
                "--strategy",
                "sjf",
                "--sweep",
                "workload.generate.load=0.5..0.9/0.4",
                "--sweep",
                "emulate.start_latency=0s,5s");

        assertThat(document.require("runs").items())
                .extracting(run -> run.require("strategy").text()
                        + run.require("set").require("workload.generate.load").text()
                        + run.require("set").require("emulate.start_latency").text())
                .containsExactly(
                        "fcfs0.50s",
                        "sjf0.50s",
                        "fcfs0.55s",
                        "sjf0.55s",
                        "fcfs0.90s",
                        "sjf0.90s",
                        "fcfs0.95s",
                        "sjf0.95s");
        assertThat(document.require("summary").items()).hasSize(8);
        assertThat(document.require("comparisons").items()).hasSize(4);
        String table = berth("simulate", scenario, "--sweep", "workload.generate.load=0.5,0.9")
                .done()
                .out();
        assertThat(table).contains("load  strategy").contains("0.5   sjf").contains("0.9   again");
    }

    @Test
    void aPointOfASweepIsTheRunWithItsValuesSet() {
        Tree swept = json("--sweep", "workload.generate.load=0.5,0.9")
                .require("runs")
                .items()
                .get(4);
        Tree set = json("--set", "workload.generate.load=0.9")
                .require("runs")
                .items()
                .get(1);

        assertThat(swept.require("strategy").text()).isEqualTo("sjf");
        assertThat(swept.require("metrics").require("wait_mean_s").number())
                .isEqualTo(set.require("metrics").require("wait_mean_s").number());
    }

    @Test
    void whatIsWrittenOfASweepHasAFolderPerPoint() {
        berth("simulate", scenario, "--sweep", "workload.generate.load=0.5,0.9", "--csv", temp.resolve("jobs"))
                .done();

        assertThat(temp.resolve("jobs/workload.generate.load=0.9/sjf-42.csv"))
                .content()
                .hasLineCount(301);
        berth("simulate", scenario, "--sweep", "workload.generate.load=0.5,0.9", "--csv", temp.resolve("jobs.csv"))
                .refused("--csv", "must be a folder beside --sweep");
    }

    @Test
    void aBadSweepIsRefusedBeforeAnythingRuns() {
        berth("simulate", scenario, "--sweep", "workload.generate.laod=0.5")
                .refused("--sweep workload.generate.laod=0.5", "did you mean \"load\"?");
        berth("simulate", scenario, "--sweep", "workload.generate.load=0.5,high")
                .refused("--sweep workload.generate.load=high", "must be a number");
        berth("simulate", scenario, "--sweep", "workload.generate.load=0.5..0.9")
                .refused("FIRST..LAST/STEP");
    }

    @Test
    void warmupAndCooldownLeaveOutJobsAndTime() {
        Tree all = firstMetrics(json());
        Tree some = firstMetrics(json("--set", "warmup=25%", "--set", "cooldown=25%"));

        assertThat(all.require("jobs_submitted").whole()).isEqualTo(300);
        assertThat(some.require("jobs_submitted").whole()).isBetween(100L, 200L);
        assertThat(some.require("makespan_s").number())
                .isLessThan(all.require("makespan_s").number());
        assertThat(some.require("gpu_allocation_pct").number())
                .isNotEqualTo(all.require("gpu_allocation_pct").number());
        berth("simulate", scenario, "--set", "warmup=60%", "--set", "cooldown=60%")
                .refused("short.yaml", "warmup and cooldown leave nothing");
        berth("simulate", scenario, "--set", "warmup=much").refused("warmup", "a percentage like 5%, none, or auto");
        berth("simulate", scenario, "--set", "cooldown=auto").refused("cooldown", "a percentage like 5%, or none");
    }

    @Test
    void aPlantedTransientIsCutAndSaid() throws IOException {
        // Forty jobs at once on one GPU, each of 10 s; then one every 20 s, which never waits.
        StringBuilder jobs = new StringBuilder("submit,duration,gpus\n");
        for (int job = 0; job < 400; job++) {
            jobs.append(job < 40 ? 0 : 1000 + 20 * (job - 40)).append(",10,1\n");
        }
        Files.writeString(temp.resolve("jobs.csv"), jobs);
        Path planted = Files.writeString(temp.resolve("planted.yaml"), """
            cluster: {nodes: [{gpus: 1, cpu: 8, memory: 64Gi}]}
            workload: {csv: jobs.csv}
            strategies: [fcfs, sjf]
            warmup: auto
            """);

        Tree document = berth("simulate", planted, "--json").done().json();

        Tree warmup = document.require("warmups").items().getFirst();
        assertThat(warmup.require("seed").whole()).isEqualTo(42);
        assertThat(warmup.require("jobs").whole()).isEqualTo(40);
        assertThat(warmup.require("seconds").number()).isEqualTo(1000);
        assertThat(warmup.require("settled").flag()).isTrue();
        for (Tree run : document.require("runs").items()) {
            assertThat(run.require("metrics").require("jobs_submitted").whole()).isEqualTo(360);
            assertThat(run.require("metrics").require("wait_mean_s").number()).isZero();
        }
        assertThat(berth("simulate", planted).done().out())
                .contains("\nwarm-up by MSER-5: 16m 40s, 40 jobs left out\n");
        assertThat(berth("simulate", planted, "--set", "warmup=1h").done().out())
                .doesNotContain("MSER");
    }

    @Test
    void aRunThatNeverSettlesSaysSo() {
        Cli run = berth(
                "simulate", scenario, "--seed", "1..2", "--set", "warmup=auto", "--set", "workload.generate.load=10");

        assertThat(run.done().out()).containsPattern("warm-up by MSER-5: .*not settled with seed \\[1, 2\\]");
    }

    @Test
    void theSameScenarioGivesTheSameBytes() {
        for (String seeds : List.of("5", "1..7")) {
            String first = berth("simulate", scenario, "--seed", seeds, "--json")
                    .done()
                    .out();
            String second = berth("simulate", scenario, "--seed", seeds, "--json")
                    .done()
                    .out();

            assertThat(WALL.matcher(second).replaceAll(""))
                    .isEqualTo(WALL.matcher(first).replaceAll(""));
        }
    }

    @Test
    void theReferenceHasEveryFigure() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "reference", "figures.md"));

        for (Tree.Entry figure : firstMetrics(json()).entries()) {
            String name =
                    figure.key().replaceAll("_(cpu|memory|gpu)$", "").replaceAll("_at_arrived_\\d+", "_at_arrived_P");
            assertThat(page.contains("`" + figure.key() + "`") || page.contains("`" + name + "`"))
                    .as(figure.key())
                    .isTrue();
        }
    }

    private Tree json(String... more) {
        Object[] args = new Object[more.length + 3];
        args[0] = "simulate";
        args[1] = scenario;
        args[2] = "--json";
        System.arraycopy(more, 0, args, 3, more.length);
        return berth(args).done().json();
    }

    private static Tree firstMetrics(Tree document) {
        return document.require("runs").items().getFirst().require("metrics");
    }

    private static double wait(Tree document, int comparison, String field) {
        return document.require("comparisons")
                .items()
                .get(comparison)
                .require("metrics")
                .require("wait_mean_s")
                .require(field)
                .number();
    }

    private static String line(String table, String strategy) {
        return table.lines()
                .filter(line -> line.startsWith(strategy + " "))
                .findFirst()
                .orElseThrow();
    }
}
