package io.berth.app.inspect;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.Watch;
import io.berth.console.web.PageWords;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What would start a job, for people; and one of that, done. */
record RemedyPage(Client client, PageWords words) {
    /** What would start {@code job}. */
    Watch.Page of(long job) {
        Tree told = client.get(Api.job(job) + "/remedies").checked().tree();
        return new Watch.Page(
                JsonTree.of(told),
                new RemedyLines(words).text(job, told),
                told.require("remedies").items().isEmpty());
    }

    /** Does remedy {@code number}, as {@code berth update}, {@code hold} and {@code requeue} would, and says what was done. */
    Watch.Page apply(long job, long number) {
        Tree told = client.get(Api.job(job) + "/remedies").checked().tree();
        List<Tree> remedies = told.require("remedies").items();
        if (number > remedies.size()) {
            throw new InputException("--apply", "must be the number of a remedy, from 1 to " + remedies.size());
        }
        Tree remedy = remedies.get((int) number - 1);
        List<Tree> victims = remedy.require("victims").items();
        Tree done = victims.isEmpty() ? change(job, remedy) : stop(victims);
        String head =
                words.english() ? "job " + job + ": " : words.text("job.title", Map.of("id", Long.toString(job))) + "：";
        String more = victims.isEmpty()
                ? ""
                : "\nberth release " + numbers(victims, " ") + (words.english() ? " lets them start again" : "");
        return new Watch.Page(JsonTree.of(done), head + new RemedyLines(words).said(remedy) + more + '\n', true);
    }

    private Tree change(long job, Tree remedy) {
        Tree change = remedy.get("change");
        if (change == null || change.isNull()) {
            boolean rights = !remedy.require("raises").items().isEmpty();
            throw new InputException(
                    "--apply",
                    "must be a change of the job; " + remedy.require("number").text()
                            + (rights ? " is one of the queues, which the configuration says" : " is to wait"));
        }
        return client.ask("PATCH", Api.job(job), JsonTree.of(change)).checked().tree();
    }

    /** They are held first: whoever was put back might start again at once. */
    private Tree stop(List<Tree> victims) {
        String jobs = "?jobs=" + numbers(victims, ",");
        client.ask("POST", Api.ROOT + "/job-operations/hold" + jobs, null).checked();
        return client.ask("POST", Api.ROOT + "/job-operations/requeue" + jobs, null)
                .checked()
                .tree();
    }

    private static String numbers(List<Tree> victims, String between) {
        return victims.stream().map(victim -> victim.require("id").text()).collect(Collectors.joining(between));
    }
}
