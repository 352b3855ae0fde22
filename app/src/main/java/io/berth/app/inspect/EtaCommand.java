package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.Watch;
import io.berth.app.command.Command;
import io.berth.app.command.Output;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import io.berth.spec.table.Moments;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** {@code berth eta JOB}: when it will start and end. */
public record EtaCommand(Output output) implements Command {
    @Override
    public Options options() {
        return Watch.options(
                "[OPTION...] JOB",
                "Says when a job will start and end, and what that rests on: the strategy runs on in virtual time from what is now,"
                        + " with the run times that users and ended jobs tell.");
    }

    @Override
    public int run(Arguments arguments) {
        return new Watch(output, arguments).showJob("job,node,strategy", (client, job, _) -> {
            Tree eta = client.get(Api.job(job) + "/eta").checked().tree();
            boolean ended = eta.require("verdict").text().equals("ended");
            return new Watch.Page(JsonTree.of(eta), text(eta), ended);
        });
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
        if (!eta.require("assumptions").items().isEmpty()) {
            text.append("  assumes that nothing else is submitted, cancelled or drained and nothing fails\n");
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
        Instant late = Instant.parse(moment.require("late").text());
        text.append("  ").append(what).append(' ');
        boolean over = what.endsWith("ed");
        text.append(Moments.local(time)).append(", ").append(relative(time.plusNanos(movedNanos), over));
        if (!early.equals(late)) {
            text.append("; in 8 of 10 cases ")
                    .append(relative(early, over))
                    .append(" to ")
                    .append(relative(late, over));
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
