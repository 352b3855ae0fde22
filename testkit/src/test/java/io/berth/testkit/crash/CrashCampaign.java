package io.berth.testkit.crash;

import io.berth.live.journal.file.TornTail;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Starts a server under submit load, kills it, looks whether all it had acknowledged is there and whether its recovered state is
 * the replay of its journal, and starts it again; KILLS times. Every fifth time the last record is torn by hand, as a power
 * cut would: the death of a process alone rarely tears one.
 */
public final class CrashCampaign {
    /** What names of submitted jobs begin with. */
    static final String NAMES = "crash-";

    private static final int SUBMITTERS = 4;
    private static final int TORN_EVERY = 5;
    private static final long SECONDS_TO_ANSWER = 60;

    private final ServerCommand server;
    private final Path journal;
    private final SocketClient client;
    private final Path log;
    private final Random random;
    private final List<Submitter> submitters = new ArrayList<>();
    private final Map<Moment, Integer> kills = new EnumMap<>(Moment.class);
    private int tornByHand;
    private int tornByKill;

    /** The command that serves a journal at a Unix socket. */
    @FunctionalInterface
    public interface ServerCommand {
        List<String> words(Path journal, Path socket);
    }

    /**
     * What came of a campaign.
     *
     * @param line for people
     * @param complaints empty where all went well
     */
    public record Result(String line, List<String> complaints) {}

    public CrashCampaign(ServerCommand server, Path folder, long seed) {
        this.server = server;
        this.journal = folder.resolve("journal");
        this.client = new SocketClient(folder.resolve("server.sock"));
        this.log = folder.resolve("server.log");
        this.random = new Random(seed);
        for (int i = 0; i < SUBMITTERS; i++) {
            submitters.add(new Submitter(NAMES + i));
        }
    }

