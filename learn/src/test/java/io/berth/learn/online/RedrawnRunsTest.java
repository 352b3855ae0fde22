package io.berth.learn.online;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.catalog.Catalog;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.learn.online.evidence.Experience;
import io.berth.learn.online.evidence.Judgement;
import io.berth.learn.online.evidence.Judgement.Verdict;
import io.berth.learn.online.evidence.PastJob;
import io.berth.learn.online.evidence.WindowRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Jobs of 30 s and of an hour, as many of each, on a machine of 4 CPUs that takes one of them at a time on each. */
class RedrawnRunsTest {
    private static final StrategySpec FCFS = OnlineExperiment.strategy("fcfs");
    private static final StrategySpec SJF = OnlineExperiment.strategy("sjf");
    private static final int DRAWS = 12;
    private static final double ALPHA = 0.01;

    @Test
    void whatIsBetterOnEveryDrawIsBetter() {
        Judgement judged = redrawn(1.2, 200).compare(FCFS, SJF, ALPHA);

        assertThat(judged.verdict()).isEqualTo(Verdict.BETTER);
        assertThat(judged.low()).isPositive();
        assertThat(judged.units()).isEqualTo(200);
        assertThat(judged.support()).isEqualTo(DRAWS);
    }

    @Test
    void theReverseIsWorse() {
        assertThat(redrawn(1.2, 200).compare(SJF, FCFS, ALPHA).verdict()).isEqualTo(Verdict.WORSE);
    }

    @Test
    void theSameIsNoDifferenceAndCertainlyChance() {
        Judgement judged = redrawn(1.2, 200).compare(SJF, SJF, ALPHA);

        assertThat(judged.verdict()).isEqualTo(Verdict.NO_REAL_DIFFERENCE);
        assertThat(judged.mean()).isZero();
        assertThat(judged.p()).isEqualTo(1);
        assertThat(judged.support()).isZero();
    }

    @Test
    void aQuietDayTellsWhatABusyOneNeeds() {
        RedrawnRuns quiet = redrawn(0.05, 200);

        // As it was, nobody waits and both are alike; the second run of each draw is as busy as the machine can be
        // asked for.
        assertThat(quiet.costs(FCFS))
                .allSatisfy(cost -> assertThat(cost.slowdown()).isGreaterThan(3));
        assertThat(quiet.compare(FCFS, SJF, ALPHA).verdict()).isEqualTo(Verdict.BETTER);
    }

    @Test
    void fewJobsAreDrawnAsMoreWithAWiderInterval() {
        Judgement few = redrawn(1.2, 40).compare(FCFS, SJF, ALPHA);
        Judgement many = redrawn(1.2, 200).compare(FCFS, SJF, ALPHA);

        assertThat(few.units()).isEqualTo(150);
        assertThat(few.high() - few.low()).isGreaterThan(many.high() - many.low());
    }

    @Test
    void equalSeedsDrawTheSame() {
        assertThat(redrawn(1.2, 100).costs(SJF)).isEqualTo(redrawn(1.2, 100).costs(SJF));
    }

    @Test
    void aRuleThatKnowsOnlyNarrowJobsIsHelplessWithWideOnes() {
        PolicySpec widestFirst = PolicySpec.of("rule", Map.of("run", "-1", "share", "50", "longest", "1"));
        StrategySpec rule = SJF.ordering(widestFirst);
        List<PastJob> narrow = jobs(1.2, 200, 16);
        WindowRuns.Setting setting = setting(200, 16);
        RedrawnRuns likely = RedrawnRuns.of(setting, narrow, DRAWS, 3);
        RedrawnRuns strange = RedrawnRuns.strange(setting, narrow, DRAWS, 3);

        assertThat(likely.logarithm(rule)).isEqualTo(likely.logarithm(SJF));
        assertThat(strange.logarithm(rule)).isGreaterThan(strange.logarithm(SJF) + 0.5);
    }

    private static RedrawnRuns redrawn(double load, int jobs) {
        return RedrawnRuns.of(setting(jobs, 4), jobs(load, jobs, 4), DRAWS, 3);
    }

    private static WindowRuns.Setting setting(int jobs, int cpus) {
        List<NodeSpec> nodes = List.of(NodeSpec.of("node", cpus * 1000L, 1L << 30, 0, ""));
        return new WindowRuns.Setting(Catalog.standard(), nodes, new Experience(jobs), 1);
    }

    private static List<PastJob> jobs(double load, int jobs, int cpus) {
        List<PastJob> past = new ArrayList<>();
        Chance chance = new Chance(7, "jobs", 0);
        double meanSeconds = (30 + 3600) / 2.0;
        double at = 0;
        for (int i = 0; i < jobs; i++) {
            at += chance.exponential(meanSeconds / (cpus * load));
            long work = (chance.unit() < 0.5 ? 30 : 3600) * Nanos.SECOND;
            long submit = (long) (at * Nanos.SECOND);
            PastJob job = new PastJob(
                    i + 1, JobSpec.batch("job", Demand.cpu(1000, 1 << 20), work).withEstimate(work), submit);
            job.started(submit);
            job.ended(submit + work, work);
            past.add(job);
        }
        return past;
    }
}
