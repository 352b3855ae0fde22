package io.berth.app;

import io.berth.core.time.Chance;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Spoils inputs, by chance. */
final class Spoiler {
    static final int MUTATIONS = Integer.getInteger("berth.mutations", 2000);
    static final long SEED = Long.getLong("berth.seed", 1);
    static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> USUAL =
            List.of("-1", "", "0", "99999999999999999999", "1e9", ",", ":", "\n", "\"", "{", "]", "\t", "\0", "é");

    private final int mostCut;
    private final List<String> snippets;

    /**
     * One of inputs of one kind.
     *
     * @param mostCut how many bytes are cut out at most
     * @param snippets what is put in beside what spoils every kind
     */
    Spoiler(int mostCut, String... snippets) {
        this.mostCut = mostCut;
        this.snippets = Stream.concat(USUAL.stream(), Stream.of(snippets)).toList();
    }

    /** A byte flipped, a snippet put in, a part cut out or doubled, or the end cut off. */
    byte[] spoilt(byte[] whole, Chance chance) {
        int at = chance.below(whole.length);
        int end = Math.min(whole.length, at + 1 + chance.below(mostCut));
        return switch (chance.below(6)) {
            case 0 -> {
                byte[] flipped = whole.clone();
                flipped[at] ^= (byte) (1 << chance.below(8));
                yield flipped;
            }
            case 1 -> joined(whole, at, snippets.get(chance.below(snippets.size())), at);
            case 2 -> joined(whole, at, snippets.get(chance.below(snippets.size())), end);
            case 3 -> joined(whole, at, "", end);
            case 4 -> joined(whole, end, "", at);
            default -> Arrays.copyOf(whole, at);
        };
    }

    /** The bytes before {@code until}, {@code middle}, and the bytes from {@code from} on. */
    private static byte[] joined(byte[] whole, int until, String middle, int from) {
        byte[] between = middle.getBytes(StandardCharsets.UTF_8);
        byte[] joined = Arrays.copyOf(whole, until + between.length + whole.length - from);
        System.arraycopy(between, 0, joined, until, between.length);
        System.arraycopy(whole, from, joined, until + between.length, whole.length - from);
        return joined;
    }
}
