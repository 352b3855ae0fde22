package io.berth.app.home;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A Berth that begins says so in its home, so that commands wait for it: with a long journal that takes seconds. */
public final class Starting {
    private static final long LOOK_MILLIS = 20;

    /** Whoever waits longer is told for what. */
    private static final long SILENT_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final String PID = "pid";
    private static final String STARTED = "started";

    private Starting() {}

    /** From now on this process begins to serve {@code home}. */
    public static void begin(BerthHome home) {
        long pid = ProcessHandle.current().pid();
        try {
            Address.writePrivately(home.starting(), Json.line(Map.of(PID, pid, STARTED, ProcessStart.of(pid))));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + home.starting() + ": " + e.getMessage(), e);
        }
    }

    /** It serves, or has given up. */
    public static void end(BerthHome home) {
        try {
            if (process(home) == ProcessHandle.current().pid()) {
                Files.deleteIfExists(home.starting());
            }
        } catch (IOException e) {
            // It names a process that is there no more, or one whose address is there too: neither is waited for.
            return;
        }
    }

    /**
     * How to reach the Berth of {@code home}, waiting for one that begins, as long as its process lives; null where none runs or
     * begins.
     *
     * @param notes gets a line where that takes long
     */
    public static @Nullable Address await(BerthHome home, Consumer<String> notes) {
        long began = System.nanoTime();
        boolean told = false;
        while (true) {
            // In this order: who begins deletes the one file after the other is there.
            long process = process(home);
            Address address = Address.read(home);
            if (address == null && process == 0 || address != null && (runs(address) || process == 0)) {
                return address;
            }
            if (!told && System.nanoTime() - began > SILENT_NANOS) {
                told = true;
                notes.accept("the Berth of " + home.folder() + " is starting (process " + process + "); waits for it");
            }
            try {
                Thread.sleep(LOOK_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return address;
            }
        }
    }

    /** The process that serves {@code home} or begins to; 0 where none does. */
    public static long holder(BerthHome home) {
        long begins = process(home);
        Address address = Address.read(home);
        return begins == 0 && address != null && runs(address) ? address.pid() : begins;
    }

    private static boolean runs(Address address) {
        return ProcessStart.of(address.pid()) == address.started();
    }

    /** The process that begins; 0 where none does. */
    private static long process(BerthHome home) {
        if (!Files.exists(home.starting())) {
            return 0;
        }
        try {
            Tree tree = JsonReader.read(Source.file(home.starting()));
            long pid = tree.require(PID).whole();
            long started = tree.require(STARTED).whole();
            return started >= 0 && ProcessStart.of(pid) == started ? pid : 0;
        } catch (InputException | UncheckedIOException e) {
            // Gone meanwhile, or not written by Berth: nobody is waited for.
            return 0;
        }
    }
}
