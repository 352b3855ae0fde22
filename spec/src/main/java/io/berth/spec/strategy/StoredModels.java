package io.berth.spec.strategy;

import org.jspecify.annotations.Nullable;

/** Where models are kept. */
@FunctionalInterface
public interface StoredModels {
    /** A store with none. */
    StoredModels NONE = _ -> null;

    /** The text of the model that is stored as {@code id}, or null. */
    @Nullable
    String text(String id);
}
