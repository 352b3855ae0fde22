package io.berth.app.command;

import io.berth.app.home.HomeSocket;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import java.util.List;

/**
 * One command: declares what it takes, and works.
 *
 * <p>What is thrown becomes one line on stderr and an exit code; see {@link Failure}.
 */
public interface Command {
    /** What it takes. */
    Options options();

    /** Does the work and returns the exit code: 0 done, 1 the work failed, 2 the input is wrong. */
    int run(Arguments arguments);

    /** Runs {@code command} with what was typed after its name. */
    static int run(String name, Command command, List<String> args, Output output) {
        int end = args.indexOf("--");
        List<String> own = end < 0 ? args : args.subList(0, end);
        if (own.contains("--help") || own.contains("-h")) {
            output.out().print(command.options().help(name));
            return 0;
        }
        Options options = command.options();
        if (options.asks()) {
            HomeSocket.prepare();
        }
        return command.run(Arguments.read(name, options, args));
    }
}
