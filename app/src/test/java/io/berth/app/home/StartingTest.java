package io.berth.app.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class StartingTest {
    private static final String GONE = "{\"pid\":2147483647,\"started\":7}";

    @TempDir
    Path folder;

    @Test
    void nobodyIsWaitedForWhereNobodyBegins() throws IOException {
        BerthHome home = new BerthHome(folder);
        assertThat(Starting.await(home, _ -> {})).isNull();

        Files.writeString(home.starting(), GONE);
        assertThat(Starting.await(home, _ -> {})).isNull();
        Files.writeString(home.starting(), "{\"pid\":");
        assertThat(Starting.await(home, _ -> {})).isNull();
    }

    @Test
    void whoBeginsIsWaitedForAndItIsSaid() throws Exception {
        BerthHome home = new BerthHome(folder);
        Starting.begin(home);
        List<String> notes = new ArrayList<>();
        CompletableFuture<Address> found = CompletableFuture.supplyAsync(() -> Starting.await(home, notes::add));
        // Until it was said that this takes long.
        TimeUnit.MILLISECONDS.sleep(1_300);
        assertThat(found).isNotDone();

        Address.here("http://127.0.0.1:1", "", folder.resolve("berth.sock")).write(home);
        Starting.end(home);
        assertThat(found.get().url()).isEqualTo("http://127.0.0.1:1");
        assertThat(notes).hasSize(1);
        assertThat(notes.getFirst()).contains("is starting");
        assertThat(home.starting()).doesNotExist();
    }

    @Test
    void whoGivesUpIsWaitedForNoLonger() throws Exception {
        BerthHome home = new BerthHome(folder);
        Starting.begin(home);
        CompletableFuture<Address> found = CompletableFuture.supplyAsync(() -> Starting.await(home, _ -> {}));
        Starting.end(home);
        assertThat(found.get()).isNull();
    }

    @Test
    void whatAnotherProcessSaidStays() throws IOException {
        BerthHome home = new BerthHome(folder);
        long other = ProcessHandle.current().parent().orElseThrow().pid();
        Files.writeString(home.starting(), "{\"pid\":" + other + ",\"started\":" + ProcessStart.of(other) + "}");
        Starting.end(home);
        assertThat(home.starting()).exists();
    }
}
