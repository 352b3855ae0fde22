package io.berth.testkit.kill;

import io.berth.app.home.BerthHome;
import io.berth.testkit.real.CampaignEnd;
import io.berth.testkit.real.Clients;
import io.berth.testkit.real.Load;
import io.berth.testkit.real.LoadAudit;
import io.berth.testkit.real.RestClient;
import io.berth.testkit.real.TaskProcesses;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Kills a real {@code berth up} with SIGKILL again and again while real jobs come, run and end, at steps of its work and at any
 * time, and its launchers now and then. After each death the next one must know all that was acknowledged, and at the end all jobs
 * must have run once, by what they wrote themselves, and ended as they should.
 */
public final class KillCampaign {
    private static final int CLIENTS = 3;
    private static final int MOST_IN_A_ROUND = 60;
    private static final int LONGEST_PAUSE_MILLIS = 30;
    private static final long MOST_SECONDS_TO_POINT = 12;
    /** Every so many rounds, the command as it is shipped is killed from outside. */
    private static final int OUTSIDE_EVERY = 8;

    private final List<String> berth;
    private final BerthHome home;
    private final Path log;
    private final Random random;
    private final Path agent;
    private final List<Load> loads;
    private final LoadAudit audit;
    private final KillReport report = new KillReport();
    private final TaskProcesses processes;
    private List<TaskProcesses.Found> survivors = List.of();
    private volatile @Nullable UpProcess current;

    /**
     * @param folder for the home and all else
     * @param berth the words that run the command
     */
    KillCampaign(Path folder, long seed, List<String> berth) throws IOException {
        this.berth = berth;
        this.home = new BerthHome(folder.resolve("home"));
        this.log = folder.resolve("up.log");
        this.random = new Random(seed);
        this.agent = DoomJar.write(folder.resolve("doom.jar"));
        this.processes = new TaskProcesses(home.tasks());
        Clients clients = Clients.of("c", CLIENTS, seed, folder);
        this.loads = clients.loads();
        this.audit = clients.audit();
    }

    /** Arguments: KILLS SEED FOLDER JSON(true|false) [command]. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[2])).toAbsolutePath();
        List<String> words = Arrays.asList(arguments).subList(4, arguments.length);
        long seed = Long.parseLong(arguments[1]);
        KillCampaign campaign =
                new KillCampaign(folder, seed, words.isEmpty() ? UpProcess.ofClassPath() : List.copyOf(words));
        Runtime.getRuntime().addShutdownHook(new Thread(campaign::endWhatIsLeft));
        KillReport report = campaign.run(Integer.parseInt(arguments[0]));
        new CampaignEnd("kill", report.complaints, report.document(seed), report.text())
                .tellAndExit(Boolean.parseBoolean(arguments[3]));
    }

    KillReport run(int kills) throws IOException {
        long began = System.nanoTime();
        for (int round = 0; round < kills && report.complaints.size() < 20; round++) {
            round(round);
            if (round % 10 == 9) {
                System.err.println("kill: " + (round + 1) + " kills, " + (System.nanoTime() - began) / 1_000_000_000L
                        + " s, " + report.kills);
            }
        }
        finish();
        report.seconds = (System.nanoTime() - began) / 1_000_000_000L;
        return report;
    }

    /** A campaign that is broken off leaves no process. */
    private void endWhatIsLeft() {
        processes.killAfter(current);
    }

    private UpProcess start(List<String> words) {
        UpProcess up = UpProcess.start(words, home, log);
        current = up;
        return up;
    }

    private void round(int round) throws IOException {
        boolean outside = round % OUTSIDE_EVERY == OUTSIDE_EVERY - 1;
        @Nullable KillPoint point = outside ? null : nextPoint();
        UpProcess up = start(point == null ? berth : doomed(point));
        if (outside && random.nextInt(3) == 0) {
            UpProcess.pause(random.nextInt(1_500));
            up.kill();
            count(Phase.ANY, null);
            return;
        }
        long ready = up.awaitReady();
        if (ready >= 0) {
            (point == null ? report.readyMillis : report.watchedReadyMillis).add(ready);
            live(up, outside);
        }
        boolean met = !up.alive();
        up.kill();
        if (point != null && up.exitValue() != 137 && met) {
            report.complaints.add("Berth ended by itself with " + up.exitValue() + " at " + point + "; see " + log);
        }
        count(met && point != null ? point.phase : Phase.ANY, met ? point : null);
        survivors = processes.running();
    }

