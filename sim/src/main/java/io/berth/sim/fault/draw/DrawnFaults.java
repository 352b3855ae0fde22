package io.berth.sim.fault.draw;

import io.berth.core.strategy.StrategySpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import io.berth.spec.fault.Fault;
import io.berth.spec.fault.FaultKind;
import io.berth.spec.fault.TimedJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What goes wrong: any kind at any time, each for a while. */
final class DrawnFaults {
    private static final int FEWEST = 30;
    private static final int MORE = 16;
    private static final int LAST_MILLIS = 300_000;
    private static final int LONGEST_MILLIS = 60_000;

    private final int nodes;
    private final List<TimedJob> jobs;
    private final DrawnStrategies strategies;
    private final Chance chance;
    private final Chance reserving;
    private final Chance pooling;

    /**
     * Of {@code seed}.
     *
     * @param nodes how many there are
     */
    DrawnFaults(int nodes, List<TimedJob> jobs, DrawnStrategies strategies, long seed) {
        this.nodes = nodes;
        this.jobs = jobs;
        this.strategies = strategies;
        this.chance = new Chance(seed, "simtest.faults", 0);
        this.reserving = new Chance(seed, "simtest.reserved", 0);
        this.pooling = new Chance(seed, "simtest.pools", 0);
    }

    /** In order of time. */
    List<Fault> faults() {
        List<Fault> faults = new ArrayList<>();
        int count = FEWEST + chance.below(MORE);
        List<FaultKind> kinds = Arrays.stream(FaultKind.values())
                .filter(kind -> kind != FaultKind.NODES_RESERVED && kind != FaultKind.POOLS_DECLARED)
                .toList();
        for (int i = 0; i < count; i++) {
            faults.add(fault(kinds.get(chance.below(kinds.size()))));
        }
        for (int left = reserving.below(3) == 0 ? 1 + reserving.below(3) : 0; left > 0; left--) {
            faults.add(reserved());
        }
        for (int left = pooling.below(4) == 0 ? 1 + pooling.below(3) : 0; left > 0; left--) {
            faults.add(pooled());
        }
        faults.sort(Comparator.comparingLong(Fault::atNanos));
        return faults;
    }

    /** By a chance of its own, so that all else is as it would be without. */
    private Fault reserved() {
        return new Fault(
                FaultKind.NODES_RESERVED,
                millis(1 + reserving.below(LAST_MILLIS)),
                millis(1000 + reserving.below(LONGEST_MILLIS)),
                reserving.below(nodes),
                0,
                1 + reserving.below(100),
                millis(reserving.below(20_000)),
                null);
    }

    /** The same of pools. */
    private Fault pooled() {
        return new Fault(
                FaultKind.POOLS_DECLARED,
                millis(1 + pooling.below(LAST_MILLIS)),
                millis(1000 + pooling.below(LONGEST_MILLIS)),
                0,
                0,
                1 + pooling.below(100),
                millis(pooling.below(30_000)),
                null);
    }

    private Fault fault(FaultKind kind) {
        long at = millis(1 + chance.below(LAST_MILLIS));
        long lasts = kind.restarts() ? 0 : millis(1000 + chance.below(LONGEST_MILLIS));
        int node = kind.of() == FaultKind.Of.NODE ? chance.below(nodes) : 0;
        int percent = kind.of() == FaultKind.Of.TASKS || kind.of() == FaultKind.Of.NODE || asksHow(kind)
                ? 1 + chance.below(100)
                : 0;
        @Nullable StrategySpec strategy = kind.of() == FaultKind.Of.STRATEGY ? strategies.strategy() : null;
        long job = 0;
        if (kind.of() == FaultKind.Of.JOB) {
            TimedJob hit = jobs.get(chance.below(jobs.size()));
            job = hit.number();
            at = hit.atNanos() + millis(1 + chance.below(40_000));
        }
        return new Fault(kind, at, lasts, node, job, percent, by(kind), strategy);
    }

    private static boolean asksHow(FaultKind kind) {
        return switch (kind) {
            case JOB_UPDATED, BUDGET_CHANGED, QUEUES_DECLARED, MIX_TOLD -> true;
            default -> false;
        };
    }

    private long by(FaultKind kind) {
        return switch (kind) {
            case OUTCOMES_LATE, OUTCOMES_TWICE, OUTCOMES_REORDERED, STARTS_SLOW -> millis(1 + chance.below(20_000));
            case CLOCK_FORWARD, CLOCK_BACK -> chance.below(2) == 0 ? millis(chance.below(5000)) : Nanos.DAY;
            case JOB_UPDATED -> chance.below(2) == 0 ? 0 : millis(1000 + chance.below(120_000));
            case PROGRESS_TOLD -> millis(chance.below(200_000));
            case LOAD_MEASURED -> millis(chance.below(600_000));
            case MIX_TOLD -> millis(1000 + chance.below(20_000));
            default -> 0;
        };
    }

    private static long millis(long millis) {
        return millis * Nanos.MILLISECOND;
    }
}
