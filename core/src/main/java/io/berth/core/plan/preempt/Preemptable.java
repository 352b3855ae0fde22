package io.berth.core.plan.preempt;

import io.berth.core.cluster.NodeRow;
import io.berth.core.cluster.Shape;
import io.berth.core.decision.Grant;
import io.berth.core.state.Job;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The tasks on one node that may be preempted, those of the last job in the order first. */
final class Preemptable {
    int count;
    /** The moment of the keys, and how far the change log went then. */
    long asOfNanos = Long.MIN_VALUE;

    long seen = Long.MIN_VALUE;
    private @Nullable Job[] jobs = new @Nullable Job[4];
    private @Nullable Shape[] shapes = new @Nullable Shape[4];
    private long[] keys = new long[4];
    private int[] ranks = new int[4];
    private @Nullable Grant[] grants = new @Nullable Grant[4];

    void begin(long newAsOfNanos, long head) {
        Arrays.fill(jobs, 0, count, null);
        count = 0;
        asOfNanos = newAsOfNanos;
        seen = head;
    }

    /** Adds task {@code task} of {@code job}. */
    void add(Job job, int task, long key, int rank) {
        if (count == jobs.length) {
            jobs = Arrays.copyOf(jobs, count * 2);
            shapes = Arrays.copyOf(shapes, count * 2);
            keys = Arrays.copyOf(keys, count * 2);
            ranks = Arrays.copyOf(ranks, count * 2);
            grants = Arrays.copyOf(grants, count * 2);
        }
        int at = count++;
        for (; at > 0 && compare(keys[at - 1], job(at - 1), key, job) < 0; at--) {
            jobs[at] = jobs[at - 1];
            shapes[at] = shapes[at - 1];
            keys[at] = keys[at - 1];
            ranks[at] = ranks[at - 1];
            grants[at] = grants[at - 1];
        }
        jobs[at] = job;
        shapes[at] = job.shape(task);
        keys[at] = key;
        ranks[at] = rank;
        grants[at] = job.grant(task);
    }

    Job job(int i) {
        return Objects.requireNonNull(jobs[i]);
    }

    long key(int i) {
        return keys[i];
    }

    int rank(int i) {
        return ranks[i];
    }

    /** True where the next task, if any, is another job's. */
    boolean lastOfJob(int i) {
        return i + 1 == count || jobs[i + 1] != jobs[i];
    }

    /** Gives {@code row} what task {@code i} holds. */
    void give(int i, NodeRow row) {
        row.give(Objects.requireNonNull(shapes[i]), Objects.requireNonNull(grants[i]));
    }

    /** Negative where the first goes first in the order, by key, then by submission, then by number. */
    static int compare(long oneKey, Job one, long otherKey, Job other) {
        int order = Long.compare(oneKey, otherKey);
        if (order == 0) {
            order = Long.compare(one.submitNanos(), other.submitNanos());
        }
        return order != 0 ? order : Long.compare(one.id(), other.id());
    }
}
