package io.berth.app;

import io.berth.spec.input.InputException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Runs commands whose fields are annotated for picocli; a class of its own so that other commands do not load picocli. */
final class AnnotatedCommand {
    private AnnotatedCommand() {}

    static int run(String name, Command annotated, List<String> args, Output output) {
        CommandLine line = new CommandLine(annotated);
        line.setCommandName("berth " + name);
        addHelp(line.getCommandSpec());
        CommandLine.ParseResult parsed;
        try {
            parsed = line.parseArgs(args.toArray(String[]::new));
        } catch (CommandLine.ParameterException e) {
            String message = e.getMessage() == null ? "wrong arguments" : e.getMessage();
            throw new InputException("berth " + name, message + "; --help lists what there is");
        }
        if (parsed.isUsageHelpRequested()) {
            line.usage(output.out(), CommandLine.Help.Ansi.OFF);
            return 0;
        }
        return annotated.run();
    }

    /** Every command has it, so none declares it. */
    private static void addHelp(CommandSpec spec) {
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build());
    }
}
