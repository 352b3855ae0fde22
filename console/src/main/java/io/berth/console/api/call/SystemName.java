package io.berth.console.api.call;

import org.jspecify.annotations.Nullable;

/**
 * What a system is called.
 *
 * @param name for people; null where nobody gave it one
 * @param version of this program; null where that is not known
 */
public record SystemName(@Nullable String name, @Nullable String version) {
    /** Of no name. */
    public static final SystemName NONE = new SystemName(null, null);
}
