package io.berth.live.control;

import io.berth.spec.input.InputException;

/** What learns beside the system, as people ask it; whoever put the system together fills it. */
@FunctionalInterface
public interface Learning {
    /** Of a system beside which nothing learns. */
    Learning NONE = _ -> {
        throw new InputException(
                "learn", "this Berth does not learn; learn: {active: true} in its --config file does it");
    };

    /**
     * Does {@code action}, which is start, stop or status, and answers how it stands, as a document.
     *
     * @throws InputException where there is no such action
     */
    Object answer(String action);
}
