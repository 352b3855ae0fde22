package io.berth.local.world;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.cluster.device.DeviceSet;
import io.berth.core.cluster.device.mig.Mig;
import io.berth.core.cluster.device.mig.MigProfile;
import io.berth.core.decision.Grant;
import io.berth.core.state.Job;
import io.berth.core.state.State;
import io.berth.core.workload.JobSpec;
import io.berth.local.launch.folder.TaskKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be known of a job to launch its tasks, as it was when they were decided: the job itself belongs to the engine's thread.
 *
 * @param key of its first task
 * @param tasks the numbers of the tasks that its start named, in order; each has its place here as its rank
 * @param held what each of these holds, by rank
 * @param restarts how often it was started before
 * @param starts the starts of these tasks, by rank: some may have come while the job ran
 */
record StartedJob(TaskKey key, JobSpec spec, List<Integer> tasks, List<Held> held, int restarts, List<TaskKey> starts) {
    /**
     * The devices of a task.
     *
     * @param mask by their bits
     * @param instance what is made of the one of them that it gets no more of; null for whole devices, or shares of one
     */
    record Held(long mask, @Nullable Instance instance) {
        /** No device. */
        static final Held NONE = new Held(0, null);
    }

    /** An instance that is made for a task, and the memory slice at which it begins. */
    record Instance(MigProfile profile, int start) {}

    StartedJob {
        tasks = List.copyOf(tasks);
        held = List.copyOf(held);
        starts = List.copyOf(starts);
    }

    /** One whose tasks all started together. */
    StartedJob(TaskKey key, JobSpec spec, List<Integer> tasks, List<Held> held, int restarts) {
        this(
                key,
                spec,
                tasks,
                held,
                restarts,
                tasks.stream()
                        .map(task ->
                                new TaskKey(key.job(), task, key.decision(), key.submitNanos(), key.decidedNanos()))
                        .toList());
    }

    /** On the engine's thread, of a job that holds its places. */
    static StartedJob of(Job job, State state) {
        List<Integer> tasks = new ArrayList<>(job.startedTasks());
        List<Held> held = new ArrayList<>(job.startedTasks());
        List<TaskKey> starts = new ArrayList<>(job.startedTasks());
        for (int task = 0; task < job.placedTasks(); task++) {
            if (job.node(task) >= 0) {
                tasks.add(task);
                held.add(held(job.grant(task), state));
                starts.add(key(job, task));
            }
        }
        TaskKey first = new TaskKey(job.id(), 0, job.decision(), job.submitNanos(), job.decidedNanos());
        return new StartedJob(first, job.spec(), tasks, held, job.restarts(), starts);
    }

    private static Held held(Grant grant, State state) {
        if (grant.mask() == 0) {
            return Held.NONE;
        }
        return new Held(
                grant.mask(),
                grant instanceof Grant.Instance instance
                        ? instance(instance, state.nodeTable().spec(LocalWorld.NODE))
                        : null);
    }

    /** Of a node that is not cut any more nothing can be made: then its task holds the device, and cannot be started. */
    private static @Nullable Instance instance(Grant.Instance grant, NodeSpec node) {
        int before = 0;
        for (DeviceSet set : node.devices()) {
            boolean here = grant.device() < before + set.count();
            if (grant.device() >= before
                    && here
                    && set.mig() instanceof Mig.Cut cut
                    && grant.profile() < cut.profiles().size()) {
                return new Instance(cut.profiles().get(grant.profile()), grant.start());
            }
            before += set.count();
        }
        return null;
    }

    /** The start by which {@code task} of a job lives. */
    static TaskKey key(Job job, int task) {
        return job.waiting()
                ? new TaskKey(job.id(), task, job.decision(), job.submitNanos(), job.decidedNanos())
                : new TaskKey(job.id(), task, job.decision(task), job.submitNanos(), job.broughtNanos(task));
    }

    long id() {
        return key.job();
    }

    /** How many tasks were started; of equal ones that came and went, as many as there are ranks up to the last of them. */
    int size() {
        return spec.uniform() ? tasks.getLast() + 1 : tasks.size();
    }

    /** True where a task of it came while it ran. */
    boolean grew() {
        return starts.stream().anyMatch(start -> start.decision() != key.decision());
    }

    /**
     * How many tasks before number {@code task} were started: its rank where it was started itself. Of equal tasks it is the number, which
     * stays the same when others come and go.
     */
    int rank(int task) {
        if (spec.uniform()) {
            return Math.min(task, size());
        }
        int place = Collections.binarySearch(tasks, task);
        return place >= 0 ? place : -place - 1;
    }

    /** What number {@code task}, which was started, holds. */
    Held held(int task) {
        return held.get(Collections.binarySearch(tasks, task));
    }

    /** The start of number {@code task}, which was started. */
    TaskKey key(int task) {
        return starts.get(Collections.binarySearch(tasks, task));
    }

    /** The starts of all its tasks, in order. */
    List<TaskKey> keys() {
        return starts;
    }
}
