package io.berth.core.policy;

/**
 * A strategy as data.
 *
 * @param name what reports call it
 * @param order which waiting job is tried first
 * @param place which node a task goes to
 * @param backfill what happens behind a job that does not fit
 */
public record StrategySpec(String name, PolicySpec order, PolicySpec place, PolicySpec backfill) {
    public static final String DEFAULT_ORDER = "fcfs";
    public static final String DEFAULT_PLACE = "best-fit";
    public static final String DEFAULT_BACKFILL = "none";

    /** A strategy of policies with their default parameters. */
    public static StrategySpec of(String name, String order, String place, String backfill) {
        return new StrategySpec(name, PolicySpec.of(order), PolicySpec.of(place), PolicySpec.of(backfill));
    }
}
