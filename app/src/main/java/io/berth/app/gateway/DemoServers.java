package io.berth.app.gateway;

import io.berth.gateway.fake.FakeServer;
import io.berth.gateway.fake.FakeSpec;
import io.berth.spec.input.InputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Model servers without a model, of unlike speed, for a gateway to stand before. */
final class DemoServers implements AutoCloseable {
    private static final double[] SPEEDS = {1, 1, 0.5, 0.25};

    private final List<FakeServer> servers = new ArrayList<>();

    /** @throws InputException where there is no port for one */
    DemoServers() {
        for (double speed : SPEEDS) {
            try {
                servers.add(FakeServer.start(FakeSpec.usual().with(FakeSpec.Pace.DEFAULT.at(speed)), 0));
            } catch (IOException e) {
                close();
                throw new InputException("a server of the demo", "cannot be had: " + e.getMessage());
            }
        }
    }

    /** The file of a gateway before them. */
    String file() {
        StringBuilder file = new StringBuilder("console: {}\nservers:\n");
        for (int i = 0; i < servers.size(); i++) {
            file.append("- {url: \"")
                    .append(servers.get(i).url())
                    .append("\", name: fake-")
                    .append(i)
                    .append("}\n");
        }
        return file.toString();
    }

    @Override
    public void close() {
        servers.forEach(FakeServer::close);
    }
}
