package io.berth.app.up;

import io.berth.app.Main;
import io.berth.app.home.BerthHome;
import java.io.IOException;
import java.nio.file.Path;

/** Runs {@code berth up} in a process of its own. */
final class BerthOfItsOwn {
    private BerthOfItsOwn() {}

    static Process start(BerthHome home, Path log) throws IOException {
        return new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "up",
                        "--port",
                        "0",
                        "--home",
                        home.folder().toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
    }
}
