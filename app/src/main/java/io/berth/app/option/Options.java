package io.berth.app.option;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What a command takes.
 *
 * @param synopsis what stands after its name, one line for each form
 * @param doc what it does
 * @param operands what those words of the synopsis in capitals may be of which that is known
 * @param appendix makes what help shows below the options, as it is; empty for nothing
 */
public record Options(
        List<String> synopsis, String doc, List<Option> all, Map<String, Words> operands, Supplier<String> appendix) {
    private static final int WIDTH = 100;

    public Options {
        synopsis = List.copyOf(synopsis);
        operands = Map.copyOf(operands);
        all = all.stream()
                .flatMap(option -> Stream.concat(Stream.of(option), option.others().stream()))
                .toList();
    }

    /** A command without more to say than its options do. */
    public Options(List<String> synopsis, String doc, List<Option> all) {
        this(synopsis, doc, all, Map.of(), () -> "");
    }

    /** A command whose help has {@code appendix} below its options. */
    public Options(List<String> synopsis, String doc, List<Option> all, Supplier<String> appendix) {
        this(synopsis, doc, all, Map.of(), appendix);
    }

    /** A command some of whose operands are known. */
    public Options(List<String> synopsis, String doc, List<Option> all, Map<String, Words> operands) {
        this(synopsis, doc, all, operands, () -> "");
    }

    /** A command of one form. */
    public static Options of(String synopsis, String doc, Option... all) {
        return new Options(List.of(synopsis), doc, List.of(all));
    }

    /** What {@code berth NAME --help} prints. */
    public String help(String command) {
        StringBuilder text = new StringBuilder();
        for (String form : synopsis) {
            text.append("usage: berth ")
                    .append(command)
                    .append(form.isEmpty() ? "" : " " + form)
                    .append('\n');
        }
        text.append('\n');
        wrap(doc, 0, text);
        text.append('\n');
        int column = "-h, --help".length();
        for (Option option : all) {
            column = Math.max(column, option.head().length());
        }
        for (Option option : all) {
            line(option.head(), option.doc(), column, text);
        }
        line("-h, --help", "Show this help.", column, text);
        text.append(appendix.get());
        return text.toString();
    }

    private static void line(String head, String doc, int column, StringBuilder text) {
        text.append("  ").append(head).append(" ".repeat(column - head.length() + 2));
        wrap(doc, column + 4, text);
    }

    private static void wrap(String doc, int indent, StringBuilder text) {
        int at = indent;
        for (String word : doc.split(" ")) {
            if (at > indent && at + word.length() >= WIDTH) {
                text.append('\n').append(" ".repeat(indent));
                at = indent;
            }
            text.append(at == indent ? "" : " ").append(word);
            at += word.length() + 1;
        }
        text.append('\n');
    }
}
