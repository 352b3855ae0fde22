package io.berth.app.completion;

import io.berth.app.completion.Completed.Choice;
import io.berth.app.option.Option;
import java.util.List;
import java.util.Map;

/** The completion for fish 3 and newer. */
final class FishCompletion {
    private static final String BEGIN = """
            # Completion of berth for fish; berth completion fish prints it.

            # True behind the words that are named, and before further operands where --last comes first.
            function __berth_after
                set -l words (commandline -opc | string match -v -- '-*')
                if test $argv[1] = --last
                    set -e argv[1]
                    test (count $words) -eq (math 1 + (count $argv)); or return 1
                end
                set -l i 2
                for word in $argv
                    test "$words[$i]" = "$word"; or return 1
                    set i (math $i + 1)
                end
            end

            complete -c berth -f
            """;

    private FishCompletion() {}

    /** The file of it. */
    static String of(List<Completed> commands) {
        StringBuilder text = new StringBuilder(BEGIN);
        for (Completed command : commands) {
            line(
                    "__fish_use_subcommand",
                    "-a " + command.name(),
                    command.declaration().summary(),
                    text);
        }
        line("__fish_use_subcommand", "-a help", "what a command takes", text);
        line("__fish_use_subcommand", "-a version", "which Berth this is", text);
        for (Completed command : commands) {
            line(
                    "__berth_after --last help",
                    "-a " + command.name(),
                    command.declaration().summary(),
                    text);
        }
        commands.forEach(command -> command(command, text));
        return text.toString();
    }

    private static void command(Completed command, StringBuilder text) {
        text.append('\n');
        String here = "__berth_after " + command.name();
        for (Choice choice : command.options()) {
            Option option = choice.option();
            String names = "-l " + option.name().substring(2);
            if (!option.brief().isEmpty()) {
                names += " -s " + option.brief().substring(1);
            }
            line(here, names + (option.isFlag() ? "" : " -r" + arguments(choice.value())), option.doc(), text);
        }
        if (command.actions().isEmpty() && !command.first().unknown()) {
            line(here, arguments(command.first()).strip(), "", text);
        }
        for (Map.Entry<String, Value> action : command.actions().entrySet()) {
            line("__berth_after --last " + command.name(), "-a " + action.getKey(), "", text);
            if (!action.getValue().unknown()) {
                line(here + " " + action.getKey(), arguments(action.getValue()).strip(), "", text);
            }
        }
    }

    private static String arguments(Value value) {
        String words = String.join(" ", value.words());
        String files = switch (value.files()) {
            case NONE -> " -f";
            case FOLDERS -> " -f -a '(__fish_complete_directories)'";
            case ALL -> " -F";
        };
        if (words.isEmpty()) {
            return files;
        }
        return files + " -a '" + (value.several() ? "(__fish_append , " + words + ")" : words) + "'";
    }

    private static void line(String condition, String what, String doc, StringBuilder text) {
        text.append("complete -c berth -n '").append(condition).append("' ").append(what);
        if (!doc.isEmpty()) {
            text.append(" -d '").append(doc.replaceAll("[\\\\']", "\\\\$0")).append('\'');
        }
        text.append('\n');
    }
}
