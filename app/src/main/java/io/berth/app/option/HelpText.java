package io.berth.app.option;

import java.util.List;

/** The text of help, the same for all commands: how a command is used, what it does, then sections with an entry for each word. */
public final class HelpText {
    /** A terminal that nobody made wider has so many columns. */
    private static final int WIDTH = 80;

    /** Where what is said of a word begins; a word that is longer stands on a line of its own. */
    private static final int COLUMN = 26;

    private static final String USAGE = "Usage: ";

    private final StringBuilder text = new StringBuilder();

    /** How {@code command} is used: what follows it, a line for each form. */
    public HelpText usage(String command, List<String> forms) {
        String head = USAGE;
        for (String form : forms) {
            text.append(head)
                    .append(command)
                    .append(form.isEmpty() ? "" : " " + form)
                    .append('\n');
            head = " ".repeat(USAGE.length());
        }
        return this;
    }

    /** A paragraph. */
    public HelpText prose(String doc) {
        text.append('\n');
        wrap(doc, 0);
        return this;
    }

    /** The title of what follows. */
    public HelpText section(String title) {
        text.append('\n').append(title).append(":\n");
        return this;
    }

    /** A word, such as an option with its value, and what it says. */
    public HelpText entry(String head, String doc) {
        text.append("  ").append(head);
        int at = 2 + head.length();
        if (at + 2 > COLUMN) {
            text.append('\n');
            at = 0;
        }
        text.append(" ".repeat(COLUMN - at));
        wrap(doc, COLUMN);
        return this;
    }

    private void wrap(String doc, int indent) {
        int at = indent;
        for (String word : doc.split(" ")) {
            if (at > indent && at + 1 + word.length() > WIDTH) {
                text.append('\n').append(" ".repeat(indent));
                at = indent;
            }
            text.append(at == indent ? "" : " ").append(word);
            at += (at == indent ? 0 : 1) + word.length();
        }
        text.append('\n');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
