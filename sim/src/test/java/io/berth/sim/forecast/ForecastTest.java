package io.berth.sim.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.engine.Engine;
import io.berth.core.event.Event;
import io.berth.core.journal.Journal;
import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.state.JobEnd;
import io.berth.core.state.Observer;
import io.berth.core.state.State;
import io.berth.core.state.StateCodec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import io.berth.sim.clock.SimDriver;
import io.berth.sim.world.EmulatedWorld;
import io.berth.sim.world.WorldOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ForecastTest {
    private static final Catalog CATALOG = Catalog.standard();
    private static final long NOW = 1_000 * Nanos.SECOND;

    /** A small cluster under a virtual clock. */
    private static final class Cluster implements Observer {
        private final State state = new State(7);
        private final SimDriver driver = new SimDriver(0);
        private final TreeMap<Long, JobEnd> ends = new TreeMap<>();
        private final Engine engine = new Engine(
                state,
                CATALOG,
                new Engine.Parts(Journal.NONE, driver, new EmulatedWorld(WorldOptions.IDEAL, 7, driver), this));
        private long jobs;

        Cluster(int nodes, String order, String backfill) {
            for (int node = 0; node < nodes; node++) {
                driver.at(0, new Event.NodeJoined(node, NodeSpec.of("n" + node, 8_000, 1L << 34, 8, "H100")));
            }
            driver.at(0, new Event.StrategyChanged(StrategySpec.of("tried", order, "best-fit", backfill)));
        }

        @Override
        public void ended(JobEnd end) {
            ends.put(end.job().id(), end);
        }

        long submit(long atNanos, JobSpec job) {
            jobs++;
            driver.at(atNanos, new Event.JobSubmitted(jobs, job, "test", jobs));
            return jobs;
        }

        Cluster until(long nanos) {
            while (driver.nextTimerNanos() <= nanos) {
                driver.moment(driver.nextTimerNanos(), engine, List.of());
            }
            return this;
        }

        Forecast forecast(long now, PastRun... past) {
            ByteSink sink = new ByteSink();
            StateCodec.write(state, sink);
            byte[] bytes = sink.toByteArray();
            return new Forecast(() -> StateCodec.read(new ByteSource(bytes)), CATALOG, now, RunTimes.of(List.of(past)));
        }
    }

    @ParameterizedTest
    @CsvSource({"fcfs,none", "fcfs,easy", "fcfs,conservative", "sjf,greedy", "wfp3,easy", "priority,greedy"})
    void whatIsForetoldIsWhatHappens(String order, String backfill) {
        Cluster cluster = new Cluster(3, order, backfill);
        Chance chance = new Chance(3, "forecast-test", 0);
        for (int i = 0; i < 120; i++) {
            long work = (1 + chance.below(400)) * Nanos.SECOND;
            JobSpec job = job("job-" + i, 1 + chance.below(8), work);
            if (i > 10 && i % 5 == 0) {
                job = job.withTerms(Terms.NONE.withAfter(List.of(new After(i - 7, When.ANY))));
            }
            if (i % 7 == 0) {
                job = job.withTasks(2);
            }
            cluster.submit(8 * i * Nanos.SECOND + chance.below(1_000), job);
        }
        cluster.until(NOW);
        List<Long> waiting = cluster.state.jobs().stream()
                .filter(one -> one.waiting())
                .map(one -> one.id())
                .toList();
        Forecast forecast = cluster.forecast(NOW);
        TreeMap<Long, Eta> told = new TreeMap<>();
        for (long job : waiting) {
            told.put(job, forecast.eta(job, () -> true));
        }
        cluster.until(Nanos.NEVER - 1);

        assertThat(waiting).hasSizeGreaterThan(10);
        told.forEach((job, eta) -> {
            JobEnd end = cluster.ends.get(job);
            assertThat(eta.start())
                    .as("start of %s", job)
                    .isEqualTo(exactly(end.job().startNanos()));
            assertThat(eta.end()).as("end of %s", job).isEqualTo(exactly(end.atNanos()));
            assertThat(eta.samples()).isZero();
        });
    }

    @Test
    void aStartNamesTheEndThatItWaitsForAndWhatThatRestsOn() {
        Cluster cluster = new Cluster(1, "fcfs", "none");
        long first = cluster.submit(0, job("first", 8, 100 * Nanos.SECOND));
        long second = cluster.submit(1, job("second", 8, 50 * Nanos.SECOND));
        long third = cluster.submit(2, job("third", 8, 10 * Nanos.SECOND));
        Eta eta = cluster.until(Nanos.SECOND).forecast(Nanos.SECOND).eta(third, () -> true);

        assertThat(eta.verdict()).isEqualTo(Eta.Verdict.STARTS);
        assertThat(eta.position()).isEqualTo(2);
        assertThat(eta.cause().jobs()).containsExactly(second);
        assertThat(eta.restsOn()).extracting(RunTime::job).containsExactly(third, second, first);
        assertThat(eta.restsOn()).extracting(RunTime::basis).containsOnly(Basis.ESTIMATE);
        assertThat(eta.start()).isEqualTo(exactly(150 * Nanos.SECOND));
    }

    @Test
    void withoutAnEstimateEndedJobsOfTheNameTellAndGiveARange() {
        Cluster cluster = new Cluster(1, "fcfs", "none");
        cluster.submit(0, unknown("train[0]", 8));
        long second = cluster.submit(1, unknown("train[1]", 8));
        PastRun[] past = new PastRun[9];
        for (int i = 0; i < past.length; i++) {
            past[i] = new PastRun("train[" + (i + 10) + "]", "default", (i + 1) * 10 * Nanos.SECOND);
        }
        Eta eta = cluster.until(Nanos.SECOND).forecast(Nanos.SECOND, past).eta(second, () -> true);

        assertThat(eta.restsOn().getFirst().basis()).isEqualTo(Basis.SAME_NAME);
        assertThat(eta.restsOn().getFirst().samples()).isEqualTo(9);
        assertThat(eta.samples()).isEqualTo(20);
        assertThat(eta.start().nanos()).isEqualTo(50 * Nanos.SECOND);
        assertThat(eta.start().earlyNanos()).isBetween(10 * Nanos.SECOND, 30 * Nanos.SECOND);
        assertThat(eta.start().lateNanos()).isBetween(70 * Nanos.SECOND, 90 * Nanos.SECOND);
        assertThat(eta.end().nanos()).isEqualTo(100 * Nanos.SECOND);
    }

    @Test
    void aJobBehindOneWithoutAnEndHasNoStart() {
        Cluster cluster = new Cluster(1, "fcfs", "none");
        long endless = cluster.submit(0, unknown("serve", 8));
        long second = cluster.submit(1, job("second", 8, Nanos.SECOND));
        Forecast forecast = cluster.until(Nanos.SECOND).forecast(Nanos.SECOND);

        Eta eta = forecast.eta(second, () -> true);
        assertThat(eta.verdict()).isEqualTo(Eta.Verdict.UNKNOWN);
        assertThat(eta.start()).isNull();
        assertThat(eta.restsOn()).extracting(RunTime::job).containsExactly(endless);
        assertThat(forecast.eta(endless, () -> true).start()).isEqualTo(exactly(0));
        assertThat(forecast.eta(endless, () -> true).end()).isNull();
        assertThat(forecast.eta(99, () -> true)).isNull();
    }

    @Test
    void aJobThatOutlivedItsEstimateIsExpectedToRunAsLongAgain() {
        Cluster cluster = new Cluster(1, "fcfs", "none");
        JobSpec late = new JobSpec(
                "late",
                "default",
                JobKind.BATCH,
                0,
                TaskGroup.of(1, demand(8)),
                new Timing(10 * Nanos.SECOND, Nanos.NEVER, Nanos.NEVER));
        long first = cluster.submit(0, late);
        long second = cluster.submit(1, job("second", 8, Nanos.SECOND));
        Forecast forecast = cluster.until(Nanos.SECOND).forecast(40 * Nanos.SECOND);

        Eta eta = forecast.eta(second, () -> true);
        assertThat(eta.start()).isEqualTo(exactly(80 * Nanos.SECOND));
        assertThat(eta.restsOn())
                .filteredOn(time -> time.job() == first)
                .extracting(RunTime::basis)
                .containsExactly(Basis.OVERRUN);
    }

    @Test
    void whoeverAsksSaysHowFarIsLooked() {
        Cluster cluster = new Cluster(1, "fcfs", "none");
        List<Long> jobs = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            jobs.add(cluster.submit(i, job("job-" + i, 8, Nanos.SECOND)));
        }
        Forecast forecast = cluster.until(100).forecast(100);
        int[] left = {20};

        assertThat(forecast.eta(jobs.getLast(), () -> left[0]-- > 0).verdict()).isEqualTo(Eta.Verdict.FAR);
        assertThat(forecast.eta(jobs.getLast(), () -> true).verdict()).isEqualTo(Eta.Verdict.STARTS);
    }

    @Test
    void aJobThatIsTurnedAwayIsSaidToBe() {
        Cluster cluster = new Cluster(1, "fcfs", "none");
        cluster.submit(0, job("first", 8, 100 * Nanos.SECOND));
        long impatient = cluster.submit(1, job("second", 8, Nanos.SECOND).withPatience(5 * Nanos.SECOND));

        Eta eta = cluster.until(Nanos.SECOND).forecast(Nanos.SECOND).eta(impatient, () -> true);

        assertThat(eta.verdict()).isEqualTo(Eta.Verdict.TURNED_AWAY);
    }

    private static Moment exactly(long nanos) {
        return new Moment(nanos, nanos, nanos);
    }

    private static Demand demand(int gpus) {
        return Demand.cpu(100, 0).withGpus(gpus);
    }

    private static JobSpec job(String name, int gpus, long workNanos) {
        return JobSpec.batch(name, demand(gpus), workNanos);
    }

    private static JobSpec unknown(String name, int gpus) {
        return new JobSpec(
                name,
                "default",
                JobKind.BATCH,
                0,
                TaskGroup.of(1, demand(gpus)),
                new Timing(Nanos.NEVER, Nanos.NEVER, Nanos.NEVER));
    }
}
