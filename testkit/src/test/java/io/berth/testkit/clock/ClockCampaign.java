package io.berth.testkit.clock;

import io.berth.app.home.BerthHome;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import io.berth.testkit.real.CampaignEnd;
import io.berth.testkit.real.RestClient;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Sets the clock of a real {@code berth up} forward and back, by seconds to decades, while jobs run into limits; stops it with
 * SIGSTOP; kills it and starts it again with a clock that is wrong. Each limit and each time shown is measured by the monotonic
 * clock of this process.
 */
public final class ClockCampaign {
    private static final long LIMIT_SECONDS = 20;
    private static final long PATIENCE_SECONDS = 8;
    private static final long PATIENCE_NANOS = 120 * Nanos.SECOND;
    private static final int MOST_PAUSE_MILLIS = 2_000;
    private static final long HOUR = 3_600;
    private static final long DAY = 24 * HOUR;
    private static final long[] STEPS = {HOUR, DAY, 3_650 * DAY, 7, -HOUR, -DAY, -3_650 * DAY, -7};

    private final List<String> berth;
    private final BerthHome home;
    private final Path log;
    private final SetClock clock;
    private final ClockReport report = new ClockReport();
    private final Random random;
    private @Nullable UpProcess up;
    private long keys;

    /** A job that has a limit, and when what the limit counts from began, by the monotonic clock. */
    private record Watched(long id, String what, Span begin, long limitNanos) {}

    ClockCampaign(Path folder, Path library, long seed, List<String> berth) throws IOException {
        this.home = new BerthHome(folder.resolve("home"));
        this.log = folder.resolve("up.log");
        this.clock = new SetClock(library, folder.resolve("clock"));
        this.berth = clock.of(berth);
        this.random = new Random(seed);
    }

    /** Arguments: ROUNDS SEED FOLDER JSON(true|false) LIBRARY command. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[2])).toAbsolutePath();
        List<String> words = Arrays.asList(arguments).subList(5, arguments.length);
        ClockCampaign campaign =
                new ClockCampaign(folder, Path.of(arguments[4]), Long.parseLong(arguments[1]), List.copyOf(words));
        Runtime.getRuntime().addShutdownHook(new Thread(campaign::endWhatIsLeft));
        ClockReport report = campaign.run(Integer.parseInt(arguments[0]));
        new CampaignEnd("clock", report.complaints, report.document(), report.text())
                .tellAndExit(Boolean.parseBoolean(arguments[3]));
    }

    ClockReport run(int rounds) throws IOException {
        long began = System.nanoTime();
        start();
        for (int round = 0; round < rounds; round++) {
            // A clock that goes back goes forward first, else it would come before 1970.
            long step = STEPS[round % STEPS.length];
            String name = "round " + round;
            switch (round % 4) {
                case 0, 1 -> live(name + ", step " + step, () -> clock.set(step));
                case 2 -> live(name + ", restart with the clock " + step + " s off", () -> restart(step));
                default -> {
                    if (round % 8 == 3) {
                        live(name + ", stopped", this::stopAndContinue);
                    } else {
                        live(name + ", restart in 1970", () -> restart(SetClock.toTheBeginning()));
                    }
                }
            }
        }
        awaited().stop();
        redecide();
        report.seconds = (System.nanoTime() - began) / Nanos.SECOND;
        return report;
    }

    /** Something that happens to the clock. */
    @FunctionalInterface
    private interface Mishap {
        void happen() throws IOException;
    }

    /** Jobs come, the mishap happens, and each must end when it should. */
    private void live(String where, Mishap mishap) throws IOException {
        System.err.println("clock: " + where);
        clock.set(0);
        RestClient client = RestClient.of(home);
        String all = client.ask("GET", "/api/v1/status", null, null)
                .tree()
                .require("cpus")
                .text();
        Map<String, Object> demand = Map.of("cpu", all);
        long sent = System.nanoTime();
        long running = submit(
                client,
                "run",
                Map.of("time_limit", LIMIT_SECONDS + "s", "demand", demand, "command", List.of("sleep", "600")));
        Span begin = awaitChange(client, running, "pending|reserved|starting", sent);
        Watched limited = new Watched(running, "time limit", begin, LIMIT_SECONDS * Nanos.SECOND);
        shown(row(client, running), "start_time", begin, where);
        sent = System.nanoTime();
        long waiting = submit(
                client,
                "wait",
                Map.of("patience", PATIENCE_SECONDS + "s", "demand", demand, "command", List.of("true")));
        Span asked = new Span(sent, System.nanoTime());
        shown(row(client, waiting), "submit_time", asked, where);
        UpProcess.pause(random.nextInt(MOST_PAUSE_MILLIS));
        mishap.happen();
        client = RestClient.of(home);
        long ready = System.nanoTime();
        eta(client, limited, ready, where);
        Watched patient = new Watched(waiting, "patience", asked, PATIENCE_SECONDS * Nanos.SECOND);
        limit(client, patient, "pending", ready, where);
        limit(client, limited, "running", ready, where);
        ended(client, limited, ready, where);
    }

