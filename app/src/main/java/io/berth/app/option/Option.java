package io.berth.app.option;

import java.util.List;

/**
 * One option.
 *
 * @param name such as {@code --follow}
 * @param brief another name, such as {@code -f}; empty for none
 * @param label what its value is called, such as {@code FILE}; empty where it takes none
 * @param doc what it does, a sentence
 * @param words what its value may be, where that is known
 * @param others options that every command has that has this one
 */
public record Option(String name, String brief, String label, String doc, Words words, List<Option> others) {
    public Option {
        others = List.copyOf(others);
    }

    /** One that stands alone. */
    public static Option flag(String name, String doc) {
        return new Option(name, "", "", doc, Words.ANY, List.of());
    }

    /** One that stands alone and has two names. */
    public static Option flag(String name, String brief, String doc) {
        return new Option(name, brief, "", doc, Words.ANY, List.of());
    }

    /** One with a value; it may come several times where its command reads all of them. */
    public static Option value(String name, String label, String doc) {
        return new Option(name, "", label, doc, Words.ANY, List.of());
    }

    /** The same with {@code more} beside it. */
    public Option with(Option... more) {
        return new Option(name, brief, label, doc, words, List.of(more));
    }

    /** The same with {@code other} said of it. */
    public Option saying(String other) {
        return new Option(name, brief, label, other, words, others);
    }

    /** The same with a value that is of {@code known}. */
    public Option of(Words known) {
        return new Option(name, brief, label, doc, known, others);
    }

    /** True where it takes no value. */
    public boolean isFlag() {
        return label.isEmpty();
    }

    /** As help shows it. */
    public String head() {
        String names = brief.isEmpty() ? name : brief + ", " + name;
        return isFlag() ? names : names + " " + label;
    }
}
