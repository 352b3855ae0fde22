package io.berth.app.up;

import io.berth.app.command.Output;
import io.berth.app.home.Address;
import io.berth.app.home.BerthHome;
import io.berth.app.home.PrivateFolder;
import io.berth.app.home.ProcessStart;
import io.berth.app.home.Starting;
import io.berth.local.launch.process.UserAccount;
import io.berth.spec.input.InputException;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@code berth up --detach}: the same in a process of its own, which the terminal's end does not end; over when it serves. */
record Background(BerthHome home, Output output) {
    private static final long LOOK_MILLIS = 20;
    private static final List<String> WORDS = List.of("-d", "--detach");

    /**
     * Starts it and waits until it serves; what it said is in the log of the home, and shown where it ended instead.
     *
     * @throws InputException where a Berth of this home runs, whose log this must not take away
     */
    int run() {
        PrivateFolder.close(home.folder(), UserAccount.currentUid()).forEach(output::note);
        long holder = Starting.holder(home);
        if (holder != 0) {
            throw new InputException(
                    "berth up",
                    "a Berth with the home " + home.folder() + " runs already (process " + holder
                            + "); berth down stops it, --home names another");
        }
        try {
            Path log = home.log();
            if (Files.exists(log)) {
                Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
            }
            Process process = new ProcessBuilder(command())
                    .redirectInput(new File("/dev/null"))
                    .redirectOutput(log.toFile())
                    .redirectErrorStream(true)
                    .start();
            while (process.isAlive() && !serves(process)) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
            Address address = Address.read(home);
            if (address != null && process.isAlive()) {
                output.note("berth: up at " + address.url() + ", home " + home.folder() + "; berth down stops it, "
                        + log.getFileName() + " in the home has what it says");
                return 0;
            }
            output.err().print(Files.readString(log));
            output.err().flush();
            return process.waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start in the background: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return 1;
        }
    }

    private boolean serves(Process process) {
        Address address = Address.read(home);
        return address != null && address.pid() == process.pid() && address.started() == ProcessStart.of(process.pid());
    }

    /** The very command of this process without the word, in a session of its own. */
    private static List<String> command() throws IOException {
        ProcessHandle.Info info = ProcessHandle.current().info();
        String program = info.command().orElseThrow(() -> new IOException("/proc does not say what runs this"));
        String[] words = info.arguments().orElseThrow(() -> new IOException("/proc does not say what was typed"));
        List<String> command = new ArrayList<>(List.of("setsid", program));
        for (String word : words) {
            if (!WORDS.contains(word)) {
                command.add(word);
            }
        }
        return command;
    }
}
