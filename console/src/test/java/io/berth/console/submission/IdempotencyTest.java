package io.berth.console.submission;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class IdempotencyTest {
    private static final String A = "{\"name\": \"a\", \"demand\": {\"gpus\": 1}}";
    private static final String A_AGAIN = "{ \"demand\": {\"gpus\": 1.0}, \"name\": \"a\" }";
    private static final String B = "{\"name\": \"b\", \"demand\": {\"gpus\": 1}}";

    @TempDir
    Path folder;

    @Test
    void aRepeatedKeyIsAnsweredLikeTheFirstAndMakesNoJob() {
        try (Running system = start(folder)) {
            Answer first = system.post(A, "k-1");
            Answer second = system.post(A_AGAIN, "\"k-1\"");

            assertThat(first.status()).isEqualTo(201);
            assertThat(second.status()).isEqualTo(201);
            assertThat(second.body()).isEqualTo(first.body());
            assertThat(first.header("Idempotency-Replayed")).isEmpty();
            assertThat(second.header("Idempotency-Replayed")).isEqualTo("true");
            assertThat(system.post(B, "k-1").status()).isEqualTo(422);
            assertThat(system.post(B, "k-2").id()).isEqualTo(2);
            assertThat(system.post(B, "").id()).isEqualTo(3);
            assertThat(system.post(A, "\"\"").status()).isEqualTo(400);
            assertThat(system.post(A, "x".repeat(256)).status()).isEqualTo(400);
        }
    }

    @Test
    void aRepeatedKeyOfSeveralJobsMakesNoneAndTheNextKeyGoesOn() {
        String batch = "{\"jobs\": [{\"name\": \"a\"}, {\"name\": \"b\", \"array\": 3, \"after\": [\"a\"]}]}";
        String other = "{\"jobs\": [{\"name\": \"a\"}]}";
        String first;
        try (Running system = start(folder)) {
            first = system.postAll(batch, "k-1").body();
            assertThat(system.postAll(batch, "k-1").body()).isEqualTo(first);
            assertThat(system.postAll(other, "k-1").status()).isEqualTo(422);
            assertThat(system.post(A, "k-2").id()).isEqualTo(5);
        }
        try (Running system = start(folder)) {
            assertThat(system.postAll(batch, "k-1").body()).isEqualTo(first);
            assertThat(system.post(A, "k-2").id()).isEqualTo(5);
            assertThat(system.post(B, "k-3").id()).isEqualTo(6);
        }
    }

    @Test
    void keysOfOneMomentAreOneJobEach() {
        try (Running system = start(folder)) {
            List<Long> ids = IntStream.range(0, 200)
                    .parallel()
                    .mapToObj(i -> system.post(A, "key-" + i % 20).id())
                    .toList();

            assertThat(ids.stream().distinct()).hasSize(20);
            assertThat(IntStream.range(20, 200)).allMatch(i -> ids.get(i).equals(ids.get(i % 20)));
            assertThat(system.cluster.view().totals().jobsSubmitted()).isEqualTo(20);
        }
    }

    @Test
    void keysOutliveAKill() throws IOException {
        Path killed = folder.resolve("killed");
        try (Running system = start(folder.resolve("first"))) {
            system.post(A, "k-1");
            system.post(B, "k-2");
            // What a process that is killed here leaves behind.
            copy(folder.resolve("first"), killed);
        }
        try (Running system = start(killed)) {
            assertThat(system.post(A, "k-1").id()).isEqualTo(1);
            assertThat(system.post(B, "k-2").id()).isEqualTo(2);
            assertThat(system.post(B, "k-1").status()).isEqualTo(422);
            assertThat(system.post(A, "k-3").id()).isEqualTo(3);
            assertThat(system.cluster.view().totals().jobsSubmitted()).isEqualTo(3);
        }
        try (Running system = start(killed)) {
            assertThat(system.post(A, "k-1").id()).isEqualTo(1);
            assertThat(system.post(A, "k-3").id()).isEqualTo(3);
        }
    }

    @Test
    void aKeyWhoseJobNeverCameToTheJournalIsAsNew() throws IOException {
        Path killed = folder.resolve("killed");
        try (Running system = start(folder.resolve("first"))) {
            system.post(A, "k-1");
            copy(folder.resolve("first"), killed);
            system.post(B, "k-2");
            // Killed after the key was written and before the journal was: the file of keys is ahead.
            Files.copy(keys(folder.resolve("first")), replace(keys(killed)));
        }
        try (Running system = start(killed)) {
            assertThat(system.post(A, "k-1").id()).isEqualTo(1);
            assertThat(system.post(A, "k-2").header("Idempotency-Replayed")).isEmpty();
            assertThat(system.post(A, "k-2").id()).isEqualTo(2);
        }
    }

    /** Job 2 is b's, then c's when the journal is put back from a copy, then b's again when it is put back from a newer one. */
    @Test
    void noKeyAnswersWithAnothersJobWhateverCopyOfTheJournalIsPutBack() throws IOException {
        String c = B.replace("b", "c");
        Path home = folder.resolve("home");
        try (Running system = start(home)) {
            system.post(A, "k-a");
        }
        copy(journal(home), folder.resolve("older"));
        try (Running system = start(home)) {
            assertThat(system.post(B, "k-b").id()).isEqualTo(2);
        }
        copy(journal(home), folder.resolve("newer"));
        putBack(home, folder.resolve("older"));
        try (Running system = start(home)) {
            assertThat(system.post(c, "k-c").id()).isEqualTo(2);
            assertThat(system.post(A, "k-a").id()).isEqualTo(1);
            assertThat(system.post(B, "k-b").id()).isEqualTo(3);
        }
        putBack(home, folder.resolve("newer"));
        try (Running system = start(home)) {
            assertThat(system.post(A, "k-a").id()).isEqualTo(1);
            assertThat(system.post(c, "k-c").id()).isEqualTo(3);
        }
        try (Running system = start(home)) {
            assertThat(system.post(A, "k-a").id()).isEqualTo(1);
            assertThat(system.post(c, "k-c").id()).isEqualTo(3);
        }
    }

    private static Path journal(Path home) {
        return home.resolve("journal");
    }

    private static void putBack(Path home, Path copy) throws IOException {
        try (Stream<Path> files = Files.walk(journal(home))) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
        copy(copy, journal(home));
    }

    @Test
    void aSubmissionThatTheEngineRefusesKeepsNoLaterOneOut() throws IOException {
        String never = "{\"name\": \"never\", \"after\": [999]}";
        Path killed = folder.resolve("killed");
        try (Running system = start(folder.resolve("first"))) {
            assertThat(system.post(never, "k-1").status()).isEqualTo(409);
            assertThat(system.post(never, "k-1").status()).isEqualTo(409);
            assertThat(system.post(A, "k-2").id()).isEqualTo(1);
            List<Long> ids = IntStream.range(0, 200)
                    .parallel()
                    .mapToObj(i -> i % 4 == 0
                            ? (long) system.post(never, "never-" + i).status()
                            : system.post(A, "key-" + i).id())
                    .toList();
            assertThat(ids.stream().filter(id -> id == 409)).hasSize(50);
            assertThat(ids.stream().filter(id -> id != 409).distinct()).hasSize(150);
            assertThat(system.cluster.view().totals().jobsSubmitted()).isEqualTo(151);
            copy(folder.resolve("first"), killed);
        }
        try (Running system = start(killed)) {
            assertThat(system.post(A, "k-2").id()).isEqualTo(1);
            assertThat(system.post(A, "k-1").id()).isEqualTo(152);
        }
    }

    @Test
    void aTornEndOfTheFileOfKeysIsCutOff() throws IOException {
        try (Running system = start(folder)) {
            system.post(A, "k-1");
        }
        Files.writeString(keys(folder), "0123abcd I torn", StandardOpenOption.APPEND);
        try (Running system = start(folder)) {
            assertThat(system.post(A, "k-1").id()).isEqualTo(1);
            assertThat(system.post(A, "k-2").id()).isEqualTo(2);
        }
        try (Running system = start(folder)) {
            assertThat(system.post(A, "k-2").id()).isEqualTo(2);
        }
    }

    @Test
    void aLineIsWhatWasWrittenOrNothing() {
        KeyRecord intent = new KeyRecord.Intent("ci", "a key with blanks", "abc", 7);
        KeyRecord done = new KeyRecord.Done("ci", 7, 12);
        for (KeyRecord item : List.of(intent, done, new KeyRecord.Named("0123abcd"))) {
            String line = item.line().strip();
            assertThat(KeyRecord.parse(line)).isEqualTo(item);
            for (int i = 0; i < line.length(); i++) {
                String damaged = line.substring(0, i) + (char) (line.charAt(i) ^ 1) + line.substring(i + 1);
                assertThat(KeyRecord.parse(damaged)).isNull();
            }
        }
    }

    /** A cluster and its console. */
    private record Running(Cluster cluster, ConsoleServer server, Client client) implements AutoCloseable {
        Answer post(String job, String key) {
            return key.isEmpty()
                    ? client.post("/api/v1/jobs", job)
                    : client.post("/api/v1/jobs", job, "Idempotency-Key", key);
        }

        Answer postAll(String jobs, String key) {
            return client.post("/api/v1/batches", jobs, "Idempotency-Key", key);
        }

        @Override
        public void close() {
            client.close();
            server.close();
            cluster.close();
        }
    }

    private static Running start(Path folder) {
        Cluster cluster = Cluster.of(1, folder.resolve("journal"));
        ConsoleServer server = cluster.serve(ConsoleOptions.local(0).withKeys(keys(folder)));
        return new Running(cluster, server, new Client(server));
    }

    private static Path keys(Path folder) {
        return folder.resolve("keys");
    }

    private static Path replace(Path file) throws IOException {
        Files.delete(file);
        return file;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }
}
