package io.berth.core.policy.window;

/**
 * Takes the questions of an engine to a planner, on whatever thread it likes, and sees to it that the answer comes back as an event.
 * Where none comes, the strategy's other policies decide.
 */
@FunctionalInterface
public interface WindowAdviser {
    /** Answers nothing. */
    WindowAdviser NONE = _ -> {};

    /** Called on the engine's thread after the question is journaled; must return at once or, under a virtual clock, with the answer. */
    void ask(WindowQuestion question);
}
