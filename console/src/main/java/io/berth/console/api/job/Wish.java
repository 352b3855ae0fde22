package io.berth.console.api.job;

import io.berth.console.view.job.JobEntry;
import io.berth.live.driver.Operator;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** What may be wanted of a job that lives, beside its end. */
public enum Wish {
    HOLD(
            "Holds a job back: one that waits does not start before it is released, one that runs does not start again.",
            "Holds many jobs back: those that all parameters let through.") {
        @Override
        public CompletableFuture<Void> tell(Operator operator, long job) {
            return operator.hold(job, true);
        }

        @Override
        boolean concerns(JobEntry job) {
            return !job.onHold();
        }
    },
    RELEASE(
            "Lets a job that was held back start again.",
            "Lets many jobs start that were held back: those that all parameters let through.") {
        @Override
        public CompletableFuture<Void> tell(Operator operator, long job) {
            return operator.hold(job, false);
        }

        @Override
        boolean concerns(JobEntry job) {
            return job.onHold();
        }
    },
    REQUEUE(
            "Stops a job that holds room and puts it back into the queue, from where it starts anew.",
            "Stops many jobs and puts them back into the queue: those that all parameters let through.") {
        @Override
        public CompletableFuture<Void> tell(Operator operator, long job) {
            return operator.requeue(job);
        }

        @Override
        boolean concerns(JobEntry job) {
            return job.phase().holds();
        }
    };

    private final String ofOne;
    private final String ofMany;

    Wish(String ofOne, String ofMany) {
        this.ofOne = ofOne;
        this.ofMany = ofMany;
    }

    /** True where it would change something with {@code job}; of jobs that are not named one by one, the others are left out. */
    abstract boolean concerns(JobEntry job);

    /** Asks it of the engine; fails with {@link io.berth.live.driver.RefusedException} where the state does not allow it. */
    public abstract CompletableFuture<Void> tell(Operator operator, long job);

    /** As paths have it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public String ofOne() {
        return ofOne;
    }

    public String ofMany() {
        return ofMany;
    }
}
