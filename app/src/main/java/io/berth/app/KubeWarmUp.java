package io.berth.app;

import io.berth.app.command.Failure;
import io.berth.app.command.Output;
import io.berth.app.kube.KubeRehearsal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;

/**
 * The run that the start-up cache of {@code berth kube} is made from: binds pods of a cluster in memory over HTTP/2 and TLS. Prints nothing.
 */
final class KubeWarmUp {
    /** Exit code: 0 done, 1 the work failed. */
    int run(Output output) {
        try (PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream())) {
            Path folder = Files.createTempDirectory("berth-warm-up");
            try {
                KubeRehearsal.in(folder, new Output(nowhere, nowhere));
            } finally {
                WarmUp.delete(folder);
            }
            return 0;
        } catch (IOException | GeneralSecurityException e) {
            // Without this run Berth only starts slower.
            output.note("berth: no start-up cache for a cluster: " + e);
            return Failure.WORK_FAILED;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Failure.WORK_FAILED;
        }
    }
}
