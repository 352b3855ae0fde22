package io.berth.console.http;

import java.net.InetAddress;

/**
 * Where a request came from.
 *
 * @param address of the other side; the loopback's where it came over the Unix socket
 * @param owner true where it came over the Unix socket, on which the kernel named the other side's user: the one as whom this
 *     program runs, or root
 */
public record Sender(InetAddress address, boolean owner) {
    /** Whoever came over the Unix socket. */
    static final Sender OWNER = new Sender(InetAddress.getLoopbackAddress(), true);
}
