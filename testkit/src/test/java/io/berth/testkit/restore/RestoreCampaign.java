package io.berth.testkit.restore;

import io.berth.app.home.BerthHome;
import io.berth.live.journal.JournalRepair;
import io.berth.testkit.real.RestClient;
import io.berth.testkit.real.TaskProcesses;
import io.berth.testkit.real.UpProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A real {@code berth up} under real jobs, whose journal is damaged, repaired and put back from copies between its lives, again and
 * again in one home, so that numbers are given again while folders, histories and processes of other times are there. After each start
 * no job may show what another did, and no process may be without its job.
 */
public final class RestoreCampaign {
    /** Histories after one another in a home, before another home is taken. */
    private static final int IN_A_HOME = 20;

    private static final int MOST_JOBS = 8;
    private static final long LONGEST_LIFE_MILLIS = 900;
    private static final long PATIENCE_NANOS = 90_000_000_000L;

    private final Path folder;
    private final Random random;
    private final List<String> complaints = new ArrayList<>();
    private final Map<Mishap, Integer> struck = new EnumMap<>(Mishap.class);
    private final List<Path> copies = new ArrayList<>();
    private final List<Errand> sent = new ArrayList<>();
    private final List<TaskProcesses> homes = new ArrayList<>();
    private BerthHome home;
    private RestoreAudit audit;
    private @Nullable UpProcess current;
    private int jobs;
    private int killed;
    private int repaired;
    private int jobsSeen;
    private int outputsSeen;
    private int processesSeen;

    RestoreCampaign(Path folder, long seed) throws IOException {
        this.folder = folder;
        this.random = new Random(seed);
        this.home = new BerthHome(folder.resolve("home0"));
        this.audit = newHome(0);
    }

    /** Arguments: HISTORIES SEED FOLDER. */
    public static void main(String[] arguments) throws IOException {
        Path folder = Files.createDirectories(Path.of(arguments[2])).toAbsolutePath();
        RestoreCampaign campaign = new RestoreCampaign(folder, Long.parseLong(arguments[1]));
        Runtime.getRuntime().addShutdownHook(new Thread(campaign::endWhatIsLeft));
        campaign.run(Integer.parseInt(arguments[0]));
        campaign.complaints.forEach(complaint -> System.err.println("restore: " + complaint));
        System.exit(campaign.complaints.isEmpty() ? 0 : 1);
    }

    private void run(int histories) throws IOException {
        long began = System.nanoTime();
        for (int history = 0; history < histories && complaints.size() < 20; history++) {
            if (history > 0 && history % IN_A_HOME == 0) {
                finish("history " + history);
                audit = newHome(history);
            }
            live("history " + history);
            strike();
            if (history % 10 == 9) {
                System.err.println(line(history + 1, began));
            }
        }
        finish("the end");
        System.out.println(line(histories, began));
    }

    private String line(int histories, long began) {
        return "restore: " + (complaints.isEmpty() ? "ok" : "FAILED") + ", " + histories + " histories " + struck + ", "
                + killed + " kills, " + repaired + " repairs, " + jobs + " jobs sent; looked at "
                + (jobsSeen + audit.jobsSeen) + " jobs, " + (outputsSeen + audit.outputsSeen) + " outputs, "
                + (processesSeen + audit.processesSeen) + " processes; " + (System.nanoTime() - began) / 1_000_000_000L
                + " s";
    }

    private RestoreAudit newHome(int history) throws IOException {
        RestoreAudit before = audit;
        if (before != null) {
            jobsSeen += before.jobsSeen;
            outputsSeen += before.outputsSeen;
            processesSeen += before.processesSeen;
        }
        home = new BerthHome(folder.resolve("home" + history));
        homes.add(new TaskProcesses(home.tasks()));
        copies.clear();
        sent.clear();
        return new RestoreAudit(Files.createDirectories(folder.resolve("ledger" + history)), home.tasks(), complaints);
    }

    /** One life, with jobs and copies of its journal, that ends by SIGKILL or in order. */
    private void live(String when) throws IOException {
        RestClient client = begin();
        audit.check(client, when);
        if (random.nextInt(3) == 0 && !sent.isEmpty()) {
            again(client, sent.get(random.nextInt(sent.size())), when);
        }
        int count = 1 + random.nextInt(MOST_JOBS);
        int copied = random.nextInt(count + 1);
        for (int i = 0; i < count; i++) {
            if (i == copied) {
                copy();
            }
            send(client, when);
        }
        UpProcess.pause((long) (random.nextDouble() * LONGEST_LIFE_MILLIS));
        if (copied == count) {
            copy();
        }
        audit.check(client, when + ", at its end");
        end(random.nextInt(10) < 7);
    }

    private void send(RestClient client, String when) throws IOException {
        Errand errand = Errand.of(
                jobs++, folder.resolve(home.folder().getFileName().toString().replace("home", "ledger")), random);
        sent.add(errand);
        again(client, errand, when);
    }

    /** Sends an errand under its key: whether that came before or not, the answer must be its own job. */
    private void again(RestClient client, Errand errand, String when) throws IOException {
        long id = client.submit(errand.name(), errand.document());
        RestClient.Job job = client.jobs().get(id);
        if (job != null && !job.name().equals(errand.name())) {
            complaints.add(when + ": the key of " + errand.name() + " answers with " + job);
        }
    }

    private void copy() throws IOException {
        Path copy = folder.resolve("copy" + jobs + "-" + copies.size());
        Mishap.copy(home.journal(), copy);
        copies.add(copy);
    }

    private void strike() {
        Mishap mishap = Mishap.drawn(random);
        mishap.strike(home.journal(), copies, random);
        struck.merge(mishap, 1, Integer::sum);
    }

    /** Starts it; where it refuses a damaged journal that is repaired, as it says. */
    private RestClient begin() throws IOException {
        for (int attempt = 0; attempt < 3; attempt++) {
            UpProcess up = UpProcess.start(
                    UpProcess.ofClassPath("-XX:TieredStopAtLevel=1", "-Xshare:auto"), home, folder.resolve("up.log"));
            current = up;
            if (up.awaitReady() >= 0) {
                return RestClient.of(home);
            }
            JournalRepair.repair(home.journal());
            repaired++;
        }
        throw new IllegalStateException("Berth does not start, repaired or not; see " + folder.resolve("up.log"));
    }

    private void end(boolean kill) {
        UpProcess up = current;
        if (up != null && kill) {
            up.kill();
            killed++;
        } else if (up != null) {
            up.stop();
        }
    }

    /** All jobs of a home end, and nothing is left of them. */
    private void finish(String when) throws IOException {
        RestClient client = begin();
        audit.check(client, when);
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!client.jobs().values().stream().allMatch(RestClient.Job::ended)) {
            if (System.nanoTime() > end) {
                complaints.add(when + ": these jobs do not end: "
                        + client.jobs().values().stream()
                                .filter(job -> !job.ended())
                                .toList());
                break;
            }
            UpProcess.pause(200);
        }
        audit.check(client, when);
        UpProcess.pause(500);
        homes.getLast().now().forEach(left -> complaints.add(when + ": left behind: " + left));
        end(false);
    }

    /** A campaign that is broken off leaves no process. */
    private void endWhatIsLeft() {
        UpProcess up = current;
        if (up != null) {
            up.kill();
        }
        homes.forEach(TaskProcesses::kill);
    }
}