    /** Has the clients work until it dies. */
    private void live(UpProcess up, boolean outside) {
        List<Long> killed = new ArrayList<>();
        List<Thread> clients = new ArrayList<>();
        try {
            RestClient client = RestClient.of(home);
            report.adopted += audit.adopted(survivors, home, client, report.complaints);
            audit.check(client, report.complaints);
        } catch (IOException e) {
            // Killed meanwhile.
        }
        loads.forEach(Load::noteRepetition);
        loads.forEach(load ->
                clients.add(Thread.ofPlatform().start(() -> load.run(home, MOST_IN_A_ROUND, LONGEST_PAUSE_MILLIS))));
        long millis = outside ? random.nextInt(2_500) : MOST_SECONDS_TO_POINT * 1_000;
        boolean launchers = random.nextInt(4) == 0;
        for (long passed = 0; passed < millis && up.alive(); passed += 20) {
            UpProcess.pause(20);
            if (launchers && passed > 200 && killed.size() < 2) {
                killLauncher(killed);
            }
        }
        up.kill();
        clients.forEach(KillCampaign::join);
        killed.forEach(audit::disturbed);
        loads.forEach(this::drain);
    }

    private void drain(Load load) {
        report.complaints.addAll(load.complaints());
    }

    private void killLauncher(List<Long> killed) {
        List<TaskProcesses.Found> launchers = processes.launchers();
        if (launchers.isEmpty()) {
            return;
        }
        TaskProcesses.Found launcher = launchers.get(random.nextInt(launchers.size()));
        ProcessHandle.of(launcher.pid()).ifPresent(ProcessHandle::destroyForcibly);
        killed.add(launcher.job());
        report.launchersKilled++;
    }

    /** Of the phase that was met the least. */
    private KillPoint nextPoint() {
        Phase least = Phase.ACCEPT;
        for (Phase phase : Phase.values()) {
            boolean fewer = report.kills.getOrDefault(phase, 0) < report.kills.getOrDefault(least, 0);
            least = phase != Phase.ANY && fewer ? phase : least;
        }
        List<KillPoint> points = new ArrayList<>();
        for (KillPoint point : KillPoint.values()) {
            if (point.phase == least) {
                points.add(point);
            }
        }
        return points.get(random.nextInt(points.size()));
    }

    private List<String> doomed(KillPoint point) {
        int most = point.phase == Phase.SNAPSHOT ? 4 : point.phase == Phase.FINISH ? 15 : 40;
        return UpProcess.ofClassPath(
                "-XX:TieredStopAtLevel=1", "-javaagent:" + agent + "=" + point + "," + (1 + random.nextInt(most)));
    }

    private void count(Phase phase, @Nullable KillPoint point) {
        report.kills.merge(phase, 1, Integer::sum);
        if (point != null) {
            report.points.merge(point, 1, Integer::sum);
        }
    }

    /** The last life: all must end, once. */
    private void finish() throws IOException {
        UpProcess up = start(berth);
        report.readyMillis.add(up.awaitReady());
        RestClient client = RestClient.of(home);
        loads.forEach(Load::noteRepetition);
        for (Load load : loads) {
            while (!load.settled()) {
                load.settle(client);
            }
            drain(load);
        }
        long end = System.nanoTime() + 90_000_000_000L;
        while (!audit.done() && System.nanoTime() < end) {
            UpProcess.pause(200);
            audit.check(client, report.complaints);
        }
        if (!audit.done()) {
            report.complaints.add("these jobs do not end: " + audit.open());
        }
        report.starts = audit.checkStarts(report.complaints);
        if (!processes.now().isEmpty()) {
            UpProcess.pause(1_000);
            processes.now().forEach(left -> report.complaints.add("left behind: " + left));
        }
        checkCounts(client);
        if (up.stop() != 0) {
            report.complaints.add("berth up ended with " + up.exitValue() + " when it was stopped");
        }
        redecide();
    }

    private void checkCounts(RestClient client) throws IOException {
        long wanted = 0;
        for (Load load : loads) {
            report.acknowledged += load.submitted();
            report.repeated += load.repeated();
            wanted += load.members();
        }
        long last =
                client.jobs().keySet().stream().mapToLong(Long::longValue).max().orElse(0);
        if (last != wanted) {
            report.complaints.add("Berth has " + last + " jobs and was given " + wanted);
        }
        report.torn = Files.readAllLines(log).stream()
                .filter(line -> line.contains("was torn"))
                .count();
    }

    private void redecide() throws IOException {
        List<String> words = new ArrayList<>(berth);
        words.addAll(List.of("replay", home.journal().toString(), "--redecide"));
        Process replay = new ProcessBuilder(words).redirectErrorStream(true).start();
        report.redecided = new String(replay.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!report.redecided.endsWith(", 0 differ")) {
            report.complaints.add("redecide: " + report.redecided);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
