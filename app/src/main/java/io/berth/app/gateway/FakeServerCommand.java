package io.berth.app.gateway;

import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.gateway.fake.FakeServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jline.utils.Signals;

/** {@code berth fake-server}: model servers without a model, for tests and to see a gateway at work. */
public record FakeServerCommand(Output output) implements Command {
    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...]"),
                "Runs model servers without a model, until Ctrl-C: they answer as OpenAI's API does (chat and other completions,"
                        + " responses, embeddings, images; whole or streamed) in the time that a real one might take, with words"
                        + " that mean nothing. They say of themselves at /metrics what vLLM does.",
                FakeServerOptions.ALL);
    }

    @Override
    public int run(Arguments arguments) {
        List<FakeServerOptions.Place> places = FakeServerOptions.read(arguments.withoutWords());
        CountDownLatch over = new CountDownLatch(1);
        List.of("INT", "TERM").forEach(signal -> Signals.register(signal, over::countDown));
        List<FakeServer> servers = new ArrayList<>();
        try {
            for (FakeServerOptions.Place place : places) {
                FakeServer server = FakeServer.start(place.spec(), place.address());
                servers.add(server);
                output.out().println(ready(server));
                output.out().flush();
            }
            over.await();
            output.note("berth: stopped");
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        } finally {
            servers.forEach(FakeServer::close);
        }
    }

    private static String ready(FakeServer server) {
        return server.url() + " answers as " + String.join(", ", server.spec().models()) + ", "
                + server.spec().room().slots() + " at a time, speed "
                + server.spec().pace().speed();
    }
}
