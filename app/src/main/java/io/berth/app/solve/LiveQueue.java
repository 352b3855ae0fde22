package io.berth.app.solve;

import io.berth.app.client.Api;
import io.berth.app.client.Client;
import io.berth.app.client.HomeOption;
import io.berth.app.client.JobList;
import io.berth.app.home.BerthHome;
import io.berth.core.workload.JobSpec;
import io.berth.spec.input.Tree;
import io.berth.spec.job.JobReader;
import io.berth.spec.quantity.Cpus;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What waits at a running Berth, and what is free there, as its API tells it. */
public final class LiveQueue {
    /** Jobs that are asked for one by one; what comes later starts later anyway. */
    private static final int MOST_JOBS = 1_000;

    private static final int MILLI = 1_000;

    private LiveQueue() {}

    /** The queue now of the Berth with this home; null for the usual one. */
    public static QueueMoment now(@Nullable Path home) {
        Client client = HomeOption.local(BerthHome.of(home, System.getenv()), true);
        List<QueueMoment.Room> rooms = new ArrayList<>();
        for (Tree node : client.get(Api.ROOT + "/nodes?limit=1000")
                .checked()
                .tree()
                .require("nodes")
                .items()) {
            if (node.require("state").text().equals("up")) {
                rooms.add(room(node));
            }
        }
        List<QueueMoment.Waiting> jobs = new ArrayList<>();
        int gangs = 0;
        List<Tree> rows = JobList.read(client, "&state=pending");
        for (Tree row : rows.subList(0, Math.min(MOST_JOBS, rows.size()))) {
            Tree unmet = row.get("unmet");
            if (row.require("tasks").whole() > 1) {
                gangs++;
            } else if (unmet == null || unmet.isNull()) {
                jobs.add(waiting(client, row.require("id").whole()));
            }
        }
        return new QueueMoment("queue of " + client.name(), rooms, jobs, gangs);
    }

    private static QueueMoment.Waiting waiting(Client client, long id) {
        Tree spec = client.get(Api.job(id)).checked().tree().require("spec");
        JobSpec job = JobReader.read(spec, "job");
        return new QueueMoment.Waiting(id + ":" + job.name(), job.priority(), job.demand());
    }

    private static QueueMoment.Room room(Tree node) {
        int idle = 0;
        int largest = 0;
        long sum = 0;
        for (Tree device : node.require("gpu_free_milli").items()) {
            int free = (int) device.whole();
            idle += free == MILLI ? 1 : 0;
            largest = Math.max(largest, free);
            sum += free;
        }
        return new QueueMoment.Room(
                node.require("name").text(),
                node.require("gpu_model").text(),
                Math.max(0, Cpus.parseMilli(node.require("cpus_free").text())),
                Math.max(0, node.require("memory_free_bytes").whole()),
                idle,
                sum,
                largest);
    }
}
