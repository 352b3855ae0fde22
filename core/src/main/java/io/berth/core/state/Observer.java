package io.berth.core.state;

import io.berth.core.journal.Frame;
import io.berth.core.plugin.PluginFailure;
import io.berth.core.workload.JobSpec;

/** Follows what the engine does: reports, metrics, views. It must not change anything. */
public interface Observer {
    /** A job left the state. */
    default void ended(JobEnd end) {}

    /** A job asks for something else than it did, which was {@code before}. */
    default void updated(Job job, JobSpec before) {}

    /** An instant is over: journaled and applied. */
    default void instant(Frame frame, State state) {}

    /** A policy of a plugin failed, so that the strategy in force goes on without it; whoever cannot have that throws. */
    default void failed(PluginFailure failure) {}

    /** Tells this observer, then {@code next}. */
    default Observer andThen(Observer next) {
        Observer first = this;
        return new Observer() {
            @Override
            public void ended(JobEnd end) {
                first.ended(end);
                next.ended(end);
            }

            @Override
            public void updated(Job job, JobSpec before) {
                first.updated(job, before);
                next.updated(job, before);
            }

            @Override
            public void instant(Frame frame, State state) {
                first.instant(frame, state);
                next.instant(frame, state);
            }

            @Override
            public void failed(PluginFailure failure) {
                first.failed(failure);
                next.failed(failure);
            }
        };
    }
}
