package io.berth.console.http;

import io.berth.console.http.Held.Phase;
import io.berth.console.http.message.Sender;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** The server's end of a connection. */
final class Wire extends SocketChannelEndPoint {
    private final Connections connections;
    private final Held held;

    /** What it is made of. */
    record Parts(SocketChannel channel, ManagedSelector selector, SelectionKey key, Scheduler scheduler) {}

    Wire(Parts parts, Connections connections, Held held) {
        super(parts.channel(), parts.selector(), parts.key(), parts.scheduler());
        this.connections = connections;
        this.held = held;
        held.become(this::close);
    }

    /** The one that {@code request} came over. */
    static Wire of(Request request) {
        EndPoint end = request.getConnectionMetaData().getConnection().getEndPoint();
        while (end instanceof SslConnection.SslEndPoint encrypted) {
            end = encrypted.getSslConnection().getEndPoint();
        }
        return (Wire) end;
    }

    /** Where it leads. */
    Sender sender() {
        return held.sender();
    }

    void enter(Phase phase) {
        connections.enter(held, phase);
    }

    @Override
    public void onClose(@Nullable Throwable cause) {
        connections.leave(held);
        super.onClose(cause);
    }
}
