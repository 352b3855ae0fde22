package io.berth.console.explanation;

import io.berth.core.explain.Turn;
import org.jspecify.annotations.Nullable;

/**
 * The place of a job among those that wait, by the order of the strategy.
 *
 * @param position from 1
 * @param of how many jobs a pass comes to
 * @param queuePosition its place among those of its queue, from 1
 * @param ofQueue how many those are
 */
public record QueuePlace(int position, int of, int queuePosition, int ofQueue) {
    static @Nullable QueuePlace of(@Nullable Turn turn) {
        return turn == null ? null : new QueuePlace(turn.position(), turn.of(), turn.queuePosition(), turn.ofQueue());
    }
}
