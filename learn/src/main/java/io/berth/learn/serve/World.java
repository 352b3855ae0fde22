package io.berth.learn.serve;

import io.berth.learn.environment.Environment;
import io.berth.learn.environment.SharedEnvironment;
import java.util.function.Supplier;

/** What a scenario is played in. */
public sealed interface World {
    /**
     * One agent plays it; as many as are wanted are made.
     *
     * @param maker makes equal ones
     */
    record Single(Supplier<? extends Environment> maker) implements World {}

    /**
     * Several agents take turns in it.
     *
     * @param maker makes equal ones
     */
    record Shared(Supplier<? extends SharedEnvironment> maker) implements World {}
}
