package io.berth.live.run;

import io.berth.core.state.State;
import io.berth.core.strategy.StrategySpec;
import io.berth.live.driver.EngineStoppedException;
import io.berth.live.driver.Operator;
import io.berth.live.driver.RefusedException;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.TreeReader;
import io.berth.spec.strategy.StrategyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file that says which strategy holds: when its content changes, the strategy does. A file that cannot be used is reported
 * and changes nothing; neither does one that is taken away.
 */
public final class StrategyFile implements AutoCloseable {
    private static final long LOOK_EVERY_MILLIS = 1_000;

    private final Path file;
    private final StrategyReader reader;
    private final Operator operator;
    private final Consumer<String> report;
    private @Nullable Version seen;
    private @Nullable Thread watcher;

    private record Version(FileTime modified, long bytes) {}

    /** @param report gets one line for each change of the file: the strategy that holds now, or why it does not */
    public StrategyFile(Path file, StrategyReader reader, Operator operator, Consumer<String> report) {
        this.file = file;
        this.reader = reader;
        this.operator = operator;
        this.report = report;
    }

    /** Looks now, and each second from now on. */
    public void watch() {
        watcher = Thread.ofVirtual().name("berth-strategy-file").start(() -> {
            try {
                while (!Thread.currentThread().isInterrupted()) {
                    look();
                    Thread.sleep(LOOK_EVERY_MILLIS);
                }
            } catch (InterruptedException | EngineStoppedException e) {
                // Nothing is left to change.
            }
        });
    }

    @Override
    public void close() {
        if (watcher != null) {
            watcher.interrupt();
        }
    }

    /** Looks at the file; if it changed since the last look, changes the strategy. */
    void look() {
        Version version = version();
        if (version == null || version.equals(seen)) {
            return;
        }
        seen = version;
        try {
            apply(reader.read(TreeReader.read(Source.file(file))));
        } catch (InputException | RefusedException e) {
            report.accept(e.getMessage() + "; the strategy stays as it is");
        }
    }

    private void apply(StrategySpec strategy) {
        try {
            if (!strategy.equals(operator.ask(State::strategy).join())) {
                operator.strategy(strategy).join();
                report.accept("strategy \"" + strategy.name() + "\" of " + file + " holds from now on");
            }
        } catch (CompletionException e) {
            switch (e.getCause()) {
                case RefusedException refused -> throw refused;
                case EngineStoppedException stopped -> throw stopped;
                case null, default -> throw e;
            }
        }
    }

    private @Nullable Version version() {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Version(attributes.lastModifiedTime(), attributes.size());
        } catch (IOException e) {
            return null;
        }
    }
}
