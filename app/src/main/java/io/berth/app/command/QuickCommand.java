package io.berth.app.command;

import io.berth.app.home.HomeSocket;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import java.util.List;

/** A command that declares its options itself; {@link io.berth.app.option} says why. */
public interface QuickCommand {
    /** What it takes. */
    Options options();

    /** True where it asks a running Berth. */
    default boolean asks() {
        return true;
    }

    /** Does the work and returns the exit code: 0 done, 1 the work failed, 2 the input is wrong. */
    int run(Arguments arguments);

    /** Runs {@code command} with what was typed after its name. */
    static int run(String name, QuickCommand command, List<String> args, Output output) {
        int end = args.indexOf("--");
        List<String> own = end < 0 ? args : args.subList(0, end);
        if (own.contains("--help") || own.contains("-h")) {
            output.out().print(command.options().help(name));
            return 0;
        }
        if (command.asks()) {
            HomeSocket.prepare();
        }
        return command.run(Arguments.read(name, command.options(), args));
    }
}
