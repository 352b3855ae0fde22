package io.berth.live.driver;

import org.jspecify.annotations.Nullable;

/** The engine's thread has ended. What was not acknowledged before may or may not have been kept. */
public final class EngineStoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    EngineStoppedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
