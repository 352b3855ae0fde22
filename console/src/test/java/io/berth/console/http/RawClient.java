package io.berth.console.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends bytes as they are. */
public final class RawClient {
    /** Whoever waits longer hangs. */
    private static final int PATIENCE_MILLIS = 20_000;

    private final URI server;

    public RawClient(URI server) {
        this.server = server;
    }

    Socket connect() throws IOException {
        Socket socket = new Socket(server.getHost(), server.getPort());
        socket.setSoTimeout(PATIENCE_MILLIS);
        socket.setTcpNoDelay(true);
        return socket;
    }

    /** All that is answered to {@code request}, after which nothing more is sent; empty where the connection is cut. */
    String exchange(byte[] request) throws IOException {
        try (Socket socket = connect()) {
            try {
                socket.getOutputStream().write(request);
                socket.shutdownOutput();
            } catch (SocketException e) {
                // The other side has heard enough; what it said may still be there.
            }
            return rest(socket);
        }
    }

    public String exchange(String request) throws IOException {
        return exchange(request.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** All that still comes. */
    static String rest(Socket socket) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        InputStream in = socket.getInputStream();
        try {
            in.transferTo(bytes);
        } catch (SocketException e) {
            // Reset: what came before counts.
        }
        return bytes.toString(StandardCharsets.ISO_8859_1);
    }

    /** The status of the first answer in {@code text}; 0 where there is none. */
    static int status(String text) {
        boolean answered = text.length() >= 12 && text.startsWith("HTTP/1.1 ");
        return answered ? Integer.parseInt(text.substring(9, 12)) : 0;
    }
}
