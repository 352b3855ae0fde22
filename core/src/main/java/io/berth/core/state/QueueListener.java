package io.berth.core.state;

/** Hears which jobs wait, so that a queue need not be built anew for every pass. */
public interface QueueListener {
    void waits(Job job);

    void leaves(Job job);

    /** Tells this listener, then {@code next}. */
    default QueueListener andThen(QueueListener next) {
        QueueListener first = this;
        return new QueueListener() {
            @Override
            public void waits(Job job) {
                first.waits(job);
                next.waits(job);
            }

            @Override
            public void leaves(Job job) {
                first.leaves(job);
                next.leaves(job);
            }
        };
    }
}
