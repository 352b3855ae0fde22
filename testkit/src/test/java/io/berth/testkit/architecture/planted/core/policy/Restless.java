package io.berth.testkit.architecture.planted.core.policy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.logging.Logger;

/** Decides by everything that it must not see. */
public final class Restless {
    private final Map<String, Integer> byHash = new HashMap<>();
    private final LongSupplier clock = System::nanoTime;
    private final Random random = new Random();

    public double decide(List<Integer> values) {
        Logger.getLogger(System.getenv("HOME")).info("deciding at " + clock.getAsLong() + Thread.currentThread());
        int sum = values.parallelStream().mapToInt(Integer::intValue).sum();
        return byHash.size() + sum + random.nextInt() + Math.exp(sum);
    }
}
