package io.berth.learn.serve;

/**
 * What becomes of an environment whose episode has ended while others go on. The order is that of the numbers in the protocol, the
 * names are Gymnasium's.
 *
 * <p>Source: Gymnasium 1.1, {@code gymnasium.vector.AutoresetMode}.
 */
public enum AutoReset {
    /** It waits until it is reset; a step before that is refused. */
    DISABLED,
    /** The step after resets it, whatever action it carries, and rewards 0; so its mask allows all actions. */
    NEXT_STEP,
    /** The step that ended it resets it too: what is seen and allowed is of the next episode. No step is lost. */
    SAME_STEP
}
