package io.berth.learn.agent.replay;

/** How an episode stands after a step. */
public enum After {
    /** It goes on. */
    GOES_ON,
    /** It has ended: nothing more comes. */
    ENDED,
    /** It was cut off: more would have come. What is allowed in the state after it is not known, so the step is not learnt from. */
    CUT_OFF
}
