package io.berth.app.submit;

import io.berth.app.client.Api;
import io.berth.app.client.ArrayJobs;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.NodeFacts;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.core.workload.JobSpec;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.input.TreeReader;
import io.berth.spec.job.JobGraphReader;
import io.berth.spec.json.JsonTree;
import io.berth.spec.script.BatchScript;
import io.berth.spec.script.Directive;
import io.berth.spec.script.SbatchReader;
import io.berth.spec.script.ScriptJob;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code berth submit}: hands in a job, or several. */
public record SubmitCommand(Output output) implements Command {
    private static final String BATCHES = Api.ROOT + "/batches";

    /** What was accepted: the numbers of the first and the last job, and what is printed. */
    private record Accepted(long first, long last, @Nullable Object document, String text) {}

    @Override
    public Options options() {
        return SubmitOptions.all();
    }

    @Override
    public int run(Arguments arguments) {
        List<String> words = arguments.words();
        String wrapped = arguments.text(SubmitOptions.WRAP.name());
        if (wrapped != null) {
            if (!words.isEmpty()) {
                throw new InputException(SubmitOptions.WRAP.name(), "is all that runs: leave out " + words.getFirst());
            }
            return script(BatchScript.read(Source.text("wrap", "#!/bin/sh\n" + wrapped + "\n")), arguments);
        }
        if (words.isEmpty()) {
            throw new InputException(
                    "berth submit",
                    "name one job file or script, or a command after --: berth submit -- python train.py");
        }
        if (arguments.command()) {
            SequencedMap<String, Object> document = JobDocument.ofCommand(words, environment(arguments));
            return one(document, arguments);
        }
        Source source = Source.file(words.getFirst());
        if (BatchScript.isScript(source)) {
            return script(BatchScript.read(source), arguments);
        }
        if (words.size() > 1) {
            throw new InputException(
                    source.name(),
                    "is a job file, which takes no arguments; a script begins with #!, such as #!/bin/bash");
        }
        Tree tree = TreeReader.read(source);
        if (JobGraphReader.isGraph(tree)) {
            return several(tree, arguments);
        }
        return one(JobDocument.ofFile(tree, source.baseName(), environment(arguments)), arguments);
    }

    private int script(BatchScript script, Arguments typed) {
        Arguments arguments = typed;
        // The last line of an option holds, and what was typed goes before all lines.
        List<Directive> lines = new ArrayList<>(script.directives()).reversed();
        for (Directive line : lines) {
            if (!line.slurm()) {
                String place = line.position().source() + ":" + line.position().line();
                arguments = arguments.over(Arguments.line(place, options(), line.words()));
            }
        }
        Arguments told = arguments;
        ScriptJob asked = SbatchReader.read(
                script, () -> NodeFacts.ask(HomeOption.client(told)), LocalDateTime.now(ZoneId.systemDefault()));
        asked.warnings().forEach(warning -> output.note("berth: " + warning));
        List<String> words = arguments.words();
        SequencedMap<String, Object> document =
                JobDocument.ofScript(script, asked, words.stream().skip(1).toList(), environment(arguments));
        Client client = HomeOption.client(arguments);
        List<Object> after =
                ArrayJobs.after(client, asked.after(), String.valueOf(document.getOrDefault("name", script.name())));
        if (!after.isEmpty()) {
            document.put("after", after);
        }
        return one(document, arguments, client, asked.waits());
    }

    /** Of the caller, as far as it goes on to the job. */
    private static SortedMap<String, String> environment(Arguments arguments) {
        SortedMap<String, String> environment = JobDocument.environment(arguments.flag(SubmitOptions.CLEAN.name()));
        JobDocument.leaveOutLogin(environment, arguments.text(SubmitOptions.USER.name()));
        return environment;
    }

    private int one(SequencedMap<String, Object> document, Arguments arguments) {
        return one(document, arguments, HomeOption.client(arguments), false);
    }

    private int one(SequencedMap<String, Object> document, Arguments arguments, Client client, boolean waits) {
        SubmitOptions.putAll(document, arguments, client);
        JobDocument.putVariables(document, SubmitOptions.variables(arguments));
        boolean wait = waits || arguments.flag(SubmitOptions.WAIT.name());
        return submit(arguments, client, wait, () -> {
            Tree answer = client.ask("POST", Api.JOBS, document)
                    .checked(SubmitOptions.typed(arguments))
                    .tree();
            warn(answer);
            long job = answer.require("id").whole();
            return new Accepted(job, job, JsonTree.of(answer), job + "\n");
        });
    }

    private int several(Tree tree, Arguments arguments) {
        SubmitOptions.checkShared(arguments);
        SequencedMap<String, Object> document =
                JobDocument.ofGraph(JobGraphReader.read(tree, JobSpec.DEFAULT_QUEUE), environment(arguments));
        for (SequencedMap<String, Object> job : JobDocument.jobs(document)) {
            SubmitOptions.putShared(job, arguments);
            JobDocument.putVariables(job, SubmitOptions.variables(arguments));
        }
        JobDocument.putVariables(document, SubmitOptions.variables(arguments));
        Client client = HomeOption.client(arguments);
        return submit(arguments, client, arguments.flag(SubmitOptions.WAIT.name()), () -> {
            Tree answer = client.ask("POST", BATCHES, document).checked().tree();
            warn(answer);
            StringBuilder text = new StringBuilder();
            long last = 0;
            for (Tree job : answer.require("jobs").items()) {
                long first = job.require("id").whole();
                last = first + job.require("count").whole() - 1;
                text.append(first).append(last > first ? "-" + last : "");
                text.append(' ').append(job.require("name").text()).append('\n');
            }
            long first = answer.require("jobs").items().getFirst().require("id").whole();
            return new Accepted(first, last, JsonTree.of(answer), text.toString());
        });
    }

    private void warn(Tree answer) {
        Tree warnings = answer.get("warnings");
        if (warnings != null) {
            warnings.items().forEach(warning -> output.note("berth: " + warning.text()));
        }
    }

    private int submit(Arguments arguments, Client client, boolean wait, Supplier<Accepted> hand) {
        boolean follow = arguments.flag(SubmitOptions.FOLLOW.name());
        boolean json = arguments.flag(Answer.JSON.name());
        if (follow && json) {
            throw new InputException(SubmitOptions.FOLLOW.name(), "does not go with " + Answer.JSON.name());
        }
        @Nullable JobWait end = wait || follow ? new JobWait(client) : null;
        Accepted accepted = hand.get();
        if (follow) {
            output.note("berth: job " + accepted.first());
            client.copy(Api.job(accepted.first()) + "/logs?task=0&follow=true", output.pieces());
        } else if (json) {
            output.json(accepted.document());
        } else {
            output.out().print(accepted.text());
            output.out().flush();
        }
        if (end == null) {
            return 0;
        }
        JobWait.Ended ended = end.until(accepted.first(), last(client, accepted));
        ended.lines().forEach(line -> output.note("berth: " + line));
        return ended.code();
    }

    /** Of an array, the API tells the first; the others follow it. */
    private static long last(Client client, Accepted accepted) {
        if (accepted.last() > accepted.first()) {
            return accepted.last();
        }
        Tree array = client.get(Api.job(accepted.first())).checked().tree().get("array");
        if (array == null || array.isNull()) {
            return accepted.first();
        }
        return accepted.first() + array.require("count").whole() - 1;
    }
}
