package io.berth.app.client;

import io.berth.app.Output;
import io.berth.app.QuickCommand;
import io.berth.app.option.Arguments;
import io.berth.app.option.Options;
import io.berth.core.time.Nanos;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** {@code berth eta JOB}: when it will start and end. */
public final class EtaCommand implements QuickCommand {
    private final Output output;

    public EtaCommand(Output output) {
        this.output = output;
    }

    @Override
    public Options options() {
        return Options.of(
                "[OPTION...] JOB",
                "Says when a job will start and end, and what that rests on: the strategy runs on in virtual time from what is now,"
                        + " with the run times that users and ended jobs tell.",
                HomeOption.OPTION,
                Watch.JSON,
                Watch.WATCH);
    }

    @Override
    public int run(Arguments arguments) {
        long job = arguments.jobs(1).getFirst();
        Client client = HomeOption.client(arguments);
        return new Watch(output, arguments).show(client, "job,node,strategy", () -> {
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
        moment("starts", "started", eta.get("start"), movedNanos, text);
        moment("ends", "ended", eta.get("end"), movedNanos, text);
        for (Tree rest : eta.require("rests_on").items()) {
            Tree seconds = rest.get("run_s");
            text.append("  job ").append(rest.require("id").text());
            text.append(" (").append(rest.require("name").text()).append("): ");
            if (seconds != null && !seconds.isNull()) {
                text.append("runs ")
                        .append(span((long) (seconds.number() * 1e9)))
                        .append(", ");
            }
            text.append(rest.require("text").text()).append('\n');
        }
        if (!eta.require("assumptions").items().isEmpty()) {
            text.append("  assumes that nothing else is submitted, cancelled or drained and nothing fails\n");
        }
        return text.toString();
    }

    private static void moment(String coming, String past, @Nullable Tree moment, long movedNanos, StringBuilder text) {
        if (moment == null || moment.isNull()) {
            return;
        }
        Instant time = Instant.parse(moment.require("time").text());
        Instant early = Instant.parse(moment.require("early").text());
        Instant late = Instant.parse(moment.require("late").text());
        boolean over = time.isBefore(Instant.now().minusNanos(movedNanos));
        text.append("  ").append(over ? past : coming).append(' ');
        text.append(time.truncatedTo(ChronoUnit.SECONDS))
                .append(", ")
                .append(relative(over ? time.plusNanos(movedNanos) : time));
        if (!early.equals(late)) {
            text.append("; in 8 of 10 cases ")
                    .append(relative(early))
                    .append(" to ")
                    .append(relative(late));
        }
        text.append('\n');
    }

    private static String relative(Instant time) {
        long nanos = Duration.between(Instant.now(), time).toNanos();
        return nanos < 0 ? span(-nanos) + " ago" : "in " + span(nanos);
    }

    private static String span(long nanos) {
        return Nanos.format(nanos);
    }
}
