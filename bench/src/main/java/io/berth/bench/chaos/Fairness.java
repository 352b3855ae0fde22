package io.berth.bench.chaos;

import io.berth.bench.Argument;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two tenants over sockets, before four servers of unequal speed that say nothing of it: what becomes of the first one's answers when the
 * second sends ten times its share.
 */
public final class Fairness {
    private static final List<Integer> TOKEN_MILLIS = List.of(10, 10, 20, 40);
    private static final int SLOTS = 4;
    /** Tokens of the median answer; lengths are lognormal, as in the load of {@code bench/balancers}. */
    private static final double MEDIAN = 40;

    private static final double SIGMA = 0.8;
    private static final int MOST = 400;

    private static final double FIRST = 0.25;
    private static final double SECOND = 0.5;
    private static final double BAR = 1.1;

    private static final String FIRST_KEY = "first-tenant-of-two";
    private static final String SECOND_KEY = "second-tenant-of-two";

    private final Path berth;
    private final double seconds;

    private Fairness(Path berth, double seconds) {
        this.berth = berth;
        this.seconds = seconds;
    }

    /** Arguments: the script {@code berth}, seconds of each run, how many seeds. */
    public static void main(String[] arguments) throws Exception {
        Fairness fairness = new Fairness(Path.of(arguments[0]), Argument.number(arguments, 1, 60));
        int seeds = Argument.number(arguments, 2, 3);
        System.out.println("seed  p99 ms, other at its share  p99 ms, other at 10 x  ratio");
        double sum = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            double within = fairness.p99(SECOND, seed);
            double over = fairness.p99(10 * SECOND, seed);
            sum += Math.log(over / within);
            System.out.printf("%4d %28.0f %22.0f  %5.2f%n", seed, within, over, over / within);
        }
        double mean = Math.exp(sum / seeds);
        System.out.printf("mean ratio %.2f; bar %.1f: %s%n", mean, BAR, mean <= BAR ? "kept" : "missed");
        System.exit(mean <= BAR ? 0 : 1);
    }

    private double p99(double other, long seed) throws Exception {
        Path folder = Files.createTempDirectory("berth-fairness");
        try (Berths berths = new Berths(berth, folder, TOKEN_MILLIS, SLOTS, settings());
                ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            berths.gateway();
            // What servers can do is learnt before anything is counted.
            load(berths, FIRST_KEY, FIRST, seed + 1_000).call();
            Future<Load.Result> greedy = both.submit(load(berths, SECOND_KEY, other, seed + 100));
            Load.Result result = load(berths, FIRST_KEY, FIRST, seed).call();
            if (result.answered() < result.offered()) {
                throw new IllegalStateException("not all were answered: " + result.wrong() + ", see " + folder);
            }
            greedy.cancel(true);
            return result.p99Millis();
        }
    }

    private Callable<Load.Result> load(Berths berths, String key, double share, long seed) {
        Load load = new Load(berths.port(), Fairness::length, key);
        return () -> load.run(share * capacity(), seconds, seed);
    }

    private static int length(Random random) {
        return (int) Math.clamp(MEDIAN * Math.exp(SIGMA * random.nextGaussian()), 1, MOST);
    }

    /** Requests a second that the fleet answers. */
    private static double capacity() {
        double mean = MEDIAN * Math.exp(SIGMA * SIGMA / 2);
        return TOKEN_MILLIS.stream()
                .mapToDouble(millis -> SLOTS * 1e3 / (millis * mean))
                .sum();
    }

    private static String settings() {
        return """
                queue: fair
                tenants:
                - {name: first, keys: ["%s"]}
                - {name: second, keys: ["%s"]}
                """.formatted(hash(FIRST_KEY), hash(SECOND_KEY));
    }

    private static String hash(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(key.getBytes(StandardCharsets.UTF_8));
            return "sha256:" + HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256.", e);
        }
    }
}
