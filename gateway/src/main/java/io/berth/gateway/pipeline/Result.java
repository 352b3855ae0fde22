package io.berth.gateway.pipeline;

import java.io.IOException;
import java.util.Locale;

/**
 * What a server answered.
 *
 * @param type its content type; empty where it did not say
 */
public record Result(String type, byte[] bytes) {
    /** Whether it is JSON, and can be a part of some as it is. */
    boolean json() {
        if (!type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
            return false;
        }
        try {
            Members.of(bytes);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
