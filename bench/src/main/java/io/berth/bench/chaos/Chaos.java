package io.berth.bench.chaos;

import io.berth.bench.Argument;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A gateway with four servers under load, while something goes wrong at some of them or with other clients: how much of what the
 * healthy servers could do is done, and what is lost.
 */
public final class Chaos {
    private static final int SERVERS = 4;
    private static final int SLOTS = 4;
    private static final int TOKENS = 20;
    private static final int TOKEN_MILLIS = 10;
    /** Of what the healthy servers could do that much is asked, so that all of it should be answered. */
    private static final double LOAD = 0.7;

    private static final double BAR = 0.99;
    static final String SETTINGS = """
            health: {interval: 500ms, timeout: 1s, silence: 500ms}
            limits: {first_byte: 3s, next_byte: 3s, headers_within: 5s, idle: 5s, no_server_wait: 5s}
            """;

    private final Path berth;
    private final double seconds;
    private final long seed;
    private boolean kept = true;

    /**
     * One thing that goes wrong.
     *
     * @param healthy servers that are left
     * @param lossless whether not one request may be lost
     */
    private record Scenario(String name, int healthy, boolean lossless, Trouble trouble) {}

    private Chaos(Path berth, double seconds, long seed) {
        this.berth = berth;
        this.seconds = seconds;
        this.seed = seed;
    }

    /** Arguments: the script {@code berth}, seconds of each scenario, a seed, what the names of scenarios have in them. */
    public static void main(String[] arguments) throws Exception {
        Chaos chaos =
                new Chaos(Path.of(arguments[0]), Argument.number(arguments, 1, 20), Argument.number(arguments, 2, 1));
        System.out.println("what goes wrong    offered  answered  goodput %  lost  p99 ms");
        String only = arguments.length > 3 ? arguments[3] : "";
        for (Scenario scenario : scenarios()) {
            if (scenario.name.contains(only)) {
                chaos.run(scenario);
            }
        }
        System.out.println("bar: " + BAR * 100 + " % of what healthy servers could do, none lost by reloads: "
                + (chaos.kept ? "kept" : "missed"));
        System.exit(chaos.kept ? 0 : 1);
    }

    private static List<Scenario> scenarios() {
        return List.of(
                new Scenario("nothing", SERVERS, true, (_, _) -> {}),
                fault("black hole", Relay.Fault.BLACK_HOLE),
                fault("half open", Relay.Fault.HALF_OPEN),
                fault("resets", Relay.Fault.RESETS),
                fault("mid-stream death", Relay.Fault.CUTS),
                new Scenario("half are lost", SERVERS / 2, false, (berths, _) -> {
                    berths.relays().get(0).kill();
                    berths.relays().get(1).kill();
                }),
                new Scenario("reload under load", SERVERS - 1, true, Trouble::reload),
                new Scenario("slowloris", SERVERS, true, Trouble::slowloris),
                new Scenario("slow readers", SERVERS - 1, true, Trouble::slowReaders));
    }

    private static Scenario fault(String name, Relay.Fault fault) {
        return new Scenario(
                name,
                SERVERS - 1,
                false,
                (berths, _) -> berths.relays().getFirst().fault(fault));
    }

    private void run(Scenario scenario) throws Exception {
        Path folder = Files.createTempDirectory("berth-chaos");
        AtomicBoolean over = new AtomicBoolean();
        Load.Result result;
        try (Berths berths = new Berths(berth, folder, Collections.nCopies(SERVERS, TOKEN_MILLIS), SLOTS, SETTINGS)) {
            berths.gateway();
            Load load = new Load(berths.port(), _ -> TOKENS, "");
            double each = SLOTS / (TOKENS * TOKEN_MILLIS / 1e3);
            load.run(LOAD * each, 4, seed);
            Thread trouble = Thread.ofVirtual().start(() -> happen(scenario, berths, over));
            result = load.run(LOAD * each * scenario.healthy, seconds, seed);
            over.set(true);
            trouble.join();
        }
        int lost = result.offered() - result.answered();
        boolean well = result.goodput() >= BAR && (lost == 0 || !scenario.lossless);
        kept &= well;
        System.out.printf(
                "%-18s %8d %9d %10.2f %5d %7.0f  %s%s%n",
                scenario.name,
                result.offered(),
                result.answered(),
                100 * result.goodput(),
                lost,
                result.p99Millis(),
                result.wrong().isEmpty() ? "" : result.wrong(),
                well ? "" : "  below the bar: " + folder);
    }

    /** After some seconds in which all is well. */
    private void happen(Scenario scenario, Berths berths, AtomicBoolean over) {
        try {
            TimeUnit.MILLISECONDS.sleep((long) (1_000 * seconds / 5));
            scenario.trouble.happen(berths, over);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
