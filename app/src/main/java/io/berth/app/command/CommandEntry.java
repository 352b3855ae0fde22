package io.berth.app.command;

import io.berth.app.option.Declaration;
import io.berth.app.option.Options;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One line of the list of commands.
 *
 * @param name what is typed after {@code berth}
 * @param synopsis what follows it, such as {@code SCENARIO.yaml}
 * @param summary what it does, one line
 * @param runner runs it
 * @param declared what it takes
 */
public record CommandEntry(String name, String synopsis, String summary, Runner runner, Supplier<Options> declared) {
    /** Runs a command with what was typed after its name, and returns its exit code. */
    @FunctionalInterface
    public interface Runner {
        int run(String name, List<String> args, Output output);
    }

    /** This command as shells and the manual know it. */
    public Declaration declaration() {
        return new Declaration(name, summary, declared.get());
    }

    /** The line of the command that {@code factory} makes. */
    public static CommandEntry of(String name, String synopsis, String summary, Function<Output, Command> factory) {
        return new CommandEntry(
                name,
                synopsis,
                summary,
                (called, args, output) -> Command.run(called, factory.apply(output), args, output),
                () -> factory.apply(Output.nowhere()).options());
    }
}
