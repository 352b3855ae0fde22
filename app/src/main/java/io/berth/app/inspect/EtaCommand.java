package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.Table;
import io.berth.app.client.Watch;
import io.berth.app.command.Answer;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.app.option.Options;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import io.berth.spec.table.Moments;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code berth eta JOB}: when it will start and end. */
public record EtaCommand(Output output) implements Command {
    private static final Option ALL = Option.flag("--all", "", "All jobs that wait, in a table.");

    @Override
    public Options options() {
        return new Options(
                List.of("[OPTION...] JOB", "[OPTION...] --all"),
                "Says when a job will start and end, and what that rests on: the strategy runs on in virtual time from what is now,"
                        + " many times, with the run times that users and ended jobs tell and with submissions as they were in the"
                        + " last days.",
                List.of(ALL, HomeOption.OPTION, Answer.JSON, Watch.WATCH));
    }

    @Override
    public int run(Arguments arguments) {
        if (arguments.flag(ALL.name())) {
            Client client = HomeOption.client(arguments.withoutWords());
            return new Watch(output, arguments).show(client, "job,node,strategy", window -> {
                Tree starts = client.get(Api.ROOT + "/etas").checked().tree();
                return Watch.Page.of(JsonTree.of(starts), table(starts, window.width()));
            });
        }
        return new Watch(output, arguments).showJob("job,node,strategy", (client, job, _) -> {
            Tree eta = client.get(Api.job(job) + "/eta").checked().tree();
            boolean ended = eta.require("verdict").text().equals("ended");
            return new Watch.Page(JsonTree.of(eta), text(eta), ended);
        });
    }

    private static String table(Tree starts, int width) {
        Table table = new Table("JOB", "NAME", "PLACE", "STARTS", "EARLIEST", "LATEST", "RUNS", "AS");
        for (Tree job : starts.require("jobs").items()) {
            Tree run = job.require("run");
            Tree seconds = run.get("run_s");
            table.add(
                    job.require("id").text(),
                    job.require("name").text(),
                    given(job, "position"),
                    far(job, "start"),
                    far(job, "early"),
                    far(job, "late"),
                    seconds == null || seconds.isNull() ? "" : Nanos.format((long) (seconds.number() * 1e9)),
                    run.require("text").text());
        }
        return table.text(width) + "In 8 of 10 cases a job starts between earliest and latest, by "
                + starts.require("members").text() + " courses with submissions of "
                + starts.require("days").text() + " days before.\n";
    }

    private static String given(Tree row, String key) {
        Tree value = row.get(key);
        return value == null || value.isNull() ? "" : value.text();
    }

    private static String far(Tree row, String key) {
        String time = given(row, key);
        return time.isEmpty() ? "later" : relative(Instant.parse(time), false);
    }

    private static String text(Tree eta) {
        StringBuilder text = new StringBuilder();
        text.append("job ").append(eta.require("id").text());
        text.append(" is ").append(eta.require("state").text());
        Tree position = eta.get("position");
        if (position != null && !position.isNull()) {
            text.append(", number ").append(position.text()).append(" of those that wait");
        }
        text.append(": ").append(eta.require("text").text()).append('\n');
        Tree moved = eta.get("clock_moved_seconds");
        // Since the clock was set, what was before is not as long ago as the clock says.
        long movedNanos = moved == null || moved.isNull() ? 0 : Math.round(moved.number() * 1e9);
        String state = eta.require("state").text();
        boolean ended = eta.require("verdict").text().equals("ended");
        boolean started = ended || state.equals("running") || state.equals("stopping");
        moment(started ? "started" : "starts", eta.get("start"), started ? movedNanos : 0, text);
        moment(ended ? "ended" : "ends", eta.get("end"), 0, text);
        for (Tree rest : eta.require("rests_on").items()) {
            Tree seconds = rest.get("run_s");
            text.append("  job ").append(rest.require("id").text());
            text.append(" (").append(rest.require("name").text()).append("): ");
            if (seconds != null && !seconds.isNull()) {
                text.append("runs ")
                        .append(Nanos.format((long) (seconds.number() * 1e9)))
                        .append(", ");
            }
            text.append(rest.require("text").text()).append('\n');
        }
        List<Tree> assumptions = eta.require("assumptions").items();
        if (!assumptions.isEmpty()) {
            text.append("  assumes: ").append(assumptions.getFirst().text()).append("; nothing fails\n");
        }
        return text.toString();
    }

    /** What a job does at a moment, or did: the words say so, not the clock, which may be ahead of what really is. */
    private static void moment(String what, @Nullable Tree moment, long movedNanos, StringBuilder text) {
        if (moment == null || moment.isNull()) {
            return;
        }
        Instant time = Instant.parse(moment.require("time").text());
        Instant early = Instant.parse(moment.require("early").text());
        String late = given(moment, "late");
        text.append("  ").append(what).append(' ');
        boolean over = what.endsWith("ed");
        text.append(Moments.local(time)).append(", ").append(relative(time.plusNanos(movedNanos), over));
        if (!moment.require("early").text().equals(late)) {
            text.append("; in 8 of 10 cases ")
                    .append(relative(early, over))
                    .append(" to ")
                    .append(late.isEmpty() ? "later than was looked" : relative(Instant.parse(late), over));
        }
        text.append('\n');
    }

    private static String relative(Instant time, boolean over) {
        long nanos = Duration.between(Instant.now(), time).toNanos();
        if (over) {
            return Nanos.format(Math.max(0, -nanos)) + " ago";
        }
        return nanos <= 0 ? "now" : "in " + Nanos.format(nanos);
    }
}
