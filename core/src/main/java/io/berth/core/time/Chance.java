package io.berth.core.time;

import java.nio.charset.StandardCharsets;

/**
 * Counted chance: every random number is a function of (seed, stream, pass, draw), so that recovery, redecide and forks
 * draw the same numbers whatever was drawn before.
 *
 * <p>The mixing function is the finaliser of SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number
 * generators, OOPSLA 2014, §3), applied once per coordinate.
 */
public final class Chance {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** Seed and stream, mixed. */
    private final long stream;

    /** Seed, stream and pass, mixed: what all draws have in common. */
    private final long pass;

    private long draw;

    /** The draws of one {@code stream} in one {@code pass}, counted from zero. */
    public Chance(long seed, String stream, long pass) {
        this(stream(seed, streamId(stream)), pass);
    }

    private Chance(long stream, long pass) {
        this.stream = stream;
        this.pass = next(stream, pass);
    }

    /** The draws of the same stream in another pass, counted from zero. */
    public Chance inPass(long other) {
        return new Chance(stream, other);
    }

    /** 64 uniform bits; the next draw. */
    public long bits() {
        return next(pass, draw++);
    }

    /** A uniform integer in {@code [0, bound)}; {@code bound} must be positive. */
    public int below(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("The bound (" + bound + ") must be positive.");
        }
        return (int) Math.multiplyHigh(bits() & Long.MAX_VALUE, (long) bound << 1);
    }

    /** The numbers from 0 to {@code count} - 1 in an order of which each is equally likely. */
    public int[] order(int count) {
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = below(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    /** A uniform double in {@code [0, 1)}. */
    public double unit() {
        return toUnit(bits());
    }

    /** A uniform double in {@code (0, 1]}, for logarithms. */
    public double unitAboveZero() {
        return 1.0 - unit();
    }

    /** An exponential draw of the given {@code mean}. */
    public double exponential(double mean) {
        return -mean * StrictMath.log(unitAboveZero());
    }

    /** A standard normal draw (Box-Muller, cosine branch; two uniforms each). */
    public double normal() {
        double radius = StrictMath.sqrt(-2.0 * StrictMath.log(unitAboveZero()));
        return radius * StrictMath.cos(2.0 * StrictMath.PI * unit());
    }

    /** Uniform bits for one coordinate; stateless. */
    public static long at(long seed, long stream, long pass, long draw) {
        return next(next(stream(seed, stream), pass), draw);
    }

    /** A uniform double in {@code [0, 1)} for one coordinate; stateless. */
    public static double unitAt(long seed, String stream, long pass, long draw) {
        return toUnit(at(seed, streamId(stream), pass, draw));
    }

    private static long stream(long seed, long stream) {
        return next(mix(seed + GOLDEN), stream);
    }

    /** {@code mixed} with one coordinate more. */
    private static long next(long mixed, long coordinate) {
        return mix(mixed ^ (coordinate + GOLDEN));
    }

    private static double toUnit(long bits) {
        return (bits >>> 11) * 0x1.0p-53;
    }

    /** FNV-1a of the stream's name. */
    private static long streamId(String name) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b) * 0x100000001b3L;
        }
        return hash;
    }

    /** Every bit of {@code value} changes about half of the bits of this. */
    public static long mix(long value) {
        long z = value + GOLDEN;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
