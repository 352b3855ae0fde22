package io.berth.local.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.workload.Metrics;
import io.berth.core.workload.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartableTest {
    @TempDir
    Path folder;

    private String obstacle(String directory, String user, String... command) {
        TreeMap<String, String> environment = new TreeMap<>();
        environment.put("PATH", folder.resolve("bin") + ":/usr/bin:/bin");
        Startable here = new Startable(environment, folder);
        Startable.Obstacle found =
                here.obstacle(new Program(List.of(command), new TreeMap<>(), directory, user, Metrics.USUAL));
        return found == null ? "" : found.text();
    }

    @Test
    void aFolderThatIsNotThereIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");

        assertThat(obstacle("/nowhere/at/all", "", "true")).startsWith("directory: \"/nowhere/at/all\" is not there");
        assertThat(obstacle(file.toString(), "", "true")).contains("is not a folder");
        assertThat(obstacle(folder.toString(), "", "true")).isEmpty();
        assertThat(obstacle("", "", "true")).isEmpty();
    }

    @Test
    void aProgramIsLookedForWhereItsTaskWouldFindIt() throws IOException {
        Path program =
                Files.writeString(Files.createDirectories(folder.resolve("bin")).resolve("trainer"), "#!/bin/sh\n");

        assertThat(obstacle("", "", "trainer")).contains("no program \"trainer\" on the PATH");
        assertThat(obstacle("", "", program.toString())).contains("may not be run; chmod +x");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        assertThat(obstacle("", "", "trainer")).isEmpty();
        assertThat(obstacle("", "", "trainre")).endsWith("did you mean \"trainer\"?");
        assertThat(obstacle(folder.toString(), "", "bin/trainer")).isEmpty();
        assertThat(obstacle(folder.toString(), "", "bin/other")).contains("\"bin/other\" is not there");
        assertThat(obstacle("", "", "/bin")).contains("is a folder, not a program");
    }

    @Test
    void whatAnotherUserHasIsNotLookedAt() {
        assertThat(obstacle("/nowhere/at/all", "ann", "nothing")).isEmpty();
    }
}
