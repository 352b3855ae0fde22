package io.berth.local.device.tool;

import io.berth.local.device.Field;
import io.berth.local.device.Inventory;
import io.berth.local.device.MigMode;
import io.berth.local.device.Vendor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * NVIDIA's Multi-Process Service: a daemon that has the tasks on one GPU share it side by side, and holds each to its part of compute and
 * memory. It is Berth's own, found by a folder in the home, so that programs beside Berth never meet it. Source: the MPS guide of
 * CUDA, {@code nvidia-cuda-mps-control}.
 */
public final class MpsDaemon {
    private static final String CONTROL = "nvidia-cuda-mps-control";
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** What a shell ends with that does not find the program. */
    private static final int NOT_FOUND = 127;

    /** A socket's path has 108 bytes, and the daemon adds names of its own. */
    private static final int LONGEST_FOLDER = 80;

    /** It says nothing where it can, so that who started it does not wait for its streams; what goes wrong is in a file. */
    private static final String START = "exec env CUDA_MPS_PIPE_DIRECTORY=\"$0\" CUDA_MPS_LOG_DIRECTORY=\"$0\" "
            + CONTROL + " -d </dev/null >\"$0/start.log\" 2>&1";

    private static final String ASK = "echo get_server_list | env CUDA_MPS_PIPE_DIRECTORY=\"$0\" " + CONTROL;
    private static final String QUIT = "echo quit | env CUDA_MPS_PIPE_DIRECTORY=\"$0\" " + CONTROL;

    private final Tools tools;
    private final Path folder;
    private final String missing;
    private final boolean fresh;

    private MpsDaemon(Tools tools, Path folder, String missing, boolean fresh) {
        this.tools = tools;
        this.folder = folder;
        this.missing = missing;
        this.fresh = fresh;
    }

    /**
     * Starts it where this machine has some and shares are to be held by it, or takes up the one that is there.
     *
     * @param wanted false where somebody says that shares are by trust
     * @param folder where it is found
     */
    public static MpsDaemon start(Tools tools, Inventory found, boolean wanted, Path folder) {
        String not = whyNot(found, wanted, folder);
        if (!not.isEmpty()) {
            return new MpsDaemon(tools, folder, not, false);
        }
        if (answers(tools, folder)) {
            return new MpsDaemon(tools, folder, "", false);
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            return new MpsDaemon(tools, folder, "there is no folder for it: " + e.getMessage(), false);
        }
        Tools.Answer answer = tools.run(List.of("sh", "-c", START, folder.toString()), LIMIT);
        String why = switch (answer) {
            case Tools.Answer.Text _ -> answers(tools, folder) ? "" : CONTROL + " does not answer";
            case Tools.Answer.Failed(int code, String _) when code == NOT_FOUND -> "there is no " + CONTROL + " here";
            case Tools.Answer.Failed(int code, String _) -> CONTROL + " ended with " + code + said(folder);
            case Tools.Answer.Late _ -> CONTROL + " did not start within " + LIMIT.toSeconds() + " s";
            case Tools.Answer.Missing _ -> "there is no shell";
        };
        return new MpsDaemon(tools, folder, why, why.isEmpty());
    }

    private static String whyNot(Inventory found, boolean wanted, Path folder) {
        boolean nvidia = found.devices().stream().anyMatch(device -> device.vendor() == Vendor.NVIDIA);
        boolean cut = found.devices().stream().anyMatch(device -> device.migMode() == MigMode.ENABLED);
        if (!wanted) {
            return "tasks.mps is false";
        } else if (!nvidia) {
            return "only NVIDIA's GPUs have a daemon that holds them";
        } else if (cut) {
            return "a GPU is cut by MIG";
        }
        return folder.toString().length() > LONGEST_FOLDER ? "the path " + folder + " is too long for sockets" : "";
    }

    private static boolean answers(Tools tools, Path folder) {
        return Files.isDirectory(folder)
                && tools.run(List.of("sh", "-c", ASK, folder.toString()), LIMIT) instanceof Tools.Answer.Text;
    }

    private static String said(Path folder) {
        try {
            String first = Field.firstLine(Files.readString(folder.resolve("start.log")));
            return first.isEmpty() ? "" : ": " + first;
        } catch (IOException e) {
            return "";
        }
    }

    /** Where tasks find it; null where shares are by trust. */
    public @Nullable Path folder() {
        return missing.isEmpty() ? folder : null;
    }

    /** Who holds tasks to their shares, for people. */
    public String text() {
        return missing.isEmpty()
                ? "shares of GPUs are held by MPS, in " + folder
                : "shares of GPUs are by trust, as " + missing + ": a task can take more than it asked for";
    }

    /** True where it was not there before. */
    public boolean fresh() {
        return fresh;
    }

    /** Ends it; nothing where there is none. Whoever uses it then fails, so nobody may. */
    public void stop() {
        if (missing.isEmpty()) {
            tools.run(List.of("sh", "-c", QUIT, folder.toString()), LIMIT);
        }
    }
}
