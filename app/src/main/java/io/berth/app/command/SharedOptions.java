package io.berth.app.command;

import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.spec.input.Assignment;
import java.util.List;

/** Options that commands have which otherwise have little in common, and what was typed of them. */
public final class SharedOptions {
    public static final Option SET =
            Option.value(Assignment.OPTION, "KEY=VALUE", "Set a value of the scenario; may come several times.");
    public static final Option SEED = Option.value("--seed", "N", "The seed of all chance; 1 by default.");
    public static final Option THREADS = Option.value("--threads", "N", "Threads at once; all processors by default.");

    private SharedOptions() {}

    /** A page of a browser, with {@code charts}. */
    public static Option report(String charts) {
        return Option.value("--report", "FILE.html", "Write a page with " + charts + " that needs no network.");
    }

    /** Values of the file that is read, as {@link #SET} gave them. */
    public static List<Assignment> settings(Arguments typed) {
        return typed.texts(SET.name()).stream().map(Assignment::parse).toList();
    }

    public static long seed(Arguments typed) {
        Long given = typed.large(SEED.name(), Long.MIN_VALUE);
        return given == null ? 1 : given;
    }

    /** How many there may be at once, from 1. */
    public static int threads(Arguments typed) {
        return typed.whole(
                THREADS.name(), 1, Integer.MAX_VALUE, Runtime.getRuntime().availableProcessors());
    }
}
