package io.berth.learn.imitation;

import io.berth.core.policy.KeyedOrder;
import io.berth.core.policy.QueuedJob;
import io.berth.core.strategy.PolicySpec;
import io.berth.learn.environment.ordering.OrderingJobs;
import io.berth.learn.environment.ordering.QueueOrdering;
import io.berth.sim.table.CatalogOrder;

/** An order of the catalog: the code that decides in production. */
public final class OrderTeacher implements Teacher {
    private final KeyedOrder order;
    private final OrderingJobs jobs;
    private final QueuedJob[] queued;

    /** Teaches {@code order} on episodes of {@code jobs}. */
    public OrderTeacher(OrderingJobs jobs, KeyedOrder order) {
        this.order = order;
        this.jobs = jobs;
        this.queued = new QueuedJob[jobs.count()];
        for (int place = 0; place < queued.length; place++) {
            queued[place] = jobs.queued(place);
        }
    }

    /**
     * The order of the catalog with the name {@code key}, such as {@code sjf}.
     *
     * @throws IllegalArgumentException where the catalog has none of that name
     */
    public static OrderTeacher of(OrderingJobs jobs, String key) {
        return new OrderTeacher(jobs, CatalogOrder.of(PolicySpec.of(key)));
    }

    @Override
    public int choose(QueueOrdering environment, long[] keys) {
        if (environment.jobs() != jobs) {
            throw new IllegalArgumentException("It teaches on episodes of another log.");
        }
        for (int row = 0; row < environment.rows(); row++) {
            keys[row] = order.key(queued[environment.job(row)], environment.nowNanos());
        }
        return Teacher.first(environment, keys);
    }
}
