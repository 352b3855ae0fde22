package io.berth.app.demo;

import io.berth.core.strategy.StrategySpec;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a demo is run with.
 *
 * @param seed null for that of the journal, or the usual one
 * @param strategy null for that of the journal, or the usual one
 * @param timeScale seconds of cluster time per second of the wall clock
 * @param seconds after how many seconds of the wall clock it ends; 0 for when somebody ends it
 * @param journal the journal's folder; null to keep it no longer than the demo
 * @param strategyFile a file whose every change becomes the strategy; null for none
 * @param control where the Unix socket of commands goes; null for none
 * @param controlAsked true where the user named it, so that the demo must have it
 * @param console where its pages are; null for none
 */
record DemoOptions(
        @Nullable Long seed,
        @Nullable StrategySpec strategy,
        double timeScale,
        double seconds,
        @Nullable Path journal,
        @Nullable Path strategyFile,
        @Nullable Path control,
        boolean controlAsked,
        @Nullable ConsolePort console) {
    /**
     * A port of this machine.
     *
     * @param port 0 for any that is free
     * @param asked true where the user named it, so that no other will do
     */
    record ConsolePort(int port, boolean asked) {
        /** Beside that of {@code berth up}, so that both may run. */
        static final ConsolePort STANDARD = new ConsolePort(7118, false);
    }
}
