package io.berth.live.driver;

import io.berth.core.state.State;
import io.berth.core.workload.term.WorldKeys;
import java.util.TreeSet;

/** What the world knows the jobs of one instant by, so that none comes that is there already. */
final class NewKeys {
    private final State state;
    private final TreeSet<String> jobs = new TreeSet<>();
    private final TreeSet<String> tasks = new TreeSet<>();

    NewKeys(State state) {
        this.state = state;
    }

    /** Begins an instant. */
    void clear() {
        jobs.clear();
        tasks.clear();
    }

    /** Takes {@code keys} for a job; false, and nothing is taken, where one of them is of another that lives or came before. */
    boolean take(WorldKeys keys) {
        String job = keys.job();
        if (state.jobByKey(job) != null || jobs.contains(job)) {
            return false;
        }
        for (String task : keys.tasks()) {
            if (state.taskByKey(task) != null || tasks.contains(task)) {
                return false;
            }
        }
        if (!job.isEmpty()) {
            jobs.add(job);
        }
        tasks.addAll(keys.tasks());
        return true;
    }
}
