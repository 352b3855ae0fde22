package io.berth.bench;

/** Arguments of a benchmark that may be left out from the end on. */
public final class Argument {
    private Argument() {}

    /** The number at {@code place}, or {@code fallback} where there are fewer. */
    public static int number(String[] arguments, int place, int fallback) {
        return arguments.length > place ? Integer.parseInt(arguments[place]) : fallback;
    }
}
