package io.berth.gateway.system;

import io.berth.gateway.fleet.discovery.FileWatch;
import io.berth.gateway.setting.GatewaySettings;
import io.berth.spec.input.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Has a gateway go by its file when that changes, or the files of its certificate do, or somebody asks for it. */
public final class Reloading implements AutoCloseable {
    private static final long LOOK_MILLIS = 500;

    private final Gateway gateway;
    private final Supplier<GatewaySettings> reading;
    private final Consumer<String> note;
    private final FileWatch files;
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("berth-gateway-settings").factory());

    /**
     * @param file that {@code reading} reads
     * @param reading throws an {@link InputException} where something of the file cannot be
     * @param note told what became of it
     */
    public Reloading(Gateway gateway, Path file, Supplier<GatewaySettings> reading, Consumer<String> note) {
        this.gateway = gateway;
        this.reading = reading;
        this.note = note;
        files = new FileWatch(() -> paths(file, gateway.keys()));
        thread.scheduleWithFixedDelay(this::look, LOOK_MILLIS, LOOK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The file is read again, changed or not. */
    public void now() {
        thread.execute(this::read);
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private static List<Path> paths(Path file, GatewaySettings.@Nullable Keys keys) {
        List<Path> paths = new ArrayList<>(List.of(file));
        if (keys != null) {
            paths.add(keys.certificates());
            paths.add(keys.key());
        }
        return paths;
    }

    private void look() {
        if (files.changed()) {
            read();
        }
    }

    private void read() {
        try {
            List<String> later = gateway.reload(reading.get());
            note.accept("goes by its settings as they are now");
            if (!later.isEmpty()) {
                note.accept("what changed of " + String.join(", ", later)
                        + " holds after a restart: the gateway cannot change that while it runs");
            }
        } catch (InputException e) {
            note.accept("goes on with the settings that it had: " + e.getMessage());
        } catch (RuntimeException e) {
            note.accept("goes on with the settings that it had: " + e);
        }
    }
}
