package io.berth.testkit.kube.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/** Draws from what there is; the same seed draws the same. */
record Chance(Random random) {
    Chance(long seed) {
        this(new Random(seed));
    }

    /** True once in so many times. */
    boolean once(int in) {
        return random.nextInt(in) == 0;
    }

    /** From {@code least} on, {@code most} included. */
    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** Puts one of {@code values} under {@code key}, once in so many times. */
    <T> void put(Map<String, ? super T> map, String key, List<T> values, int in) {
        if (once(in)) {
            map.put(key, any(values));
        }
    }

    static <T> List<T> many(int count, Supplier<T> making) {
        List<T> made = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            made.add(making.get());
        }
        return made;
    }
}
