package io.berth.app.completion;

import io.berth.app.completion.Completed.Choice;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The completion for bash 4 and newer; it needs no library of completions. */
final class BashCompletion {
    private static final String BEGIN = """
            # Completion of berth for bash; berth completion bash prints it.

            _berth_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }

            # Some of the words, separated by commas; - before one turns an order.
            _berth_list() {
                local done= last=$current
                case $current in *,*) done=${current%,*}, last=${current##*,} ;; esac
                case $last in -*) done=$done- last=${last#-} ;; esac
                mapfile -t COMPREPLY < <(compgen -P "$done" -W "$1" -- "$last")
                compopt -o nospace
            }

            _berth_files() {
                compopt -o filenames
                mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
            }

            _berth_folders() {
                compopt -o filenames
                mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$current")
            }

            _berth() {
                local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} word i
                COMPREPLY=()
            """;

    private static final String COMMAND = """
                    return
                fi
                # --name=value comes as three words.
                if [ "$current" = = ]; then
                    current=
                elif [ "$before" = = ]; then
                    before=${COMP_WORDS[COMP_CWORD-2]}
                fi
                local operands=()
                for ((i = 2; i < COMP_CWORD; i++)); do
                    word=${COMP_WORDS[i]}
                    if [ "$word" = -- ]; then
                        compopt -o default
                        if ((i + 1 == COMP_CWORD)); then mapfile -t COMPREPLY < <(compgen -c -- "$current"); fi
                        return
                    fi
                    case $word in -* | =) ;; *) operands+=("$word") ;; esac
                done
                case $command in
            """;

    private BashCompletion() {}

    /** The file of it. */
    static String of(List<Completed> commands) {
        StringBuilder text = new StringBuilder(BEGIN);
        String names = commands.stream().map(Completed::name).collect(Collectors.joining(" "));
        text.append("    if ((COMP_CWORD == 1)); then\n        _berth_words \"")
                .append(names)
                .append(" help version --help --version\"\n")
                .append(COMMAND);
        text.append("        help) _berth_words \"").append(names).append("\" ;;\n");
        commands.forEach(command -> command(command, text));
        return text.append("    esac\n}\n\ncomplete -F _berth berth\n").toString();
    }

    private static void command(Completed command, StringBuilder text) {
        text.append("        ").append(command.name()).append(")\n");
        values(command, text);
        text.append("            case $current in\n                -*) _berth_words \"");
        text.append(
                command.options().stream().map(choice -> choice.option().name()).collect(Collectors.joining(" ")));
        text.append("\" ; return ;;\n            esac\n");
        if (command.actions().isEmpty()) {
            text.append("            ").append(completing(command.first())).append('\n');
        } else {
            actions(command, text);
        }
        text.append("            ;;\n");
    }

    private static void values(Completed command, StringBuilder text) {
        text.append("            case $before in\n");
        for (Choice choice : command.options()) {
            if (!choice.option().isFlag()) {
                text.append("                ").append(choice.option().name());
                if (!choice.option().brief().isEmpty()) {
                    text.append(" | ").append(choice.option().brief());
                }
                text.append(") ").append(completing(choice.value())).append(" ; return ;;\n");
            }
        }
        text.append("            esac\n");
    }

    private static void actions(Completed command, StringBuilder text) {
        text.append("            case ${operands[0]-} in\n                '') _berth_words \"")
                .append(String.join(" ", command.actions().keySet()))
                .append("\" ;;\n");
        for (Map.Entry<String, Value> action : command.actions().entrySet()) {
            if (!action.getValue().unknown()) {
                text.append("                ")
                        .append(action.getKey())
                        .append(") ")
                        .append(completing(action.getValue()))
                        .append(" ;;\n");
            }
        }
        text.append("            esac\n");
    }

    private static String completing(Value value) {
        String words = value.words().isEmpty()
                ? ""
                : (value.several() ? "_berth_list \"" : "_berth_words \"") + String.join(" ", value.words()) + "\"";
        String files = switch (value.files()) {
            case NONE -> "";
            case FOLDERS -> "_berth_folders";
            case ALL -> "_berth_files";
        };
        if (words.isEmpty() || files.isEmpty()) {
            return value.unknown() ? ":" : words + files;
        }
        return words + "; " + files;
    }
}
