package io.berth.app.client;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * To a Berth of another machine, over TCP: encrypted, or to this machine itself.
 *
 * @param token empty for none
 * @param source of the URL, for people: an option or a variable
 */
record RemoteWay(URI url, String token, String source) implements Way {
    private static final int PATIENCE_MILLIS = 10_000;
    private static final String HTTPS = "https";

    /**
     * The way to {@code url}.
     *
     * @param source of it, for people: an option or a variable
     * @throws InputException where it is no address of a Berth
     */
    static RemoteWay of(String url, String token, String source) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw wrong(source, url);
        }
        boolean known = HTTPS.equals(uri.getScheme()) || "http".equals(uri.getScheme());
        boolean bare = uri.getRawPath() == null
                || uri.getRawPath().isEmpty()
                || uri.getRawPath().equals("/");
        if (!known || uri.getHost() == null || !bare || uri.getRawQuery() != null || uri.getRawUserInfo() != null) {
            throw wrong(source, url);
        }
        return new RemoteWay(uri, token, source);
    }

    private static InputException wrong(String source, String url) {
        return new InputException(
                source,
                "must be the address of a Berth, such as https://gpu1.example.org:7117, but is " + Quote.of(url));
    }

    @Override
    public Line open() throws IOException {
        Socket socket = new Socket();
        try {
            InetAddress host = InetAddress.getByName(plainHost());
            if (!encrypted() && !host.isLoopbackAddress()) {
                throw new InputException(
                        source,
                        "token and jobs would go to " + url + " for everybody on the way to read; use https,"
                                + " or forward a port (ssh -L 7117:localhost:7117) and name http://localhost:7117");
            }
            socket.connect(new InetSocketAddress(host, port()), PATIENCE_MILLIS);
            return line(encrypted() ? encrypt(socket) : socket);
        } catch (UnknownHostException e) {
            socket.close();
            throw new IOException("there is no host " + plainHost(), e);
        } catch (IOException e) {
            socket.close();
            throw new IOException("cannot reach " + url + ": " + e.getMessage(), e);
        }
    }

    private SSLSocket encrypt(Socket plain) throws IOException {
        SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
        SSLSocket socket = (SSLSocket) factory.createSocket(plain, plainHost(), port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    private static Line line(Socket socket) {
        return new Line() {
            @Override
            public InputStream in() throws IOException {
                return socket.getInputStream();
            }

            @Override
            public OutputStream out() throws IOException {
                return socket.getOutputStream();
            }

            @Override
            public void close() throws IOException {
                socket.close();
            }
        };
    }

    private boolean encrypted() {
        return HTTPS.equals(url.getScheme());
    }

    private String plainHost() {
        return url.getHost().replaceAll("[\\[\\]]", "");
    }

    private int port() {
        return url.getPort() >= 0 ? url.getPort() : encrypted() ? 443 : 80;
    }

    @Override
    public String head() {
        return "Host: " + url.getRawAuthority() + "\r\n"
                + (token.isEmpty() ? "" : "Authorization: Bearer " + token + "\r\n");
    }

    @Override
    public String name() {
        return url.toString();
    }
}
