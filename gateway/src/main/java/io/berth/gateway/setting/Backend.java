package io.berth.gateway.setting;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a model server is.
 *
 * @param name what answers call it
 * @param authority its host and port, as it is asked
 * @param path what its paths begin with; empty for nothing
 * @param key what it is asked with in place of what clients send; null to pass that on
 */
public record Backend(
        String name,
        InetSocketAddress address,
        String authority,
        String path,
        @Nullable String key) {}
