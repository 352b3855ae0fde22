package io.berth.console.http;

import io.berth.console.http.message.Sender;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.attribute.UserPrincipal;
import java.util.concurrent.Executor;
import jdk.net.ExtendedSocketOptions;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.jspecify.annotations.Nullable;

/** Lets connections in, over TCP or a Unix socket, as far as {@link Connections} has room for them. */
final class Door extends AbstractConnector {
    private static final int PAUSE_MILLIS = 20;

    private final ServerSocketChannel listening;
    private final Connections connections;
    private final @Nullable UserPrincipal owner;
    private final boolean shared;
    private final Selectors selectors;

    /**
     * Where connections come from.
     *
     * @param connections has room for them
     * @param owner as whom this program runs, where it is a Unix socket; null for TCP
     * @param shared true where a Unix socket takes connections of all users, else only the owner's and those of root
     */
    record Way(
            ServerSocketChannel listening,
            Connections connections,
            @Nullable UserPrincipal owner,
            boolean shared) {}

    /** @param threads that accept, select and read heads; null for those of the server */
    Door(Server server, @Nullable Executor threads, Way way, ConnectionFactory... factories) {
        super(server, threads, null, null, 1, factories);
        this.listening = way.listening();
        this.connections = way.connections();
        this.owner = way.owner();
        this.shared = way.shared();
        this.selectors = new Selectors();
        installBean(selectors, true);
        installBean(listening);
        // Connections ends them, by how far their requests are.
        setIdleTimeout(0);
    }

    @Override
    public Object getTransport() {
        return listening;
    }

    @Override
    protected void accept(int acceptor) throws InterruptedException {
        SocketChannel channel;
        try {
            channel = listening.accept();
        } catch (IOException e) {
            if (listening.isOpen()) {
                // Mostly the process can open no more files.
                connections.relieve();
                Thread.sleep(PAUSE_MILLIS);
            }
            return;
        }
        try {
            admit(channel);
        } catch (IOException e) {
            close(channel);
        }
    }

    @Override
    protected void doStop() throws Exception {
        super.doStop();
        listening.close();
    }

    private void admit(SocketChannel channel) throws IOException {
        Sender sender = sender(channel);
        if (sender.local() && !sender.owner() && !shared) {
            channel.close();
            return;
        }
        connections.admit(sender, channel, held -> enter(channel, held));
    }

    private void enter(SocketChannel channel, Held held) {
        try {
            channel.configureBlocking(false);
            if (owner == null) {
                // An answer goes out as head and body; else the second waits for the other side's acknowledgement.
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            }
            selectors.accept(channel, held);
        } catch (IOException | RuntimeException e) {
            connections.leave(held);
            close(channel);
        }
    }

    /** Who the kernel says is on the other side. */
    private Sender sender(SocketChannel channel) throws IOException {
        if (owner == null) {
            return Sender.of(((InetSocketAddress) channel.getRemoteAddress()).getAddress());
        }
        UserPrincipal user =
                channel.getOption(ExtendedSocketOptions.SO_PEERCRED).user();
        return Sender.of(user.getName(), user.equals(owner) || user.getName().equals("root"));
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            // It is gone then.
        }
    }

    private final class Selectors extends SelectorManager {
        Selectors() {
            super(Door.this.getExecutor(), Door.this.getScheduler(), 1);
        }

        @Override
        protected EndPoint newEndPoint(SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
            Held held = (Held) key.attachment();
            Wire.Parts parts = new Wire.Parts((SocketChannel) channel, selector, key, Door.this.getScheduler());
            return new Wire(parts, connections, held);
        }

        @Override
        public Connection newConnection(SelectableChannel channel, EndPoint end, @Nullable Object held) {
            return getDefaultConnectionFactory().newConnection(Door.this, end);
        }

        @Override
        protected void endPointOpened(EndPoint end) {
            super.endPointOpened(end);
            onEndPointOpened(end);
        }

        @Override
        protected void endPointClosed(EndPoint end) {
            onEndPointClosed(end);
            super.endPointClosed(end);
        }

        @Override
        protected void onAcceptFailed(SelectableChannel channel, Throwable cause, @Nullable Object held) {
            if (held instanceof Held gone) {
                connections.leave(gone);
            }
        }
    }
}
