package io.berth.console.view;

/**
 * What is counted of the starts of a queue's jobs since this process began; a job that starts again counts again.
 *
 * @param started how many times all tasks of a job ran
 * @param waitedNanos how long they had waited together, from their submission
 */
public record QueueStarts(long started, long waitedNanos) {
    QueueStarts plus(long nanos) {
        return new QueueStarts(started + 1, waitedNanos + nanos);
    }
}
