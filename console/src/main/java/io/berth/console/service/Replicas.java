package io.berth.console.service;

import io.berth.console.view.job.JobEntry;

/** How the replicas of services do. The boundary to whoever runs them; from any thread. */
public interface Replicas {
    /** Nobody runs any. */
    Replicas NONE = new Replicas() {
        @Override
        public Condition of(JobEntry job) {
            return Condition.UNKNOWN;
        }

        @Override
        public void drained(JobEntry job) {}
    };

    /**
     * How a replica does.
     *
     * @param address {@code HOST:PORT} where it listens; empty where that is not known
     * @param ready true where its health said so when it was asked last
     * @param everReady true where it ever did, since it was started last
     * @param draining true where it is to be stopped and was not asked to end yet
     * @param trouble why it is not ready, a phrase; empty where it is, or nobody knows
     */
    record Condition(String address, boolean ready, boolean everReady, boolean draining, String trouble) {
        /** Of one that nobody has looked at. */
        public static final Condition UNKNOWN = new Condition("", false, false, false, "");
    }

    /** How {@code job}, a replica that lives, does. */
    Condition of(JobEntry job);

    /** Nobody sends to {@code job} any more, which is to be stopped: it may be asked to end. */
    void drained(JobEntry job);
}
