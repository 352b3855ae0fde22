package io.berth.app;

import io.berth.app.option.HelpText;
import io.berth.spec.input.InputException;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

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
            output.out().print(help(name, line.getCommandSpec()));
            return 0;
        }
        return annotated.run();
    }

    /** The same text as of commands that declare their options themselves. */
    private static String help(String name, CommandSpec spec) {
        String forms = spec.positionalParameters().stream()
                .map(AnnotatedCommand::place)
                .collect(Collectors.joining());
        HelpText text = new HelpText()
                .usage("berth " + name, List.of("[OPTION...]" + forms))
                .prose(String.join(" ", spec.usageMessage().description()));
        if (!spec.positionalParameters().isEmpty()) {
            text.section("Arguments");
            spec.positionalParameters().forEach(parameter -> text.entry(label(parameter), doc(parameter)));
        }
        text.section("Options");
        for (OptionSpec option : spec.options()) {
            String names = String.join(", ", option.names());
            text.entry(option.arity().max() == 0 ? names : names + " " + option.paramLabel(), doc(option));
        }
        return text.toString();
    }

    private static String place(PositionalParamSpec parameter) {
        return " " + (parameter.required() ? label(parameter) : "[" + label(parameter) + "]");
    }

    private static String label(PositionalParamSpec parameter) {
        return parameter.paramLabel() + (parameter.arity().max() > 1 ? "..." : "");
    }

    private static String doc(ArgSpec argument) {
        return String.join(" ", argument.description());
    }

    /** Every command has it, so none declares it. */
    private static void addHelp(CommandSpec spec) {
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build());
    }
}
