package io.berth.console.access;

import io.berth.core.workload.Program;
import org.jspecify.annotations.Nullable;

/** Says why a program can never be started, where that is known when its job is handed in. */
@FunctionalInterface
public interface StartCheck {
    /** Of a world that is emulated: nothing is started. */
    StartCheck NONE = _ -> null;

    /**
     * Why {@code program} cannot be started; null where it can, or only its start will tell.
     *
     * @param program with the user that it runs as
     */
    @Nullable
    Refusal refusal(Program program);

    /**
     * What is wrong.
     *
     * @param key of the job
     * @param text one line
     */
    record Refusal(String key, String text) {}
}
