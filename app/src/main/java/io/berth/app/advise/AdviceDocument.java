package io.berth.app.advise;

import io.berth.core.strategy.StrategySpec;
import io.berth.sim.portfolio.ClusterFactors;
import io.berth.sim.portfolio.Gain;
import io.berth.sim.portfolio.Guard;
import io.berth.sim.portfolio.Objective;
import io.berth.sim.portfolio.Race;
import io.berth.sim.portfolio.WorkFactors;
import io.berth.spec.strategy.StrategyWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What {@code berth advise --json} prints.
 *
 * @param scenario what the workload is called
 * @param objective the figure that counts
 * @param guards in words
 * @param redrawn true where workloads were made of one again, false where each is a seed's
 * @param runs simulations that were made
 * @param switchTo the strategy that is advised; null for the one in force
 * @param brokenGuard what the best would break, so that it is not advised
 */
record AdviceDocument(
        String scenario,
        String objective,
        List<String> guards,
        ClusterFactors cluster,
        WorkFactors work,
        SequencedMap<String, Object> inForce,
        List<Row> candidates,
        Choice choice,
        boolean redrawn,
        int runs,
        @Nullable SequencedMap<String, Object> switchTo,
        @Nullable String brokenGuard) {

    /**
     * A candidate in the race.
     *
     * @param why it was one
     * @param draws workloads that it ran on
     * @param value the mean of the objective over them; null where it has no meaning
     * @param change against the strategy in force on the same
     * @param broken the guard that it broke; null for none
     */
    record Row(
            SequencedMap<String, Object> strategy,
            String why,
            int draws,
            int rounds,
            double value,
            Change change,
            @Nullable String broken) {}

    /**
     * By how much a figure changes: a share of what it is under the strategy in force, below 0 where it falls.
     *
     * @param low lower end of the 95 % interval; null where there is none
     * @param high upper end
     * @param draws how many pairs there are
     */
    record Change(double mean, double low, double high, int draws) {
        static Change of(Objective objective, Gain gain) {
            double one = objective.change(gain.low());
            double other = objective.change(gain.high());
            return new Change(objective.change(gain.mean()), Math.min(one, other), Math.max(one, other), gain.draws());
        }
    }

    /**
     * The last comparison, of the best of the candidates with the strategy in force, on workloads that had no part in the choice.
     *
     * @param strategy the best
     * @param figures the objective first
     */
    record Choice(String strategy, List<Figure> figures) {}

    /** A figure under the strategy in force and under the best. */
    record Figure(String figure, double inForce, double best, Change change) {}

    static AdviceDocument of(Advice advice) {
        Race.Result result = advice.result();
        AdvisedWork work = advice.work();
        Objective objective = advice.rules().objective();
        List<Figure> figures = new ArrayList<>();
        figures.add(figure(result.compared()));
        result.others().forEach(other -> figures.add(figure(other)));
        Guard broken = result.broken();
        return new AdviceDocument(
                work.name(),
                objective.figure(),
                advice.rules().guards().stream().map(Guard::text).toList(),
                work.cluster(),
                work.work(),
                document(advice.inForce().strategy()),
                result.rows().stream().map(row -> row(objective, row)).toList(),
                new Choice(advice.best().name(), figures),
                advice.rules().redrawn(),
                result.runs(),
                advice.advised() ? document(advice.best().strategy()) : null,
                broken == null ? null : broken.text());
    }

    private static SequencedMap<String, Object> document(StrategySpec strategy) {
        return StrategyWriter.document(strategy);
    }

    private static Row row(Objective objective, Race.Row row) {
        Guard broken = row.broken();
        return new Row(
                document(row.candidate().strategy()),
                row.candidate().why(),
                row.draws(),
                row.rounds(),
                row.value(),
                Change.of(objective, row.gain()),
                broken == null ? null : broken.text());
    }

    private static Figure figure(Race.Compared compared) {
        return new Figure(
                compared.objective().figure(),
                compared.own(),
                compared.other(),
                Change.of(compared.objective(), compared.gain()));
    }
}
