package io.berth.app.up;

import io.berth.app.Main;
import io.berth.app.home.BerthHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs {@code berth up} in a process of its own. */
final class BerthOfItsOwn {
    private BerthOfItsOwn() {}

    static Process start(BerthHome home, Path log, String... more) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "up",
                "--port",
                "0",
                "--home",
                home.folder().toString()));
        command.addAll(List.of(more));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }
}
