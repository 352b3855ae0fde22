package io.berth.app.completion;

import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Declaration;
import io.berth.app.option.Options;
import io.berth.spec.input.InputException;
import java.util.List;
import java.util.function.Supplier;

/** {@code berth completion SHELL}: prints what completes commands, options and values in a shell. */
public record CompletionCommand(Output output, Supplier<List<Declaration>> commands) implements Command {
    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");

    @Override
    public Options options() {
        return Options.of(
                String.join("|", SHELLS),
                "Prints what completes commands, options and values in a shell. Packages have it where shells look; elsewhere:"
                        + " source <(berth completion bash) in ~/.bashrc, the same with zsh in ~/.zshrc after compinit, and"
                        + " berth completion fish | source in config.fish.");
    }

    @Override
    public int run(Arguments arguments) {
        String shell = arguments.word();
        if (shell == null) {
            throw new InputException("berth completion", "name a shell: " + String.join(", ", SHELLS));
        }
        List<Completed> completed = commands.get().stream().map(Completed::of).toList();
        String text = switch (shell) {
            case "bash" -> BashCompletion.of(completed);
            case "zsh" -> ZshCompletion.of(completed);
            case "fish" -> FishCompletion.of(completed);
            default -> throw new InputException("berth completion", InputException.unknown("shell", shell, SHELLS));
        };
        output.out().print(text);
        return 0;
    }
}
