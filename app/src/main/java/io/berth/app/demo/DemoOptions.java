package io.berth.app.demo;

import io.berth.core.policy.StrategySpec;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What a demo is run with.
 *
 * @param seed null for that of the journal, or the usual one
 * @param strategy null for that of the journal, or the usual one
 * @param timeScale seconds of cluster time per second of the wall clock
 * @param seconds after how many seconds of the wall clock it ends; 0 for when somebody ends it
 * @param journal the journal's folder; null to keep nothing
 * @param strategyFile a file whose every change becomes the strategy; null for none
 * @param control where the control socket goes; null for none
 * @param controlAsked true where the user named it, so that the demo must have it
 */
record DemoOptions(
        @Nullable Long seed,
        @Nullable StrategySpec strategy,
        double timeScale,
        double seconds,
        @Nullable Path journal,
        @Nullable Path strategyFile,
        @Nullable Path control,
        boolean controlAsked) {}
