package io.berth.app.command;

import java.util.Map;

/**
 * The window that a command prints into.
 *
 * @param width columns; 0 for any number, as into a file
 * @param coloured true where colours are wanted (no-color.org)
 */
public record Window(int width, boolean coloured) {
    private static final int LEAST = 20;
    private static final int MOST = 10_000;

    /** Of a terminal that does not say. */
    private static final int USUAL = 80;

    /** That of {@code output}. {@code ./berth} asks the terminal, and a shell may say, both in COLUMNS. */
    public static Window of(Output output) {
        return of(output.terminal(), System.getenv());
    }

    static Window of(boolean terminal, Map<String, String> environment) {
        String columns = environment.getOrDefault("COLUMNS", "");
        boolean plain = !environment.getOrDefault("NO_COLOR", "").isEmpty()
                || environment.getOrDefault("TERM", "").equals("dumb");
        int width = terminal ? USUAL : 0;
        try {
            width = Math.clamp(Integer.parseInt(columns), LEAST, MOST);
        } catch (NumberFormatException e) {
            // Nobody says.
        }
        return new Window(width, terminal && !plain);
    }
}
