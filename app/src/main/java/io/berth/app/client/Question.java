package io.berth.app.client;

import io.berth.app.command.Output;
import java.io.Console;
import java.util.Locale;

/** Asks whoever sits at the terminal whether something is meant. */
public final class Question {
    private Question() {}

    /** True where somebody sits there. */
    public static boolean possible() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** True where the answer is yes; anything else is no. */
    public static boolean agreed(Output output, String question) {
        output.err().print("berth: " + question + " [y/N] ");
        output.err().flush();
        Console console = System.console();
        String answer = console == null ? null : console.readLine();
        return answer != null && answer.strip().toLowerCase(Locale.ROOT).matches("y|yes");
    }
}
