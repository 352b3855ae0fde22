package io.berth.kube.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes bytes on to a port of the loopback, until it is told to stop, as a network that lost one side does. */
final class Relay implements AutoCloseable {
    private final ServerSocket listens = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean paused;

    Relay(int port) throws IOException {
        Thread.startVirtualThread(() -> {
            try {
                while (true) {
                    Socket client = listens.accept();
                    Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
                    sockets.addAll(List.of(client, server));
                    Thread.startVirtualThread(() -> pass(client, server));
                    Thread.startVirtualThread(() -> pass(server, client));
                }
            } catch (IOException e) {
                // Closed.
            }
        });
    }

    int port() {
        return listens.getLocalPort();
    }

    void pause() {
        paused = true;
    }

    private void pass(Socket from, Socket to) {
        byte[] bytes = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                if (!paused) {
                    out.write(bytes, 0, count);
                }
            }
        } catch (IOException e) {
            // One side is gone.
        }
    }

    @Override
    public void close() throws IOException {
        listens.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
