package io.berth.learn.agent;

/**
 * Training went wrong: a loss, a gradient, a score or a parameter is not a number or has grown beyond all use. It is thrown at the step
 * where that happens, and that step is not taken: the parameters are those before it. What helps is a lower rate, a bound on the length
 * of gradients, or rewards of another scale.
 */
public final class Divergence extends RuntimeException {
    private final String agent;
    private final long update;
    private final String what;

    /**
     * @param agent the name of the agent
     * @param update in which, from 0
     * @param what is wrong, such as {@code the loss of the critic is NaN}
     */
    public Divergence(String agent, long update, String what) {
        super("The training of (" + agent + ") diverged in update " + update + ": " + what + ".");
        this.agent = agent;
        this.update = update;
        this.what = what;
    }

    /** The name of the agent. */
    public String agent() {
        return agent;
    }

    /** In which update, from 0. */
    public long update() {
        return update;
    }

    /** What is wrong. */
    public String what() {
        return what;
    }
}
