package io.berth.bench.chaos;

import io.berth.bench.Argument;
import io.berth.spec.input.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Replicas of a service that follow one recorded load, by each policy: as real processes under a real {@code berth up} behind a real gateway, and simulated. Both
 * have the same requests, the same policies and the same keys of them; what differs is what is real.
 */
final class ServiceDay {
    private static final double LATE_SECONDS = 2.5;
    private static final int SLOTS = 4;
    private static final int MOST = 6;
    private static final int FIXED = 5;
    /** A replica sleeps for four seconds; its JVM, its health and the gateway, which looks twice a second, take as long again. */
    private static final String START = "8s";

    private final Path berth;
    private final Path folder;
    private final double length;
    private final DayLoad day;

    private ServiceDay(Path berth, Path folder, double length, DayLoad day) {
        this.berth = berth;
        this.folder = folder;
        this.length = length;
        this.day = day;
    }

    /** What came of a policy. */
    private record Outcome(int lost, double late, double p99Seconds, double serverSeconds, long started) {}

    /** Arguments: the script {@code berth}, seconds of a day, how many days, a seed, policies. */
    public static void main(String[] arguments) throws Exception {
        double length = Argument.number(arguments, 1, 100);
        int days = Argument.number(arguments, 2, 2);
        long seed = Argument.number(arguments, 3, 1);
        Path folder = Files.createTempDirectory("berth-service-day");
        DayLoad load = DayLoad.draw(length, days, seed);
        Files.writeString(folder.resolve("day.csv"), load.trace());
        System.out.println(load.asked().size() + " requests in " + days + " days of " + length + " s; late after "
                + LATE_SECONDS + " s");
        System.out.println("policy              what        lost    late %    p99 s  server-s  started");
        ServiceDay bench = new ServiceDay(Path.of(arguments[0]), folder, length, load);
        boolean well = true;
        for (int i = 4; i < arguments.length; i++) {
            String policy = arguments[i];
            print(policy, "simulated", bench.simulate(policy));
            Outcome real = bench.live(policy);
            print(policy, "real", real);
            well &= real.lost == 0 && (policy.equals("fixed") || real.started > 0);
        }
        System.out.println("bar: none lost, replicas follow, decisions made again: "
                + (well && bench.decided ? "kept" : "missed, see " + folder));
        System.exit(well && bench.decided ? 0 : 1);
    }

    private boolean decided = true;

    private static void print(String policy, String what, Outcome outcome) {
        System.out.printf(
                Locale.ROOT,
                "%-19s %-10s %5d %9.2f %8.2f %9.0f %8d%n",
                policy,
                what,
                outcome.lost,
                100 * outcome.late,
                outcome.p99Seconds,
                outcome.serverSeconds,
                outcome.started);
    }

    private int first(String policy) {
        return policy.equals("fixed") ? FIXED : 1;
    }

    /** The keys that both have. */
    private List<String> keys(String policy) {
        return List.of(
                "policy=" + policy,
                "min=1",
                "max=" + MOST,
                "start_time=" + START,
                "every=2s",
                "target=" + SLOTS,
                "stabilisation=" + length / 10 + "s",
                "wait=300ms",
                "keep=8s",
                "season=" + length + "s");
    }

    private Outcome simulate(String policy) throws IOException {
        Path scenario = Files.writeString(folder.resolve(policy + ".yaml"), """
                fleet:
                  servers: [{count: %d, slots: %d}]
                  autoscale: {%s}
                requests: {azure: day.csv, decode_tokens_per_second: 25, prefill_tokens_per_second: 1000000, deadline: %ss}
                strategies: [least-connections]
                """.formatted(
                        first(policy), SLOTS, String.join(", ", keys(policy)).replace("=", ": "), LATE_SECONDS));
        try (RealBerth real = new RealBerth(berth, folder)) {
            Tree metrics = RealBerth.json(real.command("simulate", scenario.toString(), "--json"))
                    .require("runs")
                    .items()
                    .getFirst()
                    .require("metrics");
            return new Outcome(
                    (int) metrics.require("requests_failed").number(),
                    metrics.require("deadline_miss_rate").number(),
                    metrics.require("latency_p99_s").number(),
                    metrics.require("server_hours").number() * 3600,
                    (long) metrics.require("servers_started").number());
        }
    }

