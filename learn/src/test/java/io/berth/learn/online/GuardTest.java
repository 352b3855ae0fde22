package io.berth.learn.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.learn.online.Guard.Figures;
import io.berth.learn.online.evidence.Experience;
import io.berth.learn.online.evidence.PastJob;
import io.berth.learn.online.evidence.WindowRuns;
import io.berth.sim.workload.Arrival;
import java.util.List;
import org.junit.jupiter.api.Test;

class GuardTest {
    private static final Figures FALLBACK = new Figures(4, 600, 0);
    private static final Figures WORSE = new Figures(6, 600, 0);
    private static final Figures FAR_WORSE = new Figures(12, 600, 0);

    private final Guard guard = new Guard(Guard.Limits.STANDARD, "the fallback");

    @Test
    void tripsAtOnceWhereItIsFarWorse() {
        assertThat(guard.check(FAR_WORSE, FALLBACK, FALLBACK)).contains("12.00", "fallback 4.00");
    }

    @Test
    void tripsWhereItIsWorseTwiceOnEnd() {
        assertThat(guard.check(WORSE, FALLBACK, WORSE)).isNull();
        assertThat(guard.check(WORSE, FALLBACK, WORSE)).contains("twice on end");
    }

    @Test
    void aGoodCheckInBetweenBeginsAnew() {
        assertThat(guard.check(WORSE, FALLBACK, WORSE)).isNull();
        assertThat(guard.check(FALLBACK, FALLBACK, FALLBACK)).isNull();
        assertThat(guard.check(WORSE, FALLBACK, WORSE)).isNull();
    }

    @Test
    void aWorldThatIsWorseThanItsSimulationIsNoFaultOfTheStrategy() {
        for (int check = 0; check < 5; check++) {
            assertThat(guard.check(WORSE, FALLBACK, FALLBACK)).isNull();
        }
    }

    @Test
    void tripsWhereMoreIsTurnedAway() {
        assertThat(guard.check(new Figures(4, 600, 0.1), FALLBACK, FALLBACK)).contains("turned away 10.0 %");
    }

    @Test
    void aSimulationIsCutOffWhereTheWorldIs() {
        JobSpec spec = JobSpec.batch("job", Demand.cpu(1000, 0), 100 * Nanos.SECOND);
        List<PastJob> jobs = List.of(new PastJob(1, spec, 0), new PastJob(2, spec, 0));
        jobs.getFirst().started(0);
        List<NodeSpec> nodes = List.of(NodeSpec.of("node", 1000, 1, 0, ""));
        WindowRuns.Setting setting = new WindowRuns.Setting(Catalog.standard(), nodes, new Experience(2), 1);
        WindowRuns.Outcome outcome = WindowRuns.of(setting, List.of(new Arrival(0, spec), new Arrival(0, spec)))
                .run(OnlineExperiment.strategy("fcfs"));
        long now = 50 * Nanos.SECOND;

        Figures live = Figures.live(jobs, now, 100 * Nanos.SECOND);
        Figures simulated = Figures.simulated(outcome, jobs, now, 100 * Nanos.SECOND);

        assertThat(outcome.waitSeconds(1)).isEqualTo(100);
        assertThat(simulated.waitSeconds()).isEqualTo(25);
        assertThat(simulated).isEqualTo(live);
    }
}
