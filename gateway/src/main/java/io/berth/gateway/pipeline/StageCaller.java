package io.berth.gateway.pipeline;

import io.berth.gateway.setting.Backend;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** Asks servers for stages, each on a virtual thread. */
public final class StageCaller implements AutoCloseable {
    private static final int HUNDRED = 100;
    private static final int SUCCESS = 2;
    private static final int PIECE_BYTES = 16 << 10;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .executor(threads)
            .build();

    /**
     * What a server answered.
     *
     * @param result null where it is larger than it may be
     */
    record Answer(int status, @Nullable Result result) {}

    /** What is asked of a server. */
    record Question(String path, Result body, @Nullable String credentials, long nanos) {}

    /** Who hears what came of a call; {@code cause} where nothing came. */
    interface Hearer {
        /**
         * An answer with success begins of which it is not known that it is short enough to be kept: where its pieces go as they come; null
         * where it is wanted whole.
         *
         * @param type of its content
         */
        PipelineRun.@Nullable Outlet begins(String type);

        void heard(@Nullable Answer answer, @Nullable IOException cause);
    }

    /** Asks {@code backend}; an answer has {@code most} bytes at most. Who cancels what is returned hears nothing. */
    Future<?> ask(Backend backend, Question question, int most, Hearer hearer) {
        return threads.submit((Callable<Void>) () -> {
            Answer answer = null;
            IOException cause = null;
            try {
                answer = call(backend, question, most, hearer);
            } catch (IOException e) {
                cause = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return null;
            }
            hearer.heard(answer, cause);
            return null;
        });
    }

    private Answer call(Backend backend, Question question, int most, Hearer hearer)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + backend.authority() + backend.path() + question.path))
                .timeout(Duration.ofNanos(question.nanos))
                .header("Content-Type", question.body.type())
                .POST(HttpRequest.BodyPublishers.ofByteArray(question.body.bytes()));
        String key = backend.key() == null ? question.credentials : "Bearer " + backend.key();
        if (key != null) {
            request.header("Authorization", key);
        }
        HttpResponse<InputStream> response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = response.body()) {
            String type = response.headers().firstValue("content-type").orElse("");
            long length = response.headers().firstValueAsLong("content-length").orElse(Long.MAX_VALUE);
            PipelineRun.Outlet outlet =
                    length > most && response.statusCode() / HUNDRED == SUCCESS ? hearer.begins(type) : null;
            if (outlet != null) {
                pass(body, outlet);
                return new Answer(response.statusCode(), new Result(type, new byte[0]));
            }
            byte[] bytes = body.readNBytes(most + 1);
            return new Answer(response.statusCode(), bytes.length > most ? null : new Result(type, bytes));
        }
    }

    private static void pass(InputStream body, PipelineRun.Outlet outlet) throws IOException, InterruptedException {
        byte[] piece = new byte[PIECE_BYTES];
        for (int length = body.read(piece); length >= 0; length = body.read(piece)) {
            outlet.piece(Arrays.copyOf(piece, length));
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        threads.shutdownNow();
    }
}
