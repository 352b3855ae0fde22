package io.berth.app.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;

/**
 * Over a Unix socket and without a token: who this is, the kernel says.
 *
 * @param connection makes one, and makes sure of who is on the other side
 */
record SocketWay(Connecting connection, String name) implements Way {
    /** Connects. */
    @FunctionalInterface
    interface Connecting {
        SocketChannel connect() throws IOException;
    }

    @Override
    public Line open() throws IOException {
        SocketChannel channel = connection.connect();
        return new Line() {
            @Override
            public InputStream in() {
                return Channels.newInputStream(channel);
            }

            @Override
            public OutputStream out() {
                return Channels.newOutputStream(channel);
            }

            @Override
            public void close() throws IOException {
                channel.close();
            }
        };
    }

    @Override
    public String head() {
        return "Host: localhost\r\n";
    }
}
