package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.Watch;
import io.berth.core.time.Nanos;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What would start a job, for people; and one of that, done. */
final class RemedyPage {
    private static final double SHOWN = 1.005;

    private RemedyPage() {}

    /** What would start {@code job}. */
    static Watch.Page of(Client client, long job) {
        Tree told = client.get(Api.job(job) + "/remedies").checked().tree();
        List<Tree> remedies = told.require("remedies").items();
        StringBuilder text =
                new StringBuilder("job " + job + " is " + told.require("state").text());
        String why = told.require("text").text();
        text.append(why.isEmpty() ? "" : ": " + why).append('\n');
        for (Tree remedy : remedies) {
            text.append("  ").append(remedy.require("number").text()).append("  ");
            text.append(remedy.require("text").text())
                    .append(": ")
                    .append(when(remedy))
                    .append('\n');
        }
        return new Watch.Page(JsonTree.of(told), text.toString(), remedies.isEmpty());
    }

    /** Does remedy {@code number}, as {@code berth update} would, and says what was done. */
    static Watch.Page apply(Client client, long job, long number) {
        Tree told = client.get(Api.job(job) + "/remedies").checked().tree();
        List<Tree> remedies = told.require("remedies").items();
        if (number > remedies.size()) {
            throw new InputException("--apply", "must be the number of a remedy, from 1 to " + remedies.size());
        }
        Tree remedy = remedies.get((int) number - 1);
        Tree change = remedy.get("change");
        if (change == null || change.isNull()) {
            throw new InputException("--apply", "must be a change of the job; " + number + " is to wait");
        }
        Tree row =
                client.ask("PATCH", Api.job(job), JsonTree.of(change)).checked().tree();
        return new Watch.Page(
                JsonTree.of(row), "job " + job + ": " + remedy.require("text").text() + '\n', true);
    }

    private static String when(Tree remedy) {
        double slower = remedy.require("slower").number();
        String price = slower < SHOWN ? "" : String.format(Locale.ROOT, "; its work takes %.2f times as long", slower);
        if (remedy.require("now").flag()) {
            return "now" + price;
        }
        String start = given(remedy, "start");
        if (start == null) {
            return "nobody knows when";
        }
        String early = given(remedy, "early");
        String late = given(remedy, "late");
        boolean exact = start.equals(early) && start.equals(late);
        String range = exact || early == null
                ? ""
                : ", between " + far(early) + " and " + (late == null ? "later than was looked" : far(late));
        return far(start) + range + price;
    }

    private static @Nullable String given(Tree row, String key) {
        Tree value = row.get(key);
        return value == null || value.isNull() ? null : value.text();
    }

    private static String far(String time) {
        long nanos = Duration.between(Instant.now(), Instant.parse(time)).toNanos();
        return nanos <= 0 ? "now" : "in " + Nanos.format(nanos);
    }
}
