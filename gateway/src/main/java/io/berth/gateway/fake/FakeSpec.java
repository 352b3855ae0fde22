package io.berth.gateway.fake;

import io.berth.core.time.Chance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a server pretends to be.
 *
 * @param models the names that it answers to; the first is that of its metrics
 * @param apiKey what {@code Authorization: Bearer} must say; null where everybody is answered
 * @param room how much it takes at a time
 * @param pace how fast it is
 * @param lengths how long its answers are
 * @param faults what goes wrong
 * @param seed of lengths, words and faults
 */
public record FakeSpec(
        List<String> models, @Nullable String apiKey, Room room, Pace pace, Lengths lengths, Faults faults, long seed) {
    /** @throws IllegalArgumentException where there is no model */
    public FakeSpec {
        models = List.copyOf(models);
        if (models.isEmpty()) {
            throw new IllegalArgumentException("A server needs a model.");
        }
    }

    /**
     * How much a server takes at a time.
     *
     * @param slots requests that it answers at the same time
     * @param queue requests that wait beside them; one more is answered with 429
     * @param cacheBlocks blocks of prompts that it remembers, those unused for longest forgotten first; 0 for none
     * @param blockTokens tokens of a block; only whole blocks are remembered
     * @param bodyBytes the largest body that it reads
     */
    public record Room(int slots, int queue, int cacheBlocks, int blockTokens, int bodyBytes) {
        /** Blocks of 16 tokens are those of vLLM on a GPU. */
        public static final Room DEFAULT = new Room(8, 64, 4_096, 16, 32 << 20);

        /** @throws IllegalArgumentException where a number is below what it may be */
        public Room {
            atLeast("slots", slots, 1);
            atLeast("queue", queue, 0);
            atLeast("cacheBlocks", cacheBlocks, 0);
            atLeast("blockTokens", blockTokens, 1);
            atLeast("bodyBytes", bodyBytes, 1);
        }
    }

    /**
     * How fast a server is. The first token comes when the prompt is read, each further one as long after it as a token takes;
     * requests do not slow each other down.
     *
     * @param promptNanos to read one token of a prompt that is not remembered
     * @param tokenNanos from one token of an answer to the next
     * @param callNanos for a request for embeddings or images, whatever it asks for
     * @param itemNanos for each input or image
     * @param speed how many times as fast as that it is
     */
    public record Pace(long promptNanos, long tokenNanos, long callNanos, long itemNanos, double speed) {
        /** About a model of eight billion parameters on one GPU: 10,000 tokens read and 100 made a second. */
        public static final Pace DEFAULT = new Pace(100_000, 10_000_000, 1);

        /** Some decades: added to a moment it is still one. */
        private static final double LONGEST_NANOS = Long.MAX_VALUE >> 2;

        /** All is done at once. */
        public static final Pace INSTANT = new Pace(0, 0, 1);

        /** One that takes no time for images and embeddings but to read. */
        public Pace(long promptNanos, long tokenNanos, double speed) {
            this(promptNanos, tokenNanos, 0, 0, speed);
        }

        /** @throws IllegalArgumentException where a time is below 0, or the speed not above 0 */
        public Pace {
            atLeast("callNanos", callNanos, 0);
            atLeast("itemNanos", itemNanos, 0);
            atLeast("promptNanos", promptNanos, 0);
            atLeast("tokenNanos", tokenNanos, 0);
            if (!(speed > 0) || speed == Double.POSITIVE_INFINITY) {
                throw new IllegalArgumentException("The speed (" + speed + ") must be above 0.");
            }
        }

        /** The same at another speed. */
        public Pace at(double otherSpeed) {
            return new Pace(promptNanos, tokenNanos, callNanos, itemNanos, otherSpeed);
        }

        /** The same with what a list takes. */
        public Pace listing(long call, long item) {
            return new Pace(promptNanos, tokenNanos, call, item, speed);
        }

        /** For a request for {@code items} embeddings or images. */
        long listing(int items) {
            return scaled(callNanos, 1) + scaled(itemNanos, items);
        }

        /** To read {@code tokens} tokens. */
        long reading(long tokens) {
            return scaled(promptNanos, tokens);
        }

        /** To make {@code tokens} tokens. */
        long making(long tokens) {
            return scaled(tokenNanos, tokens);
        }

        private long scaled(long nanos, long tokens) {
            return (long) Math.min(nanos / speed * tokens, LONGEST_NANOS);
        }

        /** How many tokens are made in {@code nanos}. */
        long made(long nanos) {
            if (nanos < 0) {
                return 0;
            }
            return tokenNanos == 0 ? Long.MAX_VALUE : 1 + (long) (nanos * speed / tokenNanos);
        }
    }

    /**
     * How long answers are: lognormal, drawn by the prompt, so that the same prompt has the same length.
     *
     * @param median tokens
     * @param sigma of the logarithm; 0 where all are of the same length
     * @param most tokens of the longest
     */
    public record Lengths(double median, double sigma, int most) {
        public static final Lengths DEFAULT = new Lengths(100, 0.8, 4_096);

        /** @throws IllegalArgumentException where the median or the longest is below 1, or sigma below 0 */
        public Lengths {
            if (!(median >= 1 && sigma >= 0) || Double.isInfinite(median + sigma)) {
                throw new IllegalArgumentException(
                        "The median (" + median + ") must be at least 1, and sigma (" + sigma + ") at least 0.");
            }
            atLeast("most", most, 1);
        }

        /** Tokens of the answer to the prompt of {@code hash}. */
        int draw(long seed, long hash) {
            double normal = new Chance(seed, "length", hash).normal();
            double drawn = median * StrictMath.exp(sigma * normal);
            return (int) Math.clamp(Math.round(drawn), 1L, most);
        }
    }

    /** A server of the model {@code fake} at a usual pace. */
    public static FakeSpec usual() {
        return new FakeSpec(List.of("fake"), null, Room.DEFAULT, Pace.DEFAULT, Lengths.DEFAULT, Faults.NONE, 0);
    }

    /** The same, but all is done at once. */
    public static FakeSpec instant() {
        return usual().with(Pace.INSTANT);
    }

    /** The same with other models. */
    public FakeSpec serving(String... others) {
        return new FakeSpec(List.of(others), apiKey, room, pace, lengths, faults, seed);
    }

    /** The same for those who send {@code key}. */
    public FakeSpec guarded(@Nullable String key) {
        return new FakeSpec(models, key, room, pace, lengths, faults, seed);
    }

    /** The same with other room. */
    public FakeSpec with(Room other) {
        return new FakeSpec(models, apiKey, other, pace, lengths, faults, seed);
    }

    /** The same at another pace. */
    public FakeSpec with(Pace other) {
        return new FakeSpec(models, apiKey, room, other, lengths, faults, seed);
    }

    /** The same with answers of other lengths. */
    public FakeSpec with(Lengths other) {
        return new FakeSpec(models, apiKey, room, pace, other, faults, seed);
    }

    /** The same with other faults. */
    public FakeSpec with(Faults other) {
        return new FakeSpec(models, apiKey, room, pace, lengths, other, seed);
    }

    /** The same with other chance. */
    public FakeSpec seeded(long other) {
        return new FakeSpec(models, apiKey, room, pace, lengths, faults, other);
    }

    static void atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(
                    "The number of " + name + " (" + value + ") must be at least " + least + ".");
        }
    }
}
