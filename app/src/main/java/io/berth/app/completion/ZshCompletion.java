package io.berth.app.completion;

import io.berth.app.completion.Completed.Choice;
import io.berth.app.option.Option;
import java.util.List;
import java.util.Map;

/** The completion for zsh: the function {@code _berth}, in a file of that name or read by {@code source}. */
final class ZshCompletion {
    private static final String BEGIN = """
            #compdef berth
            # Completion of berth for zsh; berth completion zsh prints it.

            _berth() {
                local -a commands
                commands=(
            """;

    private static final String COMMAND = """
                )
                if (( CURRENT == 2 )); then
                    _describe -t commands command commands
                    return
                fi
                local name=$words[2]
                shift words
                (( CURRENT-- ))
                case $name in
                    help) _describe -t commands command commands ;;
            """;

    private static final String END = """
                esac
            }

            if [ "$funcstack[1]" = _berth ]; then
                _berth "$@"
            else
                compdef _berth berth
            fi
            """;

    private ZshCompletion() {}

    /** The file of it. */
    static String of(List<Completed> commands) {
        StringBuilder text = new StringBuilder(BEGIN);
        for (Completed command : commands) {
            text.append("        ")
                    .append(quoted(command.name() + ":" + command.declaration().summary()))
                    .append('\n');
        }
        text.append("        'help:what a command takes'\n        'version:which Berth this is'\n")
                .append(COMMAND);
        commands.forEach(command -> command(command, text));
        return text.append(END).toString();
    }

    private static void command(Completed command, StringBuilder text) {
        text.append("        ").append(command.name()).append(") _arguments -S");
        command.options().forEach(choice -> option(choice, text));
        if (command.command()) {
            text.append(" \\\n            '1: :")
                    .append(action(command.first()))
                    .append("' '*:: :_normal'");
        } else if (command.actions().isEmpty()) {
            // A place of which nothing is known would keep options from being completed.
            if (!command.first().unknown()) {
                text.append(" \\\n            '*: :")
                        .append(action(command.first()))
                        .append("'");
            }
        } else {
            actions(command.actions(), text);
        }
        text.append(" ;;\n");
    }

    private static void actions(Map<String, Value> actions, StringBuilder text) {
        text.append(" \\\n            '1: :(")
                .append(String.join(" ", actions.keySet()))
                .append(")' '*: :{ case $line[1] in ");
        actions.forEach((name, value) -> {
            if (!value.unknown()) {
                text.append(name).append(") ").append(statement(value)).append(" ;; ");
            }
        });
        text.append("esac }'");
    }

    private static void option(Choice choice, StringBuilder text) {
        Option option = choice.option();
        String doc = "[" + escaped(option.doc()) + "]";
        String value = option.isFlag() ? "" : ":" + escaped(option.label()) + ":" + action(choice.value());
        text.append(" \\\n            ")
                .append(quoted("*" + option.name() + (option.isFlag() ? "" : "=") + doc + value));
        if (!option.brief().isEmpty()) {
            text.append(' ').append(quoted("*" + option.brief() + doc + value));
        }
    }

    /** What _arguments does in a place. */
    private static String action(Value value) {
        if (value.unknown()) {
            return " ";
        }
        return "{ " + statement(value) + " }";
    }

    private static String statement(Value value) {
        String words = String.join(" ", value.words());
        if (!words.isEmpty()) {
            words = value.several() ? "_sequence compadd - " + words : "compadd -- " + words;
        }
        String files = switch (value.files()) {
            case NONE -> "";
            case FOLDERS -> "_files -/";
            case ALL -> "_files";
        };
        return words.isEmpty() || files.isEmpty() ? words + files : words + "; " + files;
    }

    /** Brackets and colons end a part of what _arguments reads. */
    private static String escaped(String text) {
        return text.replaceAll("[\\[\\]:\\\\]", "\\\\$0");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }
}
