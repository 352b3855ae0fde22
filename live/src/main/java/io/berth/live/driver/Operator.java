package io.berth.live.driver;

import io.berth.core.catalog.Catalog;
import io.berth.core.event.Event;
import io.berth.core.pool.NodePool;
import io.berth.core.pool.NodePools;
import io.berth.core.qos.QosClass;
import io.berth.core.queue.QueueSpec;
import io.berth.core.queue.QueueTree;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.core.workload.JobChange;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * What people may ask of a running system. Each request becomes an event only where the state allows it; else its future
 * fails with {@link RefusedException}.
 */
public final class Operator {
    private final LiveDriver driver;
    private final Catalog catalog;

    public Operator(LiveDriver driver, Catalog catalog) {
        this.driver = driver;
        this.catalog = catalog;
    }

    /** As {@link LiveDriver#evenNanos}. */
    public long evenNanos() {
        return driver.evenNanos();
    }

    public CompletableFuture<Acceptance> submit(Submission submission) {
        return driver.submit(submission);
    }

    /** Submits several jobs, all or none; the acceptance is that of the first. */
    public CompletableFuture<Acceptance> submit(Batch batch) {
        return driver.submit(batch);
    }

    /** Wants the job gone, waiting or running. */
    public CompletableFuture<Void> cancel(long job) {
        return driver.propose(state -> new Event.JobCancelled(living(state, job).id()));
    }

    /** Holds the job back, so that it does not start, or releases it; one that runs goes on. */
    public CompletableFuture<Void> hold(long job, boolean held) {
        return driver.propose(state -> new Event.JobHeld(living(state, job).id(), held));
    }

    /** Stops a job that holds room, which waits for another start then. */
    public CompletableFuture<Void> requeue(long job) {
        return driver.propose(state -> {
            if (living(state, job).waiting()) {
                throw new RefusedException("job " + job + " does not run: it waits already");
            }
            return new Event.JobRequeued(job);
        });
    }

    /** Has the job ask for something else. */
    public CompletableFuture<Void> update(long job, JobChange change) {
        return driver.propose(state -> {
            if (!living(state, job).waiting() && change.queue() != null) {
                throw new RefusedException(
                        "job " + job + " holds room, which counts for its queue; that changes only while it waits");
            }
            return new Event.JobUpdated(job, change);
        });
    }

    private static Job living(State state, long job) {
        Job known = state.job(job);
        if (known == null) {
            throw new RefusedException(
                    job > 0 && job < state.nextJob() ? "job " + job + " has ended already" : "there is no job " + job);
        }
        return known;
    }

    /** Makes a node take no new tasks, or take them again. */
    public CompletableFuture<Void> drain(String node, boolean draining) {
        return drain(node, draining, "");
    }

    /**
     * Makes a node take no new tasks, or take them again.
     *
     * @param why in words; empty where nobody says
     */
    public CompletableFuture<Void> drain(String node, boolean draining, String why) {
        return driver.propose(state -> {
            int number = state.nodeNumber(node);
            if (number < 0) {
                throw new RefusedException("there is no node \"" + node + "\"");
            }
            return new Event.NodeDrained(number, draining, why);
        });
    }

    /** Changes the strategy; one that cannot be made never becomes an event. */
    public CompletableFuture<Void> strategy(StrategySpec strategy) {
        return driver.propose(state -> {
            try {
                catalog.strategy(strategy, state.facts());
            } catch (IllegalArgumentException e) {
                throw new RefusedException(
                        "the strategy \"" + strategy.name() + "\" cannot be used: " + e.getMessage());
            }
            return new Event.StrategyChanged(strategy);
        });
    }

    /** From now on there are {@code queues} and no others; nothing happens where there are those already. */
    public CompletableFuture<Void> queues(List<QueueSpec> queues) {
        QueueTree declared = new QueueTree(queues);
        return driver.proposeAll(state -> state.queues().tree().queues().equals(declared.queues())
                ? List.of()
                : List.of(new Event.QueuesDeclared(declared.queues())));
    }

    /** From now on there are {@code classes} of jobs and no others; nothing happens where there are those already. */
    public CompletableFuture<Void> qos(List<QosClass> classes) {
        return driver.proposeAll(
                state -> state.qos().declared().equals(classes) ? List.of() : List.of(new Event.QosDeclared(classes)));
    }

    /** From now on there are {@code pools} of nodes and no others; nothing happens where there are those already. */
    public CompletableFuture<Void> pools(List<NodePool> pools) {
        List<NodePool> declared = NodePools.checked(pools);
        return driver.proposeAll(state ->
                state.pools().pools().equals(declared) ? List.of() : List.of(new Event.PoolsDeclared(declared)));
    }

    /** Reserves nodes; its start counts from now. */
    public CompletableFuture<Void> reserve(NodeReservation reservation) {
        return driver.propose(state -> {
            for (String node : reservation.nodes().names()) {
                if (state.nodeNumber(node) < 0) {
                    throw new RefusedException("there is no node \"" + node + "\"");
                }
            }
            return new Event.ReservationChanged(reservation.name(), reservation);
        });
    }

    /** Takes the reservation called {@code name} back. */
    public CompletableFuture<Void> unreserve(String name) {
        return driver.propose(state -> {
            if (!state.reservations().all().containsKey(name)) {
                throw new RefusedException("there is no reservation \"" + name + "\"");
            }
            return new Event.ReservationChanged(name, null);
        });
    }

    /** A job that runs by start {@code decision} is expected to run for {@code remainingNanos} more; one that does not is not heard. */
    public CompletableFuture<Void> progress(long job, long decision, long remainingNanos) {
        return driver.post(new Event.ProgressReported(job, decision, remainingNanos));
    }

    /** From now on no more comes in than {@code most}; what is there stays. */
    public void bound(Bounds most) {
        driver.bound(most);
    }

    /** How much may be handed in. */
    public Bounds bounds() {
        return driver.bounds();
    }

    /** As {@link LiveDriver#ask}. */
    public <T> CompletableFuture<T> ask(Function<State, T> question) {
        return driver.ask(question);
    }

    /** Stops the system after all that was sent before. */
    public CompletableFuture<Void> stop() {
        return driver.stop();
    }
}
