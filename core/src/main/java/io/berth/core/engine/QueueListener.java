package io.berth.core.engine;

/** Hears which jobs wait, so that a queue need not be built anew for every pass. */
interface QueueListener {
    void waits(Job job);

    void leaves(Job job);
}