    private Outcome live(String policy) throws IOException, InterruptedException {
        Path home = Files.createDirectories(folder.resolve("real-" + policy));
        int port = Berths.freePort();
        try (RealBerth real = new RealBerth(berth, home)) {
            real.start("up", "up", "--port", "0");
            RealBerth.until("Berth is up", () -> Files.exists(home.resolve("home/berth.json")));
            String replica = "sleep 4; exec \"" + berth
                    + "\" fake-server --ports $PORT --token-time 40ms --prompt-time 0s --slots " + SLOTS
                    + " --queue 100000";
            List<String> words = new ArrayList<>(List.of("submit", "--service", "chat", "--cpu", "0.2"));
            words.addAll(List.of("--replicas", Integer.toString(first(policy))));
            words.addAll(List.of("--autoscale", String.join(",", keys(policy)), "--", "sh", "-c", replica));
            real.command(words.toArray(String[]::new));
            Path config = Files.writeString(
                    home.resolve("gateway.yaml"),
                    "servers: [{berth: {service: chat, home: home}}]\nbalance: least-connections\n"
                            + "health: {slow_start: 1s}\n");
            real.start("gateway", "gateway", "--config", config.toString(), "--port", Integer.toString(port));
            Berths.await(port);
            RealBerth.until(
                    "all replicas are ready", () -> row(real).require("ready").whole() == first(policy));
            LocalDateTime began = LocalDateTime.now(ZoneId.systemDefault());
            Load.Played played = new Load(port, _ -> 1, "").play(day.asked(), Duration.ofMinutes(2));
            return end(real, home, began, played);
        }
    }

    private Outcome end(RealBerth real, Path home, LocalDateTime began, Load.Played played)
            throws IOException, InterruptedException {
        Files.writeString(home.resolve("services.txt"), real.command("services", "chat"));
        real.command("scale", "chat", "0");
        RealBerth.until(
                "no replica is left", () -> real.command("services", "--json").contains("\"services\": []"));
        double seconds = 0;
        long started = 0;
        LocalDateTime ended = began.plusNanos(played.nanos());
        for (Held held : held(real)) {
            seconds += held.within(began, ended);
            started += held.begin.isAfter(began) ? 1 : 0;
        }
        real.command("down");
        decided &= real.command("replay", home.resolve("home/journal").toString(), "--redecide")
                .contains(" 0 differ");
        Load.Result result = played.result();
        int lost = result.offered() - result.answered();
        if (lost > 0) {
            System.out.println("lost: " + result.wrong());
        }
        long late =
                played.took().stream().filter(took -> took > LATE_SECONDS * 1e9).count();
        return new Outcome(lost, (double) (late + lost) / result.offered(), result.p99Millis() / 1e3, seconds, started);
    }

    /** How long a replica had its room. */
    private record Held(LocalDateTime begin, double seconds) {
        double within(LocalDateTime from, LocalDateTime to) {
            double before = Math.max(0, Duration.between(begin, from).toNanos() / 1e9);
            double after = Math.max(0, Duration.between(to, begin).toNanos() / 1e9 + seconds);
            return Math.max(0, seconds - before - after);
        }
    }

    private static List<Held> held(RealBerth real) {
        return real.command("history", "--since", "1h", "--csv", "--columns", "start,run")
                .lines()
                .filter(line -> line.startsWith("2"))
                .map(line -> line.split(","))
                .map(cells -> new Held(LocalDateTime.parse(cells[0]), Double.parseDouble(cells[1])))
                .toList();
    }

    private static Tree row(RealBerth real) {
        return RealBerth.json(real.command("services", "--json", "chat"));
    }
}
