package io.berth.bench.chaos;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What stands between the gateway and a server, and does to its connections what networks and dying machines do. */
final class Relay implements AutoCloseable {
    /** So many bytes of an answer come through where it is cut. */
    private static final int CUT_AFTER = 400;

    private final int target;
    private final int port;
    private final Set<Pair> pairs = ConcurrentHashMap.newKeySet();
    private volatile Fault fault = Fault.NONE;
    private @Nullable ServerSocket listening;

    /** What goes wrong. */
    enum Fault {
        NONE,
        /** Connections are taken, and nothing goes through any of them. */
        BLACK_HOLE,
        /** Nothing goes through those that were there when it began; new ones are well. */
        HALF_OPEN,
        /** Each request but for health is answered by the end of the connection. */
        RESETS,
        /** Each answer breaks off in its midst. */
        CUTS
    }

    /** The two ends of a connection. */
    private static final class Pair {
        private final Socket client;
        private final Socket server;
        private volatile boolean frozen;
        /** Requests go over it, not questions of health. */
        private volatile boolean asked;

        Pair(Socket client, Socket server) {
            this.client = client;
            this.server = server;
        }

        void close() {
            for (Socket socket : new Socket[] {client, server}) {
                try {
                    socket.setSoLinger(true, 0);
                    socket.close();
                } catch (IOException e) {
                    // It is closed already.
                }
            }
        }
    }

    Relay(int target) throws IOException {
        this.target = target;
        ServerSocket socket = new ServerSocket(0, 1_024, InetAddress.getLoopbackAddress());
        port = socket.getLocalPort();
        serve(socket);
    }

    int port() {
        return port;
    }

    void fault(Fault now) {
        fault = now;
        boolean freeze = now == Fault.BLACK_HOLE || now == Fault.HALF_OPEN;
        pairs.forEach(pair -> pair.frozen = freeze);
        if (!freeze) {
            pairs.stream().filter(pair -> pair.frozen).forEach(Pair::close);
        }
    }

    /** The machine is gone: what is open breaks, and nobody listens. */
    void kill() throws IOException {
        ServerSocket socket = listening;
        if (socket != null) {
            socket.close();
        }
        pairs.forEach(Pair::close);
    }

    @Override
    public void close() throws IOException {
        kill();
    }

    private void serve(ServerSocket socket) {
        listening = socket;
        Thread.ofVirtual().start(() -> {
            while (!socket.isClosed()) {
                try {
                    Socket client = socket.accept();
                    Thread.ofVirtual().start(() -> carry(client));
                } catch (IOException e) {
                    return;
                }
            }
        });
    }

    private void carry(Socket client) {
        Pair pair;
        try {
            client.setTcpNoDelay(true);
            Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
            server.setTcpNoDelay(true);
            pair = new Pair(client, server);
            pair.frozen = fault == Fault.BLACK_HOLE;
        } catch (IOException e) {
            return;
        }
        pairs.add(pair);
        Thread.ofVirtual().start(() -> answers(pair));
        try {
            requests(pair);
        } catch (IOException e) {
            // The connection is over.
        } finally {
            pair.close();
            pairs.remove(pair);
        }
    }

    private void requests(Pair pair) throws IOException {
        InputStream in = pair.client.getInputStream();
        OutputStream out = pair.server.getOutputStream();
        byte[] piece = new byte[16 << 10];
        for (int length = in.read(piece); length >= 0; length = in.read(piece)) {
            boolean asked = new String(piece, 0, Math.min(length, 4), StandardCharsets.US_ASCII).equals("POST");
            pair.asked |= asked;
            if (fault == Fault.RESETS && asked) {
                return;
            }
            if (!pair.frozen) {
                out.write(piece, 0, length);
            }
        }
    }

    private void answers(Pair pair) {
        try {
            InputStream in = pair.server.getInputStream();
            byte[] piece = new byte[16 << 10];
            int sent = 0;
            for (int length = in.read(piece); length >= 0; length = sent < CUT_AFTER ? in.read(piece) : -1) {
                sent += pair.frozen ? 0 : answer(pair, piece, length, sent);
            }
        } catch (IOException e) {
            // The connection is over.
        }
        if (!pair.frozen) {
            pair.close();
        }
    }

    /** Passes a piece on, or as much of it as comes through; returns how many bytes count against what does. */
    private int answer(Pair pair, byte[] piece, int length, int sent) throws IOException {
        boolean cut = fault == Fault.CUTS && pair.asked;
        pair.client.getOutputStream().write(piece, 0, cut ? Math.min(length, CUT_AFTER - sent) : length);
        return cut ? length : 0;
    }
}
