package io.berth.app.completion;

import io.berth.app.option.Declaration;
import io.berth.app.option.Operand;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.option.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/**
 * A command as it is completed.
 *
 * @param first what may come first of its operands
 * @param actions what may follow each operand that says what is done, such as {@code check FILE}
 * @param command true where the words behind {@code --} are a command
 */
record Completed(
        Declaration declaration,
        List<Choice> options,
        Value first,
        SequencedMap<String, Value> actions,
        boolean command) {
    private static final Option HELP = Option.flag("--help", "-h", "Show this help.");
    private static final Pattern ACTIONS = Pattern.compile("\\[?([a-z]+(?:\\|[a-z]+)*)]?");

    /** An option with what its value may be. */
    record Choice(Option option, Value value) {}

    static Completed of(Declaration declaration) {
        Options declared = declaration.options();
        List<Choice> options = new ArrayList<>();
        for (Option option : declared.all()) {
            options.add(new Choice(option, Value.of(option.label(), option.words())));
        }
        options.add(new Choice(HELP, Value.NOTHING));
        Value first = Value.NOTHING;
        SequencedMap<String, Value> actions = new LinkedHashMap<>();
        boolean command = false;
        for (String form : declared.synopsis()) {
            command |= form.contains("-- COMMAND");
            List<String> operands = operands(form);
            if (operands.isEmpty()) {
                continue;
            }
            var names = ACTIONS.matcher(operands.getFirst());
            if (names.matches()) {
                Value next = operands.size() > 1 ? value(operands.get(1), declared.operands()) : Value.NOTHING;
                for (String name : names.group(1).split("\\|")) {
                    actions.put(name, next);
                }
            } else {
                first = first.or(value(operands.getFirst(), declared.operands()));
            }
        }
        return new Completed(declaration, List.copyOf(options), first, actions, command);
    }

    String name() {
        return declaration.name();
    }

    /** What stands in a form before any option of its own. */
    private static List<String> operands(String form) {
        List<String> operands = new ArrayList<>();
        for (String word : form.split(" ")) {
            if (word.startsWith("-") || word.startsWith("[--")) {
                break;
            }
            if (!word.isEmpty() && !word.equals("[OPTION...]")) {
                operands.add(word);
            }
        }
        return operands;
    }

    private static Value value(String operand, List<Operand> known) {
        Value value = Value.NOTHING;
        for (String label : operand.replaceAll("[\\[\\]]|\\.\\.\\.", "").split("\\|")) {
            Words words = known.stream()
                    .filter(one -> one.label().equals(label))
                    .map(Operand::words)
                    .findFirst()
                    .orElse(Words.ANY);
            value = value.or(Value.of(label, words));
        }
        return value;
    }
}
