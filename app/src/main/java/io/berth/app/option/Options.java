package io.berth.app.option;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What a command takes.
 *
 * @param synopsis what stands after its name, one line for each form
 * @param doc what it does
 * @param all its options; one that has others beside it says, with them, which Berth is asked
 * @param operands those words of the synopsis of which more is to be said
 * @param appendix adds what help shows below the options
 */
public record Options(
        List<String> synopsis, String doc, List<Option> all, List<Operand> operands, Consumer<HelpText> appendix) {
    public Options {
        synopsis = List.copyOf(synopsis);
        operands = List.copyOf(operands);
        all = all.stream()
                .flatMap(option -> Stream.concat(Stream.of(option), option.others().stream()))
                .distinct()
                .toList();
    }

    /** A command without more to say than its options do. */
    public Options(List<String> synopsis, String doc, List<Option> all) {
        this(synopsis, doc, all, List.of(), _ -> {});
    }

    /** A command whose help has {@code appendix} below its options. */
    public Options(List<String> synopsis, String doc, List<Option> all, Consumer<HelpText> appendix) {
        this(synopsis, doc, all, List.of(), appendix);
    }

    /** A command of one form. */
    public static Options of(String synopsis, String doc, Option... all) {
        return new Options(List.of(synopsis), doc, List.of(all));
    }

    /** The same with {@code more} said of its operands. */
    public Options with(Operand... more) {
        return new Options(synopsis, doc, all, List.of(more), appendix);
    }

    /** True where an option says which running Berth is asked. */
    public boolean asks() {
        return all.stream().anyMatch(option -> !option.others().isEmpty());
    }

    /** What {@code berth NAME --help} prints. */
    public String help(String command) {
        HelpText text = new HelpText().usage("berth " + command, synopsis).prose(doc);
        List<Option> shared = all.stream()
                .flatMap(option -> Stream.concat(head(option), option.others().stream()))
                .toList();
        List<Operand> explained =
                operands.stream().filter(operand -> !operand.doc().isEmpty()).toList();
        if (!explained.isEmpty()) {
            text.section("Arguments");
            explained.forEach(operand -> text.entry(operand.label(), operand.doc()));
        }
        text.section("Options");
        all.stream()
                .filter(option -> !shared.contains(option))
                .forEach(option -> text.entry(option.head(), option.doc()));
        text.entry("-h, --help", "Show this help.");
        if (!shared.isEmpty()) {
            text.section("Which Berth is asked");
            shared.forEach(option -> text.entry(option.head(), option.doc()));
        }
        appendix.accept(text);
        return text.toString();
    }

    private static Stream<Option> head(Option option) {
        return option.others().isEmpty() ? Stream.empty() : Stream.of(option);
    }
}
