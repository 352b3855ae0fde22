package io.berth.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** More connections than are held, none of which sends or takes what it should: whoever does is served. */
@Timeout(120)
class CrowdTest {
    private static final int MOST = 60;
    private static final int PER_ADDRESS = 40;
    private static final int CROWD = 3 * MOST;
    private static final String GET = "GET /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\n\r\n";

    private final List<Socket> crowd = new ArrayList<>();
    private Cluster cluster;
    private ConsoleServer server;
    private RawClient raw;

    @BeforeEach
    void serve() {
        cluster = Cluster.of(1, null);
        server = cluster.serve(ConsoleOptions.local(0)
                .withConnections(new ConnectionLimits(MOST, PER_ADDRESS, Duration.ZERO))
                .withTimes(Duration.ofSeconds(1), Duration.ofSeconds(2)));
        raw = new RawClient(server.uri());
    }

    @AfterEach
    void end() throws IOException {
        for (Socket socket : crowd) {
            socket.close();
        }
        server.close();
        cluster.close();
    }

    @Test
    void headsThatAreNotWholeShutNobodyOut() throws IOException {
        crowd("GET /api/v1/jobs HTTP/1.1\r\nHost: loc");

        assertServed();
    }

    @Test
    void connectionsOfManyAddressesShutNobodyOut() throws IOException {
        for (int i = 0; i < CROWD; i++) {
            send(from("127.1." + i % 50 + ".1"), "GET / HT");
        }

        assertServed();
    }

    @Test
    void connectionsThatAreKeptAliveShutNobodyOut() throws IOException {
        for (int i = 0; i < CROWD; i++) {
            Socket socket = from("127.0.0.1");
            send(socket, GET);
            assertThat(socket.getInputStream().read()).isEqualTo('H');
        }

        assertServed();
    }

    @Test
    void bodiesThatDoNotComeShutNobodyOut() throws IOException {
        crowd("POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 100000\r\n\r\n{");

        assertServed();
    }

    @Test
    void readersThatTakeNothingShutNobodyOut() throws IOException {
        String request = "GET /web/text-zh.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
        crowd(request.repeat(400));

        assertServed();
    }

    @Test
    void aHeadThatIsNotWholeInTimeIsEnded() throws IOException {
        try (Socket socket = raw.connect()) {
            send(socket, "GET /api/v1/jobs HTTP/1.1\r\n");
            assertThat(RawClient.rest(socket)).isEmpty();
        }
    }

    @Test
    void aBodyThatDripsIsRefused() throws IOException {
        try (Socket socket = raw.connect()) {
            send(
                    socket,
                    "POST /api/v1/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                            + "Content-Length: 100000\r\n\r\n{");
            Thread dripping = Thread.startVirtualThread(() -> drip(socket));
            assertThat(RawClient.rest(socket)).startsWith("HTTP/1.1 408").contains("too slowly");
            dripping.interrupt();
        }
    }

    @Test
    void aReaderThatTakesNothingIsEnded() throws IOException, InterruptedException {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4 << 10);
            socket.setSoTimeout(20_000);
            socket.connect(new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), server.uri().getPort()));
            String request = "GET /web/text-zh.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
            send(socket, request.repeat(400));
            // Longer than a reader may take nothing; the connection is cut before all is answered.
            Thread.sleep(4_000);
            String taken = RawClient.rest(socket);
            assertThat(taken.split("HTTP/1.1 200", -1).length - 1).isLessThan(400);
        }
    }

    /** The page and the API answer, over one connection after the other, while others do what they do. */
    private void assertServed() throws IOException {
        for (int i = 0; i < 20; i++) {
            assertThat(raw.exchange(GET)).as("request " + i).startsWith("HTTP/1.1 200");
            assertThat(raw.exchange(GET.replace("/api/v1/jobs", "/"))).startsWith("HTTP/1.1 200");
        }
    }

    private void crowd(String each) throws IOException {
        for (int i = 0; i < CROWD; i++) {
            send(from("127.0.0.1"), each);
        }
    }

    private Socket from(String address) throws IOException {
        Socket socket = new Socket();
        crowd.add(socket);
        socket.setSoTimeout(20_000);
        socket.bind(new InetSocketAddress(InetAddress.ofLiteral(address), 0));
        socket.connect(new InetSocketAddress(
                InetAddress.getLoopbackAddress(), server.uri().getPort()));
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (SocketException e) {
            // Ended for another's sake.
        }
    }

    private static void drip(Socket socket) {
        try {
            while (true) {
                socket.getOutputStream().write(' ');
                Thread.sleep(50);
            }
        } catch (IOException | InterruptedException e) {
            // It was refused.
        }
    }
}
