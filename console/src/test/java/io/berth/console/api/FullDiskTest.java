package io.berth.console.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.Client;
import io.berth.console.Client.Answer;
import io.berth.console.Cluster;
import io.berth.console.ConsoleOptions;
import io.berth.console.ConsoleServer;
import io.berth.console.api.call.Sources;
import io.berth.live.disk.DiskGuard;
import io.berth.live.disk.DiskRoom;
import io.berth.live.disk.RoomNeeded;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A console whose disk is nearly full: it refuses submissions with what is free and needed, and serves the rest. */
@Timeout(60)
class FullDiskTest {
    private static final String JOB = "{\"name\": \"a\", \"demand\": {\"gpus\": 1}}";

    private final List<String> notes = new ArrayList<>();
    private volatile DiskRoom room = new DiskRoom(900, 10_000, 50, 1_000);
    private final DiskGuard guard = new DiskGuard(Path.of("home"), _ -> room, new RoomNeeded(1_000, 10), notes::add);

    @Test
    void submissionsAreRefusedAndTheRestIsServedUntilThereIsRoomAgain() {
        guard.look();
        try (Cluster cluster = Cluster.of(1, null);
                ConsoleServer server =
                        cluster.serve(ConsoleOptions.local(0).withSources(Sources.NONE.withDisk(guard)));
                Client client = new Client(server)) {
            Answer refused = client.post("/api/v1/jobs", JOB);
            assertThat(refused.status()).isEqualTo(507);
            assertThat(refused.type()).startsWith("application/problem+json");
            assertThat(refused.header("Retry-After")).isEqualTo("10");
            assertThat(refused.body()).contains("urn:berth:problem:disk-full", "0 KiB are free", "home");
            assertThat(client.get("/healthz").body()).contains("disk-full");
            assertThat(client.get("/api/v1/status").body()).contains("\"refusing\":\"the disk is nearly full");
            assertThat(client.get("/api/v1/jobs").status()).isEqualTo(200);

            // A little more than what is needed is no end yet, so that it does not begin again with the next job.
            room = new DiskRoom(1_050, 10_000, 50, 1_000);
            guard.look();
            assertThat(client.post("/api/v1/jobs", JOB).status()).isEqualTo(507);
            room = new DiskRoom(1_100, 10_000, 50, 1_000);
            guard.look();
            assertThat(client.post("/api/v1/jobs", JOB).status()).isEqualTo(201);
            assertThat(client.get("/healthz").body()).contains("ok");
        }
        assertThat(notes).hasSize(2);
        assertThat(notes.getLast()).contains("there is room on the disk again");
    }

    @Test
    void withoutRoomForFilesItIsFullToo() {
        room = new DiskRoom(5_000, 10_000, 9, 1_000);
        guard.look();
        assertThat(guard.refusal()).contains("9 more files fit", "10 are needed");
        room = new DiskRoom(5_000, 10_000, 0, 0);
        guard.look();
        assertThat(guard.refusal()).isNull();
    }
}
