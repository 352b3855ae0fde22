package io.berth.testkit.choice;

import com.sun.management.ThreadMXBean;
import io.berth.core.catalog.Catalog;
import io.berth.core.catalog.Entry;
import io.berth.core.cluster.NodeSpec;
import io.berth.core.decision.Decision;
import io.berth.core.event.Event;
import io.berth.core.explain.Explainer;
import io.berth.core.plan.Planner;
import io.berth.core.policy.Chooser;
import io.berth.core.state.State;
import io.berth.core.strategy.PolicySpec;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/** One pass of an order that chooses. */
final class Passes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final State state = new State(1);
    private final Catalog catalog;
    private final List<Long> started = new ArrayList<>();

    Passes(Chooser chooser, String backfill) {
        this(chooser, "mine", backfill);
    }

    /** Of the order {@code order} of the catalog, or of {@code chooser} by the name {@code mine}. */
    Passes(Chooser chooser, String order, String backfill) {
        catalog = Catalog.standard().withOrder(new Entry<>("mine", "", "", List.of(), (_, _) -> chooser));
        state.apply(0, new Event.StrategyChanged(StrategySpec.of("mine", order, "best-fit", backfill)));
    }

    /** Of an order of the catalog with its parameters. */
    Passes(PolicySpec order, String backfill) {
        catalog = Catalog.standard();
        StrategySpec strategy = StrategySpec.of("mine", "fcfs", "best-fit", backfill);
        state.apply(0, new Event.StrategyChanged(strategy.ordering(order)));
    }

    void node(int cpus, int gpus) {
        int node = state.nodes().count();
        String model = gpus == 0 ? "" : "H100";
        state.apply(
                0,
                new Event.NodeJoined(
                        node,
                        new NodeSpec(
                                "n" + node,
                                Amounts.of(cpus * 1000L, 1L << 40),
                                Integer.MAX_VALUE,
                                NodeSpec.gpus(gpus, model, 0))));
    }

    /** Others use so many CPUs of the first node. */
    void used(int cpus) {
        state.apply(0, new Event.UsageObserved(0, cpus * 1000L, 0));
    }

    void job(int cpus, int gpus) {
        long number = state.nextJob();
        JobSpec spec = JobSpec.batch("j" + number, Demand.cpu(cpus * 1000L, 1).withGpus(gpus), Nanos.MINUTE);
        state.apply(0, new Event.JobSubmitted(number, spec, "test", number));
    }

    /** One node of {@code cpus} CPUs and jobs of so many each; which of them start in one pass. */
    List<Long> startedOn(int cpus, int... jobs) {
        node(cpus, 0);
        for (int job : jobs) {
            job(job, 0);
        }
        pass();
        return started;
    }

    /** Of passes that try {@code shapes} shapes, none of which fits: 300 to warm up, and 100. */
    long bytesPerPass(int shapes) {
        node(600, 0);
        used(598);
        for (int cpus = 0; cpus < shapes; cpus++) {
            job(3 + cpus, 0);
        }
        Planner planner = planner();
        for (int pass = 0; pass < 300; pass++) {
            planner.plan();
        }
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (int pass = 0; pass < 100; pass++) {
            planner.plan();
        }
        return (THREADS.getCurrentThreadAllocatedBytes() - before) / 100;
    }

    void pass() {
        planner().plan().decisions().forEach(decision -> {
            if (decision instanceof Decision.Start start) {
                started.add(start.job());
            }
        });
    }

    Planner planner() {
        return new Planner(state, catalog);
    }

    List<Long> started() {
        return started;
    }

    Explainer explainer() {
        return Explainer.of(state, catalog);
    }
}
