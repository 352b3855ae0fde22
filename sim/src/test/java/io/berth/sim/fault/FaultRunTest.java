package io.berth.sim.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.event.Event;
import io.berth.core.journal.Journal;
import io.berth.sim.fault.draw.DrawnScenario;
import io.berth.sim.scenario.CatalogNames;
import io.berth.spec.fault.FaultScenario;
import io.berth.spec.fault.FaultScenarioReader;
import io.berth.spec.fault.FaultScenarioWriter;
import io.berth.spec.input.Source;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FaultRunTest {
    private static final Catalog CATALOG = CapriciousPlanner.catalog();

    /** How much is drawn: simtest has hundreds of runs. */
    private static final boolean FULL = Boolean.getBoolean("berth.full");

    private static Verdict run(FaultScenario scenario) {
        return new FaultRun(scenario, CATALOG, FaultRun.Seams.NONE).run();
    }

    private static FaultScenario read(String text) {
        return new FaultScenarioReader(new CatalogNames(CATALOG)).read(Source.text("test", text));
    }

    static LongStream seeds() {
        return LongStream.rangeClosed(1, FULL ? 6 : 2);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void nothing_breaks_in_a_drawn_run_however_much_goes_wrong(long seed) {
        Verdict verdict = run(DrawnScenario.of(seed, CATALOG));

        assertThat(verdict.what()).isEmpty();
        assertThat(verdict.held()).isTrue();
        assertThat(verdict.figures().nodes()).isGreaterThanOrEqualTo(16);
        assertThat(verdict.figures().jobs()).isGreaterThanOrEqualTo(200);
        assertThat(verdict.figures().events()).isGreaterThan(1_000);
        assertThat(verdict.figures().faults()).isGreaterThanOrEqualTo(30);
        assertThat(verdict.figures().restarts()).isPositive();
    }

    @Test
    void the_same_seed_comes_out_the_same() {
        Verdict first = run(DrawnScenario.of(7, CATALOG));
        Verdict again = run(DrawnScenario.of(7, CATALOG));

        assertThat(again.figures()).isEqualTo(first.figures());
        assertThat(again.covered().seen()).isEqualTo(first.covered().seen());
    }

    @Test
    void drawn_runs_have_jobs_that_come_to_later_phases_and_such_that_are_late_to_run() {
        List<Long> late = new ArrayList<>();
        for (long seed = 1; seed <= (FULL ? 6 : 3); seed++) {
            Seen seen = new Seen();
            Verdict verdict = new FaultRun(
                            DrawnScenario.of(seed, CATALOG),
                            CATALOG,
                            new FaultRun.Seams(UnaryOperator.identity(), seen::before))
                    .run();
            assertThat(verdict.what()).isEmpty();
            assertThat(seen.phased.stream().filter(job -> seen.starts.getOrDefault(job, 0) > 1))
                    .as("seed %d", seed)
                    .hasSizeGreaterThan(5);
            late.addAll(seen.late);
        }
        assertThat(late).isNotEmpty();
    }

    /** What frames tell of jobs with phases, and of those that were late. */
    private static final class Seen {
        private final TreeSet<Long> phased = new TreeSet<>();
        private final TreeMap<Long, Integer> starts = new TreeMap<>();
        private final List<Long> late = new ArrayList<>();

        Journal before(Journal journal) {
            return frame -> {
                frame.events().forEach(this::see);
                if (frame.plan() != null) {
                    frame.plan().decisions().forEach(this::see);
                }
                journal.append(frame);
            };
        }

        private void see(Event event) {
            if (event instanceof Event.JobSubmitted submitted
                    && submitted.spec().phases().any()) {
                phased.add(submitted.job());
            }
        }

        private void see(Decision decision) {
            if (decision instanceof Decision.Start start) {
                starts.merge(start.job(), 1, Integer::sum);
            } else if (decision instanceof Decision.Stop stop && stop.reason() == Reason.NOT_READY) {
                late.add(stop.job());
            }
        }
    }

    @Test
    void a_drawn_scenario_is_read_back_from_its_file() {
        for (long seed = 1; seed <= (FULL ? 40 : 10); seed++) {
            FaultScenario scenario = DrawnScenario.of(seed, CATALOG);

            assertThat(read(FaultScenarioWriter.write(scenario)))
                    .as("seed %d", seed)
                    .isEqualTo(scenario);
        }
    }

    static Stream<String> bugs() {
        return NamedBugs.NAMES.stream();
    }

    @ParameterizedTest
    @MethodSource("bugs")
    void berth_does_not_have_a_bug_that_others_had(String name) {
        FaultScenario scenario = NamedBugs.scenario(name, CATALOG);
        Verdict verdict = run(scenario);

        assertThat(scenario.source()).startsWith("https://github.com/");
        assertThat(scenario.title()).isNotBlank();
        assertThat(verdict.what()).isEmpty();
    }

    @Test
    void what_is_expected_and_does_not_come_is_told() {
        String scenario = """
                nodes:
                  - {name: a, cpu: 1, memory: 1Gi}
                strategy: fcfs
                jobs:
                  - {number: 1, job: {demand: {cpu: 1, memory: 1Gi}, duration: 10s}}
                  - {number: 2, job: {demand: {cpu: 1, memory: 1Gi}, duration: 10s}}
                expect:
                  - {job: 2, starts_by: %s}
                """;

        assertThat(run(read(scenario.formatted("9s"))).what()).contains("job 2 started at 10.0s, and should by 9.0s");
        assertThat(run(read(scenario.formatted("never"))).what()).contains("job 2 starts, and may never");
        assertThat(run(read(scenario.formatted("10s"))).held()).isTrue();
    }

    @Test
    void a_run_covers_what_happened_and_lists_what_did_not() {
        Verdict verdict = run(NamedBugs.scenario("submission-is-missed", CATALOG));
        List<Coverage.Line> lines = verdict.covered().lines(CATALOG);

        assertThat(lines)
                .contains(
                        new Coverage.Line("event JobSubmitted", 1),
                        new Coverage.Line("decision Start", 1),
                        new Coverage.Line("decision Promise", 0),
                        new Coverage.Line("order fcfs", 1),
                        new Coverage.Line("order sjf", 0),
                        new Coverage.Line("fault record-cut", 1),
                        new Coverage.Line("fault node-lost", 0));
    }
}
