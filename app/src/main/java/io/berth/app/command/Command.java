package io.berth.app.command;

/**
 * One command. picocli fills its annotated fields from the arguments before it runs.
 *
 * <p>What is thrown becomes one line on stderr and an exit code; see {@link Failure}.
 */
@FunctionalInterface
public interface Command {
    /** Does the work and returns the exit code: 0 done, 1 the work failed, 2 the input is wrong. */
    int run();
}
