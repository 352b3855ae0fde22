package io.berth.gateway.fleet;

import io.berth.gateway.desk.Desk;
import io.berth.gateway.setting.Backend;
import io.berth.gateway.setting.GatewaySettings.Health;
import io.berth.gateway.setting.GatewaySettings.Server;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks after servers: asks them now and then whether they are there and how busy they are, and hears what requests saw. One that fails
 * so often in a row gets no more requests until it answers again; one that refuses connections, at once.
 */
public final class Watch implements AutoCloseable {
    /** How often a server is asked which models it has. */
    private static final long MODELS_SECONDS = 10;

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Desk desk;
    private final Models models;
    private final Health health;
    private final Consumer<String> note;
    private final List<Patient> patients = new ArrayList<>();
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final ScheduledExecutorService rounds = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-gateway-watch").factory());

    /** One server; under its own lock. */
    private static final class Patient {
        private final int number;
        private final Backend backend;
        private int failures;
        private boolean up = true;
        private boolean asked;
        private boolean measured;
        private boolean told;

        Patient(int number, Backend backend, boolean told) {
            this.number = number;
            this.told = told;
            this.backend = backend;
        }
    }

    /** @param note told when a server is lost and when it is back */
    public Watch(Desk desk, List<Server> servers, Health health, Consumer<String> note) {
        this.desk = desk;
        this.models = new Models(desk, servers.size());
        this.health = health;
        this.note = note;
        for (int server = 0; server < servers.size(); server++) {
            Server each = servers.get(server);
            patients.add(new Patient(server, each.backend(), !each.models().isEmpty()));
            if (!each.models().isEmpty()) {
                models.has(server, each.models());
            }
        }
    }

    /** Begins its rounds. */
    public void start() {
        rounds.scheduleAtFixedRate(
                () -> patients.forEach(this::askHealth), 0, health.intervalNanos(), TimeUnit.NANOSECONDS);
        rounds.scheduleAtFixedRate(() -> patients.forEach(this::askModels), 0, MODELS_SECONDS, TimeUnit.SECONDS);
        if (health.metricsNanos() > 0) {
            rounds.scheduleAtFixedRate(
                    () -> patients.forEach(this::askLoad), 0, health.metricsNanos(), TimeUnit.NANOSECONDS);
        }
    }

    /** A request saw {@code cause} at {@code server}; null where it said that it is busy, which is no failure. */
    public void trouble(int server, @Nullable Throwable cause) {
        if (cause != null) {
            failed(patients.get(server), cause);
        }
    }

    /** Which servers have which models. */
    public Models models() {
        return models;
    }

    /** Whether {@code server} gets requests. */
    public boolean up(int server) {
        Patient patient = patients.get(server);
        synchronized (patient) {
            return patient.up;
        }
    }

    @Override
    public void close() {
        rounds.shutdownNow();
        client.shutdownNow();
    }

    private void askHealth(Patient patient) {
        synchronized (patient) {
            if (patient.asked) {
                return;
            }
            patient.asked = true;
        }
        client.sendAsync(request(patient, health.path()), HttpResponse.BodyHandlers.discarding())
                .whenComplete((response, problem) -> {
                    synchronized (patient) {
                        patient.asked = false;
                    }
                    if (problem != null) {
                        failed(patient, problem);
                    } else if (response.statusCode() >= 500) {
                        failed(
                                patient,
                                new IOException("it answers " + health.path() + " with " + response.statusCode()));
                    } else {
                        well(patient);
                    }
                });
    }

    private void askLoad(Patient patient) {
        synchronized (patient) {
            if (patient.measured || !patient.up) {
                return;
            }
            patient.measured = true;
        }
        client.sendAsync(request(patient, "/metrics"), HttpResponse.BodyHandlers.ofString())
                .whenComplete((response, problem) -> {
                    synchronized (patient) {
                        patient.measured = false;
                    }
                    EngineLoad load =
                            problem == null && response.statusCode() == 200 ? EngineLoad.of(response.body()) : null;
                    if (load != null) {
                        desk.reported(patient.number, load.running(), load.waiting());
                    }
                });
    }

    private void askModels(Patient patient) {
        synchronized (patient) {
            if (patient.told || !patient.up) {
                return;
            }
        }
        client.sendAsync(request(patient, "/v1/models"), HttpResponse.BodyHandlers.ofString())
                .thenAccept(response -> {
                    List<String> names = response.statusCode() == 200 ? names(response.body()) : List.of();
                    if (!names.isEmpty()) {
                        models.has(patient.number, names);
                    }
                });
    }

    /** The ids in a list of models; none where it is no such list. */
    private static List<String> names(String body) {
        try {
            Tree data = JsonReader.read(Source.text("models", body)).get("data");
            return data instanceof Tree.Items list
                    ? list.items().stream()
                            .map(model -> model.require("id").text())
                            .toList()
                    : List.of();
        } catch (InputException e) {
            return List.of();
        }
    }

    private static HttpRequest request(Patient patient, String path) {
        Backend backend = patient.backend;
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://" + backend.authority() + backend.path() + path))
                .timeout(PATIENCE);
        if (backend.key() != null) {
            request.header("Authorization", "Bearer " + backend.key());
        }
        return request.build();
    }

    private void failed(Patient patient, Throwable problem) {
        Throwable cause = problem.getCause() == null ? problem : problem.getCause();
        synchronized (patient) {
            patient.failures++;
            boolean refused = problem instanceof ConnectException || cause instanceof ConnectException;
            if (!patient.up || !refused && patient.failures < health.failures()) {
                return;
            }
            patient.up = false;
        }
        desk.pause(patient.number);
        String why = cause.getMessage();
        note.accept("server " + patient.backend.name() + " is lost: " + (why == null ? cause : why));
    }

    private void well(Patient patient) {
        synchronized (patient) {
            patient.failures = 0;
            if (patient.up) {
                return;
            }
            patient.up = true;
        }
        desk.resume(patient.number);
        note.accept("server " + patient.backend.name() + " is back");
    }
}
