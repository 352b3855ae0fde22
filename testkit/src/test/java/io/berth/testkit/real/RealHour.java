package io.berth.testkit.real;

import io.berth.app.home.BerthHome;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Real jobs for a while, as a stream: short and long ones, failures, arrays, dependencies, gangs, cancels, time limits, drains,
 * two changes of the strategy and a kill each sixth of the time. Then every decision of its journal is made again: none may
 * differ.
 */
public final class RealHour {
    private static final int CLIENTS = 3;
    private static final int LIVES = 6;
    private static final List<String> STRATEGIES = List.of("sjf", "fgd-greedy");

    private final List<String> berth;
    private final BerthHome home;
    private final Path log;
    private final Random random;
    private final List<Load> loads;
    private final LoadAudit audit;
    private final TaskProcesses processes;
    private final List<String> complaints = new ArrayList<>();
    private volatile @Nullable UpProcess current;

    private RealHour(Path folder, long seed, List<String> berth) throws IOException {
        this.berth = berth;
        this.home = new BerthHome(folder.resolve("home"));
        this.log = folder.resolve("up.log");
        this.random = new Random(seed);
        this.processes = new TaskProcesses(home.tasks());
        Clients clients = Clients.of("h", CLIENTS, seed, folder);
        this.loads = clients.loads();
        this.audit = clients.audit();
        Runtime.getRuntime().addShutdownHook(new Thread(this::endWhatIsLeft));
    }

    /** Arguments: SECONDS SEED FOLDER JSON(true|false) LEAST_DECISIONS COMMAND... */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[2])).toAbsolutePath();
        List<String> words = List.copyOf(Arrays.asList(arguments).subList(5, arguments.length));
        long seconds = Long.parseLong(arguments[0]);
        RealHour hour = new RealHour(folder, Long.parseLong(arguments[1]), words);
        for (int life = 0; life < LIVES; life++) {
            hour.live(life, seconds * 1000 / LIVES);
        }
        Map<String, Object> document = hour.finish(Long.parseLong(arguments[4]));
        new CampaignEnd("real hour", hour.complaints, document, "real hour: " + document)
                .tellAndExit(Boolean.parseBoolean(arguments[3]));
    }

    /** One life of Berth: its clients work, the strategy changes, the machine is drained for a moment, and it is killed. */
    private void live(int life, long millis) throws IOException {
        UpProcess up = start();
        RestClient client = RestClient.of(home);
        List<Thread> clients = new ArrayList<>();
        loads.forEach(Load::noteRepetition);
        loads.forEach(load -> clients.add(Thread.ofPlatform().start(() -> load.run(home, Integer.MAX_VALUE, 600))));
        long begin = System.nanoTime();
        long drainAt = millis / 4 + random.nextLong(Math.max(1, millis / 4));
        boolean changes = life % 2 == 1 && life / 2 < STRATEGIES.size();
        boolean drained = false;
        while (passed(begin) < millis) {
            UpProcess.pause(100);
            if (!drained && passed(begin) > drainAt) {
                drained = true;
                drain(client);
            }
            if (changes && passed(begin) > millis / 2) {
                changes = false;
                expect(200, client.ask("PUT", "/api/v1/strategy", null, '"' + STRATEGIES.get(life / 2) + '"'));
            }
            if (passed(begin) / 1000 % 3 == 0) {
                audit.check(client, complaints);
            }
        }
        up.kill();
        clients.forEach(RealHour::join);
        System.err.println("real hour: life " + (life + 1) + " of " + LIVES + " is over, "
                + loads.stream().mapToLong(Load::submitted).sum() + " submissions, " + complaints.size()
                + " complaints");
    }

    private void drain(RestClient client) throws IOException {
        Tree nodes = client.ask("GET", "/api/v1/nodes", null, null).tree();
        String node = nodes.require("nodes").items().getFirst().require("name").text();
        expect(200, client.ask("POST", "/api/v1/nodes/" + node + "/drain", null, null));
        UpProcess.pause(700);
        expect(200, client.ask("POST", "/api/v1/nodes/" + node + "/undrain", null, null));
    }

    private void expect(int status, RestClient.Answer answer) {
        if (answer.status() != status) {
            complaints.add("answered " + answer.status() + ": " + answer.body());
        }
    }

    private Map<String, Object> finish(long leastDecisions) throws IOException {
        UpProcess up = start();
        RestClient client = RestClient.of(home);
        for (Load load : loads) {
            while (!load.settled()) {
                load.settle(client);
            }
            complaints.addAll(load.complaints());
        }
        long begin = System.nanoTime();
        while (!audit.done() && passed(begin) < 120_000) {
            UpProcess.pause(200);
            audit.check(client, complaints);
        }
        if (!audit.done()) {
            complaints.add("these jobs do not end: " + audit.open());
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("kills", LIVES);
        document.put("jobs", loads.stream().mapToLong(Load::members).sum());
        document.put("task_starts", audit.checkStarts(complaints));
        up.stop();
        Tree redecided = redecide();
        long compared = redecided.require("decisions_compared").whole();
        long different = redecided.require("decisions_different").whole();
        document.put("decisions_compared", compared);
        document.put("decisions_different", different);
        if (different != 0 || compared < leastDecisions) {
            complaints.add(compared + " decisions compared (at least " + leastDecisions + " wanted), " + different
                    + " differ");
        }
        document.put("complaints", complaints);
        return document;
    }

    private Tree redecide() throws IOException {
        List<String> words = new ArrayList<>(berth);
        words.addAll(List.of("replay", home.journal().toString(), "--redecide", "--json"));
        Process replay = new ProcessBuilder(words)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        String text = new String(replay.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return JsonReader.read(Source.text("redecide", text));
    }

    private UpProcess start() {
        UpProcess up = UpProcess.start(berth, home, log);
        current = up;
        if (up.awaitReady() < 0) {
            throw new IllegalStateException("Berth ended by itself; see " + log);
        }
        return up;
    }

    private void endWhatIsLeft() {
        processes.killAfter(current);
    }

    private static long passed(long beginNanos) {
        return (System.nanoTime() - beginNanos) / 1_000_000;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
