package io.berth.console.http.message;

import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Where a request came from.
 *
 * @param address of the other side; the loopback's where it came over a Unix socket
 * @param user the name of the user on the other side, or its number where it has no account, as the kernel says; null over TCP
 * @param owner true where that is the user as whom this program runs, or root
 */
public record Sender(InetAddress address, @Nullable String user, boolean owner) {
    /** Whoever came over TCP. */
    public static Sender of(InetAddress address) {
        return new Sender(address, null, false);
    }

    /** Whoever came over a Unix socket. */
    public static Sender of(String user, boolean owner) {
        return new Sender(InetAddress.getLoopbackAddress(), user, owner);
    }

    /** True where it came over a Unix socket. */
    public boolean local() {
        return user != null;
    }
}
