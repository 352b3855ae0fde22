package io.berth.learn.online;

import io.berth.core.policy.QueuedJob;
import io.berth.core.policy.Waiting;
import io.berth.learn.online.evidence.PastJob;
import java.util.List;

/** Half of two CPUs is free. */
public record Room(long nowNanos, List<PastJob> jobs) implements Waiting {
    @Override
    public int size() {
        return jobs.size();
    }

    @Override
    public QueuedJob job(int i) {
        return jobs.get(i);
    }

    @Override
    public long freeCpuMilli() {
        return 1000;
    }

    @Override
    public long totalCpuMilli() {
        return 2000;
    }

    @Override
    public long freeGpuMilli() {
        return 0;
    }

    @Override
    public long totalGpuMilli() {
        return 0;
    }

    @Override
    public boolean mayFit(int i) {
        return true;
    }

    @Override
    public int below(int bound) {
        return 0;
    }
}
