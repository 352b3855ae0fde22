package io.berth.testkit.random;

import io.berth.core.cluster.load.Load;
import io.berth.core.cluster.load.LoadFigure;
import io.berth.core.cluster.load.Measure;
import io.berth.core.cluster.load.Span;
import io.berth.core.cluster.load.Use;
import io.berth.core.event.Event;
import io.berth.core.state.Job;
import io.berth.core.state.part.JobState;
import io.berth.core.strategy.PolicyKind;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What nodes do at random, by draws of its own: what else happens does so as without. */
final class RandomLoads {
    private final Chance chance;

    RandomLoads(long seed) {
        this.chance = new Chance(seed, "random-loads", 0);
    }

    /** True where a node is measured now. */
    boolean measures() {
        return chance.below(3) == 0;
    }

    /** One of {@code nodes} is measured; some measurements are old, and some make no sense. */
    Event measurement(int nodes) {
        List<LoadFigure> figures = new ArrayList<>();
        figures.add(LoadFigure.flat(Span.FIVE_MINUTES, Measure.CPU, 1000L * chance.below(20) - 1000));
        figures.add(LoadFigure.flat(Span.FIVE_MINUTES, Measure.MEMORY, (long) chance.below(40) << 30));
        if (chance.below(2) == 0) {
            figures.add(LoadFigure.flat(Span.TEN_MINUTES, Measure.GPU_ENGINE, 100L * chance.below(40)));
        }
        return new Event.LoadObserved(
                chance.below(nodes + 1), new Load(figures), Nanos.SECOND * (chance.below(400) - 40));
    }

    /** What a task of {@code job} uses, at times; null mostly, and where it has none on a node. At times what is said makes no sense. */
    @Nullable
    Event task(Job job) {
        int task = job.waiting() || chance.below(3) > 0
                ? -1
                : chance.below(job.spec().tasks());
        if (task < 0 || job.taskState(task) == JobState.ENDED) {
            return null;
        }
        long cpu = 500L * chance.below(20) - 500;
        Use mean = new Use(cpu, (long) chance.below(8) << 30, 100L * chance.below(12));
        return new Event.TaskMeasured(
                job.id(), task, job.decision() - chance.below(12) / 11, mean, mean.plus(new Use(300, 1 << 20, 7)));
    }

    /** {@code strategy}, at times with a rule of what is too much. */
    StrategySpec guarded(StrategySpec strategy) {
        int cpu = chance.below(100);
        return chance.below(2) == 0
                ? strategy
                : strategy.with(
                        PolicyKind.FILTER,
                        PolicySpec.of("overload", Map.of("cpu", Integer.toString(cpu), "gpu", "70")));
    }
}
