package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.HomeOption;
import io.berth.app.client.Watch;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.console.web.PageWords;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.util.List;

/** {@code berth explain JOB}: why it waits, or how it came to its place. */
public record ExplainCommand(Output output) implements Command {
    private static final Option FIX =
            Option.flag("--fix", "What would start it, each tried on a copy of the state: now, sooner, or by waiting.");

    private static final Option APPLY = Option.value(
            "--apply",
            "N",
            "Do remedy N of --fix: change the job, as berth update does, or have others stop and hold them.");

    private static final Option LANGUAGE = Option.value(
            "--language",
            "en|zh",
            "The language of what people read; without it English. Documents are the same in both.");

    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...] JOB", "--fix [--apply N] [OPTION...] JOB"),
                "Says why a job waits, and what would change it; of one that was started, when, where, and why there.",
                List.of(FIX, APPLY, LANGUAGE, HomeOption.OPTION, Answer.JSON, Watch.WATCH));
    }

    @Override
    public int run(Arguments arguments) {
        PageWords words = PageWords.of(LANGUAGE.name(), arguments.text(LANGUAGE.name(), PageWords.ENGLISH));
        long number = arguments.whole(APPLY.name(), 1, Integer.MAX_VALUE, 0);
        if (number > 0) {
            return new Watch(output, arguments)
                    .showJob("job", (client, job, _) -> new RemedyPage(client, words).apply(job, number));
        }
        if (arguments.flag(FIX.name())) {
            return new Watch(output, arguments)
                    .showJob("job,node,strategy", (client, job, _) -> new RemedyPage(client, words).of(job));
        }
        return new Watch(output, arguments).showJob("job,node,strategy", (client, job, _) -> {
            Tree why = client.get(Api.job(job) + "/explain").checked().tree();
            return new Watch.Page(
                    JsonTree.of(why),
                    ExplainText.of(why, words),
                    !why.require("waiting").flag());
        });
    }
}
