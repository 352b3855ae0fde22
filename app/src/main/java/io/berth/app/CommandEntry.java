package io.berth.app;

import java.util.function.Function;

/**
 * One line of the list of commands.
 *
 * @param name what is typed after {@code berth}
 * @param synopsis what follows it, such as {@code SCENARIO.yaml}
 * @param summary what it does, one line
 * @param factory makes the command, whose fields are annotated for picocli
 */
record CommandEntry(String name, String synopsis, String summary, Function<Output, Command> factory) {}