    /** The server of the tests, on the class path of this process. */
    public static List<String> testServer(Path journal, Path socket) {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                CrashServer.class.getName(),
                journal.toString(),
                socket.toString());
    }

    /** Arguments: KILLS SEED FOLDER [server command, in which JOURNAL and SOCKET are replaced]. */
    public static void main(String[] args) {
        List<String> words = Arrays.asList(args).subList(3, args.length);
        ServerCommand command = words.isEmpty()
                ? CrashCampaign::testServer
                : (journal, socket) -> words.stream()
                        .map(word -> word.replace("JOURNAL", journal.toString()).replace("SOCKET", socket.toString()))
                        .toList();
        Result result =
                new CrashCampaign(command, Path.of(args[2]), Long.parseLong(args[1])).run(Integer.parseInt(args[0]));
        result.complaints().forEach(complaint -> System.err.println("crash: " + complaint));
        System.out.println(result.line());
        System.exit(result.complaints().isEmpty() ? 0 : 1);
    }

    /** Kills the server {@code times} times, stops it in order at the end, and says what came of it. */
    public Result run(int times) {
        long begin = System.nanoTime();
        List<String> complaints = new ArrayList<>();
        for (int kill = 0; kill < times && complaints.isEmpty(); kill++) {
            Moment moment = Moment.values()[kill % Moment.values().length];
            killOnce(moment);
            kills.merge(moment, 1, Integer::sum);
            complaints.addAll(audit(kill % TORN_EVERY == TORN_EVERY - 1));
        }
        if (complaints.isEmpty()) {
            complaints.addAll(stopInOrder());
        }
        long[] redecided = complaints.isEmpty() ? JournalAudit.redecide(journal) : new long[2];
        if (redecided[0] > 0) {
            complaints.add(redecided[0] + " decisions differ when the policies run again");
        }
        return new Result(line(redecided[1], complaints.isEmpty(), System.nanoTime() - begin), complaints);
    }

    private String line(long decisions, boolean well, long nanos) {
        long acknowledged = submitters.stream()
                .mapToLong(submitter -> submitter.acknowledged().size())
                .sum();
        long repeated = submitters.stream().mapToLong(Submitter::repeated).sum();
        return "crash: " + (well ? "ok" : "FAILED") + ", kills " + kills + ", " + acknowledged
                + " submissions acknowledged (" + repeated + " of them after a repetition), " + tornByHand
                + " records torn by hand and " + tornByKill + " by the kill, " + decisions
                + " decisions made again, " + nanos / 1_000_000_000L + " s";
    }

    private void killOnce(Moment moment) {
        Process process = start();
        List<Thread> load = new ArrayList<>();
        try {
            if (moment != Moment.START) {
                awaitAnswer(process);
                long before = submitted();
                submitters.forEach(
                        submitter -> load.add(Thread.startVirtualThread(() -> submitter.submitUntilKilled(client))));
                while (submitted() == before && process.isAlive()) {
                    Thread.onSpinWait();
                }
            }
            moment.await(journal, random, process);
        } finally {
            kill(process);
        }
        load.forEach(CrashCampaign::join);
    }

    private long submitted() {
        return submitters.stream().mapToLong(Submitter::next).sum();
    }

    private List<String> audit(boolean tear) {
        if (lastSegment() == null) {
            // Killed before it had begun a journal.
            return List.of();
        }
        JournalAudit left = check();
        tornByKill += left.torn() == null ? 0 : 1;
        if (!tear || !left.complaints().isEmpty() || left.torn() != null) {
            return left.complaints();
        }
        tear();
        JournalAudit torn = check();
        if (torn.torn() == null) {
            torn.complaints().add("a record that was torn by hand was taken for a whole one");
        }
        return torn.complaints();
    }

    private JournalAudit check() {
        JournalAudit audit = JournalAudit.of(journal);
        submitters.forEach(audit::check);
        return audit;
    }

    /** The rest of the campaign goes on with this journal, so the next start must cut the record. */
    private void tear() {
        Path segment = lastSegment();
        try {
            byte[] begun = new byte[8 + random.nextInt(100)];
            random.nextBytes(begun);
            // A length, 256 to 511 bytes, of which fewer follow.
            System.arraycopy(new byte[] {0, 0, 1}, 0, begun, 0, 3);
            Files.write(segment, begun, StandardOpenOption.APPEND);
            tornByHand++;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> stopInOrder() {
        Process process = start();
        try {
            awaitAnswer(process);
            for (Submitter submitter : submitters) {
                submitter.submitNext(client);
            }
            process.destroy();
            if (!process.waitFor(SECONDS_TO_ANSWER, TimeUnit.SECONDS)) {
                return List.of("the server did not end when it was stopped");
            }
        } catch (InterruptedException | IOException e) {
            throw new IllegalStateException(e);
        } finally {
            kill(process);
        }
        JournalAudit audit = check();
        TornTail torn = audit.torn();
        if (torn != null) {
            audit.complaints().add("the torn record at byte " + torn.offset() + " was not cut");
        }
        return audit.complaints();
    }

    private Process start() {
        try {
            return new ProcessBuilder(server.words(journal, client.socket()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitAnswer(Process process) {
        long begin = System.nanoTime();
        while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(SECONDS_TO_ANSWER)) {
            if (!process.isAlive()) {
                throw new IllegalStateException("The server ended by itself; see " + log + ".");
            }
            if (answers()) {
                return;
            }
            Thread.onSpinWait();
        }
        throw new IllegalStateException("The server does not answer; see " + log + ".");
    }

    private boolean answers() {
        try {
            return client.get("/readyz").status() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    private @Nullable Path lastSegment() {
        if (!Files.isDirectory(journal)) {
            return null;
        }
        try (DirectoryStream<Path> segments = Files.newDirectoryStream(journal, "segment-*.berth")) {
            @Nullable Path last = null;
            for (Path segment : segments) {
                last = last == null || segment.compareTo(last) > 0 ? segment : last;
            }
            return last;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** SIGKILL: nothing of the process runs any more. */
    private static void kill(Process process) {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
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
