package io.berth.app.command;

import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.plugin.PluginException;
import io.berth.core.plugin.WrongPluginException;
import io.berth.live.disk.DiskFault;
import io.berth.live.journal.file.JournalException;
import io.berth.local.launch.process.LaunchException;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Quote;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** What becomes of an exception: one line on stderr and an exit code. */
public final class Failure {
    /** The variable of the environment that asks for stack traces. */
    static final String DEBUG = "BERTH_DEBUG";

    public static final int WORK_FAILED = 1;
    static final int WRONG_INPUT = 2;

    private Failure() {}

    /** Says what went wrong and returns the exit code. */
    public static int report(Throwable problem, Output output) {
        if (System.getenv(DEBUG) != null) {
            problem.printStackTrace(output.err());
        }
        if (DiskFault.full(problem)) {
            return say("no room on the disk: " + problem.getMessage(), WORK_FAILED, output);
        }
        return switch (problem) {
            case InputException wrong -> say(wrong.getMessage(), WRONG_INPUT, output);
            case JournalException wrong -> say(wrong.getMessage(), WRONG_INPUT, output);
            case CorruptRecordException wrong ->
                say(
                        wrong.getMessage() + "; berth replay JOURNAL --repair sets it and what follows aside",
                        WRONG_INPUT,
                        output);
            case WrongPluginException wrong -> say(wrong.getMessage(), WRONG_INPUT, output);
            case PluginException failed -> say(failed.getMessage(), WORK_FAILED, output);
            case LaunchException failed -> say(failed.getMessage(), WORK_FAILED, output);
            case UncheckedIOException failed -> say(failed.getMessage(), WORK_FAILED, output);
            case IOException failed -> say(failed.getMessage(), WORK_FAILED, output);
            case OutOfMemoryError _ -> say("out of memory; BERTH_JAVA_OPTS=-Xmx8g gives more", WORK_FAILED, output);
            default -> say("this is a bug: " + problem + " (" + DEBUG + "=1 prints the trace)", WORK_FAILED, output);
        };
    }

    private static int say(@Nullable String message, int code, Output output) {
        String line = Quote.oneLine(String.valueOf(message));
        output.note(line.startsWith("berth") ? line : "berth: " + line);
        return code;
    }
}
