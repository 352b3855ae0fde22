package io.berth.gateway.cache;

import java.nio.ByteBuffer;

/**
 * What was asked, by whom: equal for the same bytes of one tenant alone.
 *
 * @param tenant its number
 * @param path of the request
 * @param first of the SHA-256 of the body, the first eight bytes
 * @param second the next
 * @param third the next
 * @param fourth the last
 */
public record Asked(int tenant, String path, long first, long second, long third, long fourth) {
    /** @param digest the SHA-256 of the body */
    public static Asked of(int tenant, String path, byte[] digest) {
        ByteBuffer bytes = ByteBuffer.wrap(digest);
        return new Asked(tenant, path, bytes.getLong(), bytes.getLong(), bytes.getLong(), bytes.getLong());
    }
}
