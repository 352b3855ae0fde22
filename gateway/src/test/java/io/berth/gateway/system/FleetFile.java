package io.berth.gateway.system;

import io.berth.core.dispatch.catalog.DispatchCatalog;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.spec.input.Source;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;

/** A gateway whose file a test writes again and again. */
final class FleetFile implements AutoCloseable {
    static final String CHAT = "/v1/chat/completions";

    final List<String> notes = new CopyOnWriteArrayList<>();
    private final Path file;
    private final Gateway gateway;
    private final Reloading reloading;
    private final HttpClient client = HttpClient.newHttpClient();

    FleetFile(Path folder, String text) throws IOException {
        file = folder.resolve("gateway.yaml");
        write(text);
        GatewaySettings settings = read();
        gateway = Gateway.start(settings, DispatchCatalog.standard().policies(settings.dispatch()), notes::add);
        reloading = new Reloading(gateway, file, this::read, notes::add);
    }

    int port() {
        return gateway.port();
    }

    /** Writes the file, and has it read at once. */
    void reload(String text) throws IOException {
        write(text);
        reloading.now();
    }

    /** Writes the file as an editor does, all of it at once. */
    void write(String text) throws IOException {
        Path whole = Files.createTempFile(file.getParent(), "new", ".yaml");
        Files.writeString(whole, text + "\nport: 0\nthreads: 2\n");
        Files.move(
                whole,
                file,
                java.nio.file.StandardCopyOption.ATOMIC_MOVE,
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
    }

    /** Asks for a chat, and gives the status and who answered. */
    HttpResponse<String> chat() throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + CHAT))
                        .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"m\"}"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** What it says of itself. */
    String metrics() throws IOException, InterruptedException {
        return client.send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/metrics"))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** Waits until a note has {@code part}. */
    void awaitNote(String part) throws InterruptedException {
        await(
                () -> notes.stream().anyMatch(note -> note.contains(part)),
                () -> "no note has \"" + part + "\": " + notes);
    }

    /** Waits until something is so; it fails where that takes longer than any machine should. */
    static void await(BooleanSupplier so, java.util.function.Supplier<String> otherwise) throws InterruptedException {
        long end = System.nanoTime() + 30_000_000_000L;
        while (!so.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new AssertionError(otherwise.get());
            }
            Thread.sleep(5);
        }
    }

    static String servers(ScriptedServer... servers) {
        StringBuilder file = new StringBuilder("servers:\n");
        for (ScriptedServer server : servers) {
            file.append("- {url: '").append(server.url()).append("'}\n");
        }
        return file.toString();
    }

    @Override
    public void close() {
        reloading.close();
        gateway.close();
        client.close();
    }

    private GatewaySettings read() {
        return Started.settings(Source.file(file), file.getParent());
    }
}
