package io.berth.app.command;

import io.berth.app.option.HelpText;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.app.option.Words;
import io.berth.spec.input.InputException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Runs commands whose fields are annotated for picocli; a class of its own so that other commands do not load picocli. */
public final class AnnotatedCommand {
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

    /** What {@code annotated} takes, as the other commands declare it. */
    static Options options(String synopsis, Command annotated) {
        CommandSpec spec = new CommandLine(annotated).getCommandSpec();
        Map<String, Words> operands = new LinkedHashMap<>();
        for (PositionalParamSpec operand : spec.positionalParameters()) {
            operands.put(operand.paramLabel(), words(operand));
        }
        return new Options(
                List.of(("[OPTION...] " + synopsis).strip()),
                String.join(" ", spec.usageMessage().description()),
                spec.options().stream().map(AnnotatedCommand::option).toList(),
                operands);
    }

    private static Option option(OptionSpec spec) {
        List<String> names = Arrays.stream(spec.names())
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList();
        return new Option(
                names.getFirst(),
                names.size() > 1 ? names.getLast() : "",
                spec.arity().max() == 0 ? "" : spec.paramLabel(),
                String.join(" ", spec.description()),
                words(spec),
                List.of());
    }

    private static Words words(ArgSpec spec) {
        Iterable<String> candidates = spec.completionCandidates();
        if (candidates == null) {
            return Words.ANY;
        }
        return Words.one(
                () -> StreamSupport.stream(candidates.spliterator(), false).toList());
    }

    /** Every command has it, so none declares it. */
    private static void addHelp(CommandSpec spec) {
        spec.addOption(OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("Show this help.")
                .build());
    }
}