    private void stopAndContinue() throws IOException {
        long pid = awaited().pid();
        signal("-STOP", pid);
        clock.set(HOUR);
        UpProcess.pause(2_000);
        signal("-CONT", pid);
    }

    /** Killed, and started again while the clock is wrong. */
    private void restart(long aheadSeconds) throws IOException {
        awaited().kill();
        clock.set(aheadSeconds);
        start();
    }

    private void start() {
        UpProcess started = UpProcess.start(berth, home, log);
        up = started;
        if (started.awaitReady() < 0) {
            throw new IllegalStateException("Berth did not start; see " + log);
        }
    }

    private UpProcess awaited() {
        UpProcess running = up;
        if (running == null) {
            throw new IllegalStateException("No Berth runs.");
        }
        return running;
    }

    private long submit(RestClient client, String name, Map<String, Object> keysOfIt) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("name", name);
        document.putAll(keysOfIt);
        return client.submit("clock-" + keys++, document);
    }

    /** When {@code job} left {@code states}, in which it was at {@code before}. */
    private static Span awaitChange(RestClient client, long job, String states, long before) throws IOException {
        long last = before;
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            long sent = System.nanoTime();
            if (!row(client, job).require("state").text().matches(states)) {
                return new Span(last, System.nanoTime());
            }
            if (sent > end) {
                throw new IllegalStateException("Job " + job + " is still " + states + ".");
            }
            last = sent;
            UpProcess.pause(20);
        }
    }

    private static Tree row(RestClient client, long job) throws IOException {
        return client.ask("GET", "/api/v1/jobs/" + job, null, null).tree();
    }

    /** Waits until Berth acts on the limit, which it cannot before it is ready again. */
    private void limit(RestClient client, Watched job, String states, long ready, String where) throws IOException {
        Span due = job.begin.plus(job.limitNanos);
        Span acted = awaitChange(client, job.id, states, job.begin.from());
        report.off(where, job.what, acted.off(new Span(Math.min(due.from(), ready), Math.max(due.to(), ready))));
        String state = row(client, job.id).require("state").text();
        if (!state.matches("stopping|timed_out|rejected")) {
            report.complaints.add(where + ": job " + job.id + " is " + state);
        }
    }

    /** A moment of {@code row} against what the clock shows; {@code happened} just now. */
    private void shown(Tree row, String key, Span happened, String where) {
        report.off(where, key.replace('_', ' '), off(row, key, happened));
    }

    private double off(Tree row, String key, Span happened) {
        long shown = nanos(row.require(key).text());
        return new Span(shown, shown).off(happened.plus(clock.nowNanos() - System.nanoTime()));
    }

    /** When {@code running} will end, as soon as Berth has seen what was done to the clock at {@code done}. */
    private void eta(RestClient client, Watched running, long done, String where) throws IOException {
        // One whose limit passed while Berth was away has no end to come.
        Span due = running.begin.plus(running.limitNanos);
        while (true) {
            double unseen = Nanos.toSeconds(System.nanoTime() - done);
            Tree end = client.ask("GET", "/api/v1/jobs/" + running.id + "/eta", null, null)
                    .tree()
                    .get("end");
            if (end == null || end.isNull() || System.nanoTime() >= due.from()) {
                return;
            }
            double off = off(end, "time", due);
            if (Math.abs(off) <= ClockReport.MOST_SECONDS || unseen > ClockReport.MOST_UNSEEN_SECONDS) {
                report.off(where, "eta", off);
                report.seen(unseen);
                return;
            }
            UpProcess.pause(20);
        }
    }

    /** The row of a job that ended says how long it ran, whatever its times are. */
    private void ended(RestClient client, Watched job, long ready, String where) throws IOException {
        Span end = awaitChange(
                client,
                job.id,
                "running|stopping",
                Math.min(job.begin.plus(job.limitNanos).from(), ready));
        Tree row = row(client, job.id);
        shown(row, "end_time", end, where);
        long ran = (long) (row.require("run_seconds").number() * (double) Nanos.SECOND);
        report.off(where, "run seconds", new Span(ran, ran).off(end.since(job.begin)));
    }

    private static long nanos(String time) {
        Instant instant = Instant.parse(time);
        return instant.getEpochSecond() * Nanos.SECOND + instant.getNano();
    }

    private static void signal(String signal, long pid) throws IOException {
        try {
            new ProcessBuilder("kill", signal, String.valueOf(pid)).start().waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void redecide() throws IOException {
        List<String> words = new ArrayList<>(berth);
        words.addAll(List.of("replay", home.journal().toString(), "--redecide"));
        Process replay = new ProcessBuilder(words).start();
        report.redecided = new String(replay.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!report.redecided.endsWith(" 0 differ")) {
            report.complaints.add("redecide: " + report.redecided);
        }
    }

    /** A campaign that is broken off leaves no process. */
    private void endWhatIsLeft() {
        UpProcess running = up;
        if (running != null && running.alive()) {
            running.kill();
        }
    }
}
