package io.berth.edge.alert;

import io.berth.spec.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A document that is sent to an address of HTTP.
 *
 * @param token a file with a token, read each time, so that it may be changed; null for none
 */
record JsonPost(URI address, @Nullable Path token) {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final HttpClient CLIENT =
            HttpClient.newBuilder().connectTimeout(PATIENCE).build();
    private static final int SHOWN = 200;

    /** The address without what may be secret of it. */
    String shown() {
        int port = address.getPort();
        return address.getScheme() + "://" + address.getHost() + (port < 0 ? "" : ":" + port);
    }

    void send(Object document) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(PATIENCE)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(Json.line(document)));
        if (token != null) {
            request.header("Authorization", "Bearer " + Files.readString(token).strip());
        }
        HttpResponse<byte[]> answer = CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() < 200 || answer.statusCode() > 299) {
            String said = new String(answer.body(), StandardCharsets.UTF_8).strip();
            throw new IOException("it answers " + answer.statusCode()
                    + (said.isEmpty() ? "" : ": " + said.substring(0, Math.min(SHOWN, said.length()))));
        }
    }
}
