package io.berth.testkit.kube.fault;

import io.berth.kube.api.ApiServer;
import io.berth.kube.api.KubeConfig;
import io.berth.kube.rehearsal.Http2Server;
import io.berth.kube.rehearsal.ServedCall;
import io.berth.kube.rehearsal.ServerKey;
import io.berth.testkit.kube.ControlPlane;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Between a scheduler and an API server, over HTTP/2 and TLS of the loopback: passes on what {@link Faults} let pass. */
final class FaultProxy implements AutoCloseable {
    private static final List<String> PASSED = List.of("authorization", "accept", "content-type", "user-agent");

    /** Of Go's servers. */
    private static final int MOST_AT_ONCE = 100;

    private final Faults faults;
    private final Http2Server server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client;
    private final String upstream;

    /** @param folder for its key */
    FaultProxy(ControlPlane plane, Faults faults, Path folder) throws IOException, InterruptedException {
        this.faults = faults;
        ApiServer behind = KubeConfig.read(plane.kubeconfig());
        upstream = plane.address();
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(behind.tls().context())
                .build();
        try {
            server = new Http2Server(ServerKey.make(folder, "proxy"), MOST_AT_ONCE, this::handle);
        } catch (GeneralSecurityException e) {
            throw new IOException(e);
        }
    }

    String address() {
        return server.address().toString();
    }

    private void handle(ServedCall call) {
        try {
            pass(call, faults.next(call.path().contains("watch=")));
        } catch (IOException e) {
            // The server is gone: so is the call.
            call.reset(false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(ServedCall call, Fault fault) throws IOException, InterruptedException {
        switch (fault) {
            case REFUSED -> refuse(call, faults.code());
            case GONE -> refuse(call, 410);
            case LOST_BEFORE -> lose(call, faults.millis(0, 3) == 0);
            case LOST_AFTER -> {
                ask(call).body().readAllBytes();
                lose(call, false);
            }
            case DENIED_AFTER -> {
                ask(call).body().readAllBytes();
                refuse(call, 500);
            }
            case SLOW -> {
                UpProcess.pause(faults.millis(100, 2_000));
                answer(call, ask(call));
            }
            case CUT -> {
                HttpResponse<InputStream> answer = ask(call);
                long after = faults.millis(50, 2_000);
                threads.execute(() -> {
                    UpProcess.pause(after);
                    lose(call, false);
                });
                answer(call, answer);
            }
            case NONE -> answer(call, ask(call));
        }
    }

    /** The call ends without an answer; or its connection, with all others. */
    private void lose(ServedCall call, boolean refused) {
        if (faults.millis(0, 3) == 0) {
            call.cut();
        } else {
            call.reset(refused);
        }
    }

    private HttpResponse<InputStream> ask(ServedCall call) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(upstream + call.path()))
                .method(call.method(), BodyPublishers.ofByteArray(call.body()));
        for (String header : PASSED) {
            String value = call.header(header);
            if (!value.isEmpty()) {
                request.header(header, value);
            }
        }
        return client.send(request.build(), BodyHandlers.ofInputStream());
    }

    /** What comes for ever ends where nobody wants it any more. */
    private static void answer(ServedCall call, HttpResponse<InputStream> answer) throws IOException {
        call.begin(
                answer.statusCode(), answer.headers().firstValue("Content-Type").orElse(""), 0);
        byte[] part = new byte[16 << 10];
        try (InputStream from = answer.body()) {
            call.whenGone(() -> end(from));
            for (int read = from.read(part); read >= 0; read = from.read(part)) {
                call.write(Arrays.copyOf(part, read));
            }
        }
        call.end();
    }

    private static void end(InputStream answer) {
        try {
            answer.close();
        } catch (IOException e) {
            // It ended by itself.
        }
    }

    private static void refuse(ServedCall call, int code) {
        byte[] status =
                "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"status\":\"Failure\",\"code\":%d,\"message\":\"so the proxy says\"}"
                        .formatted(code)
                        .getBytes(StandardCharsets.UTF_8);
        call.begin(code, "application/json", code == 429 ? 1 : 0);
        call.write(status);
        call.end();
    }

    @Override
    public void close() {
        server.close();
        client.shutdownNow();
        threads.shutdownNow();
    }
}
