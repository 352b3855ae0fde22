package io.berth.local.launch;

import io.berth.local.launch.process.LaunchException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the child of a launcher executes to become the task. Everybody on the machine can read the arguments of a process, so the
 * task's variables and words are handed over as values of variables, {@code w1} and on, and env(1) puts them in their places: in
 * the last step before the program, as the task's user, and within itself.
 *
 * @param words the programs on the way, with nothing of the task's but their own arguments
 * @param carried the task's variables, {@code NAME=VALUE} each, then its words
 */
record CommandLine(List<String> words, List<String> carried) {
    /** What stands in the arguments for each text, with its number: at most 13 bytes. */
    static final int MOST_TEXTS = 8192;

    /** Longest argument or variable with its end, in bytes: MAX_ARG_STRLEN of Linux, execve(2). */
    static final int MOST_TEXT_BYTES = 131_072;

    /** Arguments and variables together get a quarter of the stack, and this at most (execve(2)). */
    private static final long MOST_BYTES = 6L << 20;

    private static final long DEFAULT_STACK_BYTES = 8L << 20;

    /** For the programs on the way, with their paths and their own variables. */
    private static final long SPARE_BYTES = 16 << 10;

    /** For the name of a variable that carries a text, "=", and the end. */
    private static final int CARRIER_BYTES = 8;

    /** The kernel keeps a pointer to each text. */
    private static final int POINTER_BYTES = 8;

    CommandLine {
        words = List.copyOf(words);
        carried = List.copyOf(carried);
    }

    /**
     * @param before programs that become the task's user, and what else comes first
     * @param env env(1), of a kind that knows {@code -S} and <code>${NAME}</code> in it
     * @param variables {@code NAME=VALUE} each
     * @param program words that go before those of the task
     * @param argv the task's own words
     */
    static CommandLine of(
            List<String> before, String env, List<String> variables, List<String> program, List<String> argv) {
        List<String> carried = new ArrayList<>(variables);
        carried.addAll(program);
        carried.addAll(argv);
        // Of more words than fit, all stay arguments, as they end as such anyway.
        boolean plain = carried.size() > MOST_TEXTS;
        List<String> kept = plain ? variables : carried;
        StringBuilder split = new StringBuilder("-i --");
        for (int number = 1; number <= kept.size(); number++) {
            split.append(" \"${").append(name(number)).append("}\"");
        }
        List<String> words = new ArrayList<>(before);
        words.addAll(List.of(env, "-S", split.toString()));
        words.addAll(plain ? carried.subList(variables.size(), carried.size()) : List.of());
        return new CommandLine(words, kept);
    }

    /** The variable that carries text {@code number}, from 1. */
    static String name(int number) {
        return "w" + number;
    }

    /**
     * Checks that the kernel will take it.
     *
     * @param mostBytes of arguments and variables together
     * @throws LaunchException where it will not; the message says what is too much
     */
    void check(long mostBytes) {
        if (carried.size() > MOST_TEXTS) {
            throw new LaunchException(
                    "a task has " + MOST_TEXTS + " variables of its environment at most, not " + carried.size());
        }
        long sum = SPARE_BYTES;
        for (List<String> texts : List.of(words, carried)) {
            for (String text : texts) {
                long bytes = text.getBytes(StandardCharsets.UTF_8).length + (long) CARRIER_BYTES;
                if (bytes > MOST_TEXT_BYTES) {
                    throw new LaunchException("a word of the command, or a variable with its value, has "
                            + (MOST_TEXT_BYTES - CARRIER_BYTES) + " bytes at most on Linux; that which begins with '"
                            + text.substring(0, Math.min(text.length(), 20)).split("=", 2)[0] + "' has "
                            + (bytes - CARRIER_BYTES));
                }
                sum += bytes + POINTER_BYTES;
            }
        }
        if (sum > mostBytes) {
            throw new LaunchException("the command and the environment of a task have " + mostBytes
                    + " bytes together at most here (a quarter of the limit of the stack), not " + sum);
        }
    }

    /** What this process, and so what it starts, may hand to a program, in bytes. Source: proc_pid_limits(5), execve(2). */
    static long mostBytes() {
        try {
            return Files.readAllLines(Path.of("/proc/self/limits")).stream()
                    .filter(line -> line.startsWith("Max stack size"))
                    .map(line ->
                            line.substring("Max stack size".length()).strip().split("\\s+")[0])
                    .mapToLong(soft -> soft.equals("unlimited") ? MOST_BYTES : Long.parseLong(soft) / 4)
                    .map(bytes -> Math.clamp(bytes, MOST_TEXT_BYTES, MOST_BYTES))
                    .findFirst()
                    .orElse(DEFAULT_STACK_BYTES / 4);
        } catch (IOException e) {
            return DEFAULT_STACK_BYTES / 4;
        }
    }
}
