package io.berth.app.kube;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.JobList;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A {@code berth kube} that schedules, asked over its API. */
record RunningBerth(Client client, String scheduler) {
    private static final int MOST_NAMED = 3;

    /** The one at {@code url} that schedules for {@code scheduler}; none where nobody answers there, or somebody else. */
    static Optional<RunningBerth> at(String url, String scheduler) {
        try {
            Client client = HomeOption.at(url, "--url");
            Tree status = client.get(Api.ROOT + "/status").checked().tree();
            Tree name = status.get("name");
            boolean it = name != null && !name.isNull() && name.text().equals(scheduler);
            return it ? Optional.of(new RunningBerth(client, scheduler)) : Optional.empty();
        } catch (UncheckedIOException | InputException e) {
            return Optional.empty();
        }
    }

    /** Why {@code pod} waits; none where it does not know it, or it does not wait. */
    Optional<PodWhy> why(String pod) {
        Optional<Tree> job = JobList.read(client, "&name=" + Api.encoded(pod) + "&state=pending").stream()
                .filter(row -> row.require("name").text().equals(pod))
                .findFirst();
        if (job.isEmpty()) {
            return Optional.empty();
        }
        long id = job.get().require("id").whole();
        Tree why = client.get(Api.job(id) + "/explain").checked().tree();
        if (!why.require("waiting").flag()) {
            return Optional.empty();
        }
        List<PodWhy.Lack> lacks = new ArrayList<>();
        for (Tree node : why.require("nodes").items()) {
            lacks.add(new PodWhy.Lack(
                    node.require("nodes").whole(), node.require("text").text()));
        }
        Tree cure = given(why, "cure");
        Tree strategy = given(why, "strategy");
        return Optional.of(new PodWhy(
                pod,
                "pending",
                why.require("text").text(),
                cure == null ? null : CureText.of(cure.text()),
                lacks,
                start(client.get(Api.job(id) + "/eta").checked().tree(), id),
                "the Berth at " + client.name() + (strategy == null ? "" : ", which decides by " + strategy.text())));
    }

    private PodWhy.Start start(Tree eta, long id) {
        Tree moment = given(eta, "start");
        String text = eta.require("text").text();
        List<String> others = new ArrayList<>();
        for (Tree rest : eta.require("rests_on").items()) {
            if (rest.require("id").whole() != id && others.size() < MOST_NAMED) {
                others.add(rest.require("name").text() + " ("
                        + rest.require("text").text() + ")");
            }
        }
        String rests = others.isEmpty() ? text : "it waits for " + String.join(", ", others);
        return moment == null
                ? PodWhy.Start.unknown(others.isEmpty() ? text : text + ": " + String.join(", ", others))
                : new PodWhy.Start(
                        rests,
                        moment.require("time").text(),
                        moment.require("early").text(),
                        moment.require("late").text());
    }

    private static @Nullable Tree given(Tree map, String key) {
        Tree value = map.get(key);
        return value == null || value.isNull() ? null : value;
    }
}
