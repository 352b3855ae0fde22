package io.berth.testkit.oracle;

import io.berth.core.cluster.NodeTable;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Placement;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.state.part.JobState;
import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.PeerRule;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.function.ToLongFunction;

/** Who holds what until when, as lists; what is free is counted anew for every question. */
final class NaiveCluster {
    private final NodeTable declared;
    private final boolean asDeclared;
    private final List<List<Held>> held = new ArrayList<>();
    private IntPredicate counts = _ -> true;

    /** Of a job that never ends, and of one that starts in the pass. */
    static final long ENDLESS = Long.MAX_VALUE;

    static final long STARTING = ENDLESS - 1;

    /**
     * The room of one task until {@code endNanos}.
     *
     * @param started the number of the decision by which it started
     */
    record Held(Shape shape, long gpuMask, long endNanos, long started) {}

    private NaiveCluster(NodeTable declared, boolean asDeclared) {
        this.declared = declared;
        this.asDeclared = asDeclared;
        for (int node = 0; node < declared.count(); node++) {
            held.add(new ArrayList<>());
        }
    }

    /** All nodes as they were declared: nothing lost, nothing held. */
    static NaiveCluster empty(State state) {
        return new NaiveCluster(state.nodeTable(), true);
    }

    /** @param expectedEnd when a job that runs is expected to end */
    static NaiveCluster now(State state, ToLongFunction<Job> expectedEnd) {
        NaiveCluster cluster = new NaiveCluster(state.nodeTable(), false);
        for (Job job : state.jobs()) {
            for (int task = 0; task < job.spec().tasks() && !job.waiting(); task++) {
                if (job.taskState(task) != JobState.ENDED && job.taskState(task) != JobState.PENDING) {
                    Placement placement =
                            Placement.on(job.node(task), job.grant(task).mask());
                    boolean ends = job.spec().kind() != JobKind.SERVICE;
                    cluster.take(
                            job.shape(task), placement, expectedEnd.applyAsLong(job), ends ? job.decision() : ENDLESS);
                }
            }
        }
        return cluster;
    }

    /** The same where those nodes alone take tasks that must be in one domain. */
    NaiveCluster among(IntPredicate some) {
        NaiveCluster among = later(Long.MIN_VALUE);
        among.counts = some;
        return among;
    }

    /** The same when all has ended that is expected to by {@code atNanos}. */
    NaiveCluster later(long atNanos) {
        NaiveCluster later = new NaiveCluster(declared, asDeclared);
        for (int node = 0; node < count(); node++) {
            later.held.get(node).addAll(held.get(node));
            later.held.get(node).removeIf(one -> one.endNanos <= atNanos);
        }
        return later;
    }

    /** The same when those have ended too of which nobody knows when that started by {@code decision}, or before. */
    NaiveCluster anyhow(long decision) {
        NaiveCluster later = later(Nanos.NEVER - 1);
        later.held.forEach(list -> list.removeIf(one -> one.endNanos == Nanos.NEVER && one.started <= decision));
        return later;
    }

    /** The decisions by which those started of which nobody knows when they end, but that they will. */
    TreeSet<Long> unknown() {
        TreeSet<Long> unknown = new TreeSet<>();
        held.forEach(list -> list.stream()
                .filter(one -> one.endNanos == Nanos.NEVER && one.started < ENDLESS)
                .forEach(one -> unknown.add(one.started)));
        return unknown;
    }

    /** When something is expected to end, in order. */
    TreeSet<Long> ends() {
        TreeSet<Long> ends = new TreeSet<>();
        held.forEach(list -> list.forEach(one -> ends.add(one.endNanos)));
        ends.remove(Nanos.NEVER);
        return ends;
    }

    int count() {
        return held.size();
    }

    List<Held> held(int node) {
        return held.get(node);
    }

    void take(Shape shape, Placement placement, long endNanos) {
        take(shape, placement, endNanos, ENDLESS);
    }

    void take(Shape shape, Placement placement, long endNanos, long started) {
        held.get(placement.node()).add(new Held(shape, placement.grant().mask(), endNanos, started));
    }

    /** The {@code tasks} tasks that were placed last on {@code node} end at {@code endNanos}. */
    void lastEnd(int node, int tasks, long endNanos) {
        List<Held> here = held.get(node);
        for (int i = here.size() - tasks; i < here.size(); i++) {
            here.set(i, new Held(here.get(i).shape, here.get(i).gpuMask, endNanos, here.get(i).started));
        }
    }

    void giveBackLast(int node) {
        held.get(node).removeLast();
    }

    /** What is left of {@code node}. */
    NaiveRoom room(int node) {
        NaiveRoom room = NaiveRoom.of(
                declared.spec(node),
                asDeclared ? 0 : declared.othersCpuMilli(node),
                asDeclared ? 0 : declared.othersMemoryBytes(node));
        held.get(node).forEach(one -> room.take(one.shape.demand(), one.gpuMask));
        return room;
    }

    /** Whether {@code node} takes tasks at all. */
    boolean usable(int node) {
        return asDeclared || declared.usable(node);
    }

    /**
     * Takes room for {@code tasks}, on the lowest nodes where they fit; false where not all of them do.
     *
     * @param nodes gets the nodes
     */
    boolean takeLowest(Shape shape, int tasks, TreeSet<Integer> nodes) {
        Demand demand = shape.demand();
        boolean anywhere = !PeerRule.Within.bind(demand);
        int taken = 0;
        for (int node = 0; node < count() && taken < tasks; node++) {
            NaiveRoom room = room(node);
            boolean usable = usable(node) && (anywhere || counts.test(node));
            while (taken < tasks && usable && room.fits(demand)) {
                long devices = room.devices(demand);
                take(shape, Placement.on(node, devices), Nanos.NEVER);
                room.take(demand, devices);
                nodes.add(node);
                taken++;
            }
        }
        return taken == tasks;
    }
}
