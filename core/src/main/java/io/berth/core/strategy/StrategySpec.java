package io.berth.core.strategy;

/**
 * A strategy as data.
 *
 * @param name what reports call it
 * @param order which waiting job is tried first
 * @param place which node a task goes to
 * @param backfill what happens behind a job that does not fit
 * @param preempt whether running jobs make room for waiting ones
 * @param plan whether several waiting jobs are planned together
 */
public record StrategySpec(
        String name, PolicySpec order, PartSpec place, PolicySpec backfill, PolicySpec preempt, PolicySpec plan) {
    public static final String DEFAULT_ORDER = "fcfs";
    public static final String DEFAULT_PLACE = "best-fit";
    public static final String DEFAULT_BACKFILL = "none";
    public static final String DEFAULT_PREEMPT = "none";
    public static final String DEFAULT_PLAN = "none";

    /** A strategy that decides about one job at a time. */
    public StrategySpec(String name, PolicySpec order, PartSpec place, PolicySpec backfill, PolicySpec preempt) {
        this(name, order, place, backfill, preempt, PolicySpec.of(DEFAULT_PLAN));
    }

    /** A strategy of policies with their default parameters, which does not preempt and decides about one job at a time. */
    public static StrategySpec of(String name, String order, String place, String backfill) {
        return new StrategySpec(
                name,
                PolicySpec.of(order),
                PolicySpec.of(place),
                PolicySpec.of(backfill),
                PolicySpec.of(DEFAULT_PREEMPT));
    }

    /** The same, preempting by {@code policy}. */
    public StrategySpec preempting(String policy) {
        return new StrategySpec(name, order, place, backfill, PolicySpec.of(policy), plan);
    }

    /** The same, planning windows of the queue by {@code method}. */
    public StrategySpec planning(PolicySpec method) {
        return new StrategySpec(name, order, place, backfill, preempt, method);
    }

    /** What is said of a kind. */
    public PartSpec part(PolicyKind kind) {
        return switch (kind) {
            case ORDER -> order;
            case PLACE -> place;
            case BACKFILL -> backfill;
            case PREEMPT -> preempt;
            case PLAN -> plan;
        };
    }

    /** The same, its jobs ordered by {@code policy}. */
    public StrategySpec ordering(PolicySpec policy) {
        return new StrategySpec(name, policy, place, backfill, preempt, plan);
    }

    /** The same, placing by {@code part}. */
    public StrategySpec placing(PartSpec part) {
        return new StrategySpec(name, order, part, backfill, preempt, plan);
    }
}
