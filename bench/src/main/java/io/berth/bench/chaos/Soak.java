package io.berth.bench.chaos;

import io.berth.bench.Argument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * One gateway under load for long, while one thing after another goes wrong, with as much calm between: whether its memory and its open files
 * stay what they were.
 */
public final class Soak {
    private static final int SERVERS = 4;
    private static final int SLOTS = 4;
    private static final int TOKENS = 20;
    private static final int TOKEN_MILLIS = 10;
    /** Of what the three servers can do that are never in trouble. */
    private static final double LOAD = 0.7;

    private static final long TROUBLE_SECONDS = 10;
    /** By how much the last quarter may be above the second one: collectors give memory back by fits. */
    private static final double FLAT = 1.1;

    private final double minutes;
    private final long seed;
    private final Path folder;
    private final List<long[]> samples = new ArrayList<>();

    private Soak(double minutes, long seed) throws IOException {
        this.minutes = minutes;
        this.seed = seed;
        folder = Files.createTempDirectory("berth-soak");
    }

    /** Arguments: the script {@code berth}, minutes, a seed. */
    public static void main(String[] arguments) throws Exception {
        Soak soak = new Soak(Argument.number(arguments, 1, 20), Argument.number(arguments, 2, 1));
        System.exit(soak.run(Path.of(arguments[0])) ? 0 : 1);
    }

    private boolean run(Path berth) throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        System.out.println("minute  resident MB  open files  offered  answered  p99 ms");
        try (Berths berths =
                new Berths(berth, folder, Collections.nCopies(SERVERS, TOKEN_MILLIS), SLOTS, Chaos.SETTINGS)) {
            berths.gateway();
            Load load = new Load(berths.port(), _ -> TOKENS, "");
            double rate = LOAD * (SERVERS - 1) * SLOTS / (TOKENS * TOKEN_MILLIS / 1e3);
            Thread trouble = Thread.ofVirtual().start(() -> happen(berths, over));
            for (int minute = 1; minute <= minutes; minute++) {
                Load.Result result = load.run(rate, 60, seed + minute);
                long[] sample = {residentBytes(berths.gatewayProcess()) >> 20, openFiles(berths.gatewayProcess())};
                samples.add(sample);
                System.out.printf(
                        "%6d %12d %11d %8d %9d %7.0f  %s%n",
                        minute,
                        sample[0],
                        sample[1],
                        result.offered(),
                        result.answered(),
                        result.p99Millis(),
                        result.wrong().isEmpty() ? "" : result.wrong());
            }
            over.set(true);
            trouble.join();
        }
        double memory = grown(0);
        double files = grown(1);
        boolean flat = memory <= FLAT && files <= FLAT;
        System.out.printf(
                "last quarter / second quarter: memory %.2f, open files %.2f; bar %.1f: %s%n",
                memory, files, FLAT, flat ? "kept" : "missed, see " + folder);
        return flat;
    }

    private void happen(Berths berths, AtomicBoolean over) {
        Relay first = berths.relays().getFirst();
        List<Trouble> troubles = Stream.concat(
                        Stream.of(Relay.Fault.BLACK_HOLE, Relay.Fault.HALF_OPEN, Relay.Fault.RESETS, Relay.Fault.CUTS)
                                .map(fault -> (Trouble) (_, _) -> first.fault(fault)),
                        Stream.of(Trouble::slowloris, Trouble::slowReaders, Trouble::reload))
                .toList();
        try {
            for (int next = 0; !over.get(); next++) {
                AtomicBoolean enough = new AtomicBoolean();
                Trouble trouble = troubles.get(next % troubles.size());
                Thread happening = Thread.ofVirtual().start(() -> {
                    try {
                        trouble.happen(berths, enough);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
                TimeUnit.SECONDS.sleep(TROUBLE_SECONDS);
                enough.set(true);
                happening.join();
                first.fault(Relay.Fault.NONE);
                berths.reload(berths.relays());
                TimeUnit.SECONDS.sleep(TROUBLE_SECONDS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The mean of what was sampled in the last quarter, over that in the second. */
    private double grown(int what) {
        int quarter = Math.max(1, samples.size() / 4);
        return mean(what, samples.size() - quarter, samples.size())
                / mean(what, quarter, Math.min(samples.size(), 2 * quarter));
    }

    private double mean(int what, int from, int to) {
        return samples.subList(Math.min(from, to - 1), to).stream()
                .mapToLong(each -> each[what])
                .average()
                .orElseThrow();
    }

    private static long residentBytes(long process) throws IOException {
        try (Stream<String> lines = Files.lines(Path.of("/proc", Long.toString(process), "status"))) {
            String resident =
                    lines.filter(line -> line.startsWith("VmRSS:")).findFirst().orElseThrow();
            return Long.parseLong(resident.replaceAll("\\D", "")) << 10;
        }
    }

    private static long openFiles(long process) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(process), "fd"))) {
            return files.count();
        }
    }
}
