package io.berth.console;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A test of a console over an emulated cluster, both of which {@link #serve} begins. */
public abstract class ServedTest {
    protected Cluster cluster;
    protected ConsoleServer server;
    protected Client client;
    private final List<Client> clients = new ArrayList<>();

    /** Serves {@code begun} as {@code options} say, until the test is over. */
    protected final void serve(Cluster begun, ConsoleOptions options) {
        cluster = begun;
        server = begun.serve(options);
        client = new Client(server);
        clients.add(client);
    }

    /** One who says {@code token}, until the test is over. */
    protected final Client client(String token) {
        Client known = new Client(server, token);
        clients.add(known);
        return known;
    }

    @AfterEach
    final void stopServing() {
        clients.forEach(Client::close);
        // A test that was not begun serves nothing.
        if (cluster != null) {
            server.close();
            cluster.close();
        }
    }
}
