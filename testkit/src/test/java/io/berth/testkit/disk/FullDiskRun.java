package io.berth.testkit.disk;

import io.berth.app.home.BerthHome;
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
import java.util.List;
import java.util.Random;

/** One home on one small disk, from its first start to its last stop. */
final class FullDiskRun {
    private static final int CLIENTS = 2;
    private static final long LIVE_MILLIS = 9_000;
    private static final long END_NANOS = 90_000_000_000L;
    private static final int MOST_STARTS = 40;

    private final FullDiskCampaign campaign;
    private final BerthHome home;
    private final Path log;
    private final Random random;
    private final Filler filler;
    private final TaskProcesses processes;
    private final List<Load> loads;
    private final LoadAudit audit;
    private volatile boolean over;

    FullDiskRun(FullDiskCampaign campaign, Path place, Path disk, long seed) throws IOException {
        this.campaign = campaign;
        this.home = new BerthHome(disk.resolve("home"));
        this.log = place.resolve("up.log");
        this.random = new Random(seed);
        this.filler = new Filler(disk.resolve("filler"), seed);
        this.processes = new TaskProcesses(home.tasks());
        Clients clients = Clients.of("c", CLIENTS, seed, place);
        this.loads = clients.loads();
        this.audit = clients.audit();
    }

    void live() throws IOException {
        UpProcess up = start();
        Thread others = Thread.ofPlatform().start(filler::run);
        List<Thread> clients = new ArrayList<>();
        loads.forEach(load -> clients.add(Thread.ofPlatform().start(() -> submit(load))));
        try {
            up = disturb(up);
        } finally {
            over = true;
            filler.end();
            join(others);
            clients.forEach(FullDiskRun::join);
        }
        campaign.count("fills", filler.fills());
        try {
            finish(up.alive() ? up : start());
        } finally {
            up.kill();
            processes.kill();
        }
    }

    /** A start may find no room and say so; then somebody tries again. */
    private UpProcess start() throws IOException {
        for (int attempt = 0; attempt < MOST_STARTS; attempt++) {
            long said = Files.exists(log) ? Files.size(log) : 0;
            UpProcess up = UpProcess.start(campaign.berth(), home, log);
            if (up.awaitReady() >= 0) {
                campaign.count("starts", 1);
                return up;
            }
            String words = Files.readString(log)
                    .substring((int) Math.min(said, Files.readString(log).length()));
            if (!words.contains("no room on the disk") || up.exitValue() != 1) {
                campaign.complain("a start ended with " + up.exitValue() + ": " + words.strip());
            }
            campaign.count("starts_without_room", 1);
            UpProcess.pause(200);
        }
        throw new IllegalStateException("Berth does not start; see " + log);
    }

    /** Kills it now and then, and sees that nobody else does. */
    private UpProcess disturb(UpProcess first) throws IOException {
        UpProcess up = first;
        long end = System.nanoTime() + LIVE_MILLIS * 1_000_000;
        boolean kills = random.nextInt(2) == 0;
        while (System.nanoTime() < end) {
            UpProcess.pause(100);
            if (!up.alive()) {
                campaign.complain("Berth ended by itself with " + up.exitValue());
                up = start();
            } else if (kills && random.nextInt(40) == 0) {
                up.kill();
                campaign.count("kills", 1);
                up = start();
            }
        }
        return up;
    }

    /** Submits as a careful program does: what was not answered, or refused for want of room, is sent again. */
    private void submit(Load load) {
        while (!over) {
            try {
                load.next(RestClient.of(home));
            } catch (IOException e) {
                // Killed, or on its way.
                UpProcess.pause(50);
            } catch (RestClient.Refused e) {
                if (!e.passing()) {
                    campaign.complain("a client was refused: " + e.getMessage());
                    return;
                }
                campaign.count("refused", 1);
                UpProcess.pause(100);
            }
            UpProcess.pause(random.nextInt(60));
        }
    }

    private void finish(UpProcess up) throws IOException {
        long end = System.nanoTime() + END_NANOS;
        RestClient client = RestClient.of(home);
        boolean settled = false;
        while (System.nanoTime() < end && up.alive() && !(settled && audit.done())) {
            settled = settle(client);
            audit.check(client, campaign.complaints());
            UpProcess.pause(100);
        }
        loads.forEach(load -> load.complaints().forEach(campaign::complain));
        if (!up.alive()) {
            campaign.complain("Berth ended by itself with " + up.exitValue() + " though there was room again");
            return;
        }
        if (!settled || !audit.done()) {
            campaign.complain(
                    "with room again these do not end: " + audit.open() + (settled ? "" : ", and some are refused"));
        }
        campaign.count("tasks", audit.checkStarts(campaign.complaints()));
        loads.forEach(load -> campaign.count("jobs", load.members()));
        if (up.stop() != 0) {
            campaign.complain("berth up ended with " + up.exitValue() + " when it was stopped");
        }
        processes.now().forEach(left -> campaign.complain("left behind: " + left));
        redecide();
    }

    private boolean settle(RestClient client) throws IOException {
        try {
            for (Load load : loads) {
                load.settle(client);
            }
            return loads.stream().allMatch(Load::settled);
        } catch (RestClient.Refused e) {
            return false;
        }
    }

    private void redecide() throws IOException {
        List<String> words = new ArrayList<>(campaign.berth());
        words.addAll(List.of("replay", home.journal().toString(), "--redecide"));
        Process replay = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(replay.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (!said.endsWith(", 0 differ")) {
            campaign.complain("redecide: " + said);
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
