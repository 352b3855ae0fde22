package io.berth.console;

import org.junit.jupiter.api.AfterEach;

/** A test of a console over an emulated cluster, both of which {@link #serve} begins. */
public abstract class ServedTest {
    protected Cluster cluster;
    protected ConsoleServer server;
    protected Client client;

    /** Serves {@code begun} as {@code options} say, until the test is over. */
    protected final void serve(Cluster begun, ConsoleOptions options) {
        cluster = begun;
        server = begun.serve(options);
        client = new Client(server);
    }

    @AfterEach
    final void stopServing() {
        client.close();
        server.close();
        cluster.close();
    }
}
