package io.berth.app.kube;

import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;

/** {@code berth kube} and what stands below it, each with options of its own. */
public final class KubeCommands {
    private static final SequencedMap<String, Function<Output, Command>> ACTIONS = actions();

    private KubeCommands() {}

    private static SequencedMap<String, Function<Output, Command>> actions() {
        SequencedMap<String, Function<Output, Command>> actions = new LinkedHashMap<>();
        actions.put("explain", KubeExplainCommand::new);
        actions.put("extender", KubeExtenderCommand::new);
        actions.put("record", KubeRecordCommand::new);
        actions.put("shadow", KubeShadowCommand::new);
        actions.put("report", KubeReportCommand::new);
        return actions;
    }

    /** What all of them take, for shells that complete it. */
    public static Options declared() {
        Options own = new KubeCommand(Output.nowhere()).options();
        List<Option> all = new ArrayList<>(own.all());
        ACTIONS.values()
                .forEach(action -> action.apply(Output.nowhere()).options().all().stream()
                        .filter(option ->
                                all.stream().noneMatch(known -> known.name().equals(option.name())))
                        .forEach(all::add));
        return new Options(own.synopsis(), own.doc(), all);
    }

    /** Runs the one that {@code args} begin with, and returns its exit code; without a word of any, that which schedules. */
    public static int run(String name, List<String> args, Output output) {
        String first = args.isEmpty() ? "" : args.getFirst();
        Function<Output, Command> action = ACTIONS.get(first);
        return action == null
                ? Command.run(name, new KubeCommand(output), args, output)
                : Command.run(name + " " + first, action.apply(output), args.subList(1, args.size()), output);
    }
}
