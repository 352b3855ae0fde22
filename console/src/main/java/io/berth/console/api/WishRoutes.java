package io.berth.console.api;

import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Route;
import io.berth.console.api.call.Schemas;
import io.berth.console.api.job.ManyJobs;
import io.berth.console.api.job.Wish;
import io.berth.console.view.job.JobRow;
import io.berth.edge.access.Role;
import io.berth.spec.job.JobChangeReader;
import io.berth.spec.schema.JsonSchema;
import java.util.ArrayList;
import java.util.List;

/** The routes of what may be wanted of jobs that were handed in. */
record WishRoutes(JobWishes wishes, Schemas schemas) {
    List<Route> all() {
        String job = Routes.ROOT + "/jobs/{id}";
        List<Route> all = new ArrayList<>();
        for (Wish wish : Wish.values()) {
            all.add(Route.change(
                            "POST",
                            job + "/" + wish.word(),
                            wish.word() + "Job",
                            wish.ofOne(),
                            call -> wishes.one(call, wish))
                    .by(Role.SUBMITTER)
                    .with(JobRoutes.JOB)
                    .giving(Route.Output.json(202, "The job.", schemas.of(JobRow.class))));
            all.add(Route.change(
                            "POST",
                            Routes.ROOT + "/job-operations/" + wish.word(),
                            wish.word() + "Jobs",
                            wish.ofMany(),
                            call -> wishes.many(call, wish))
                    .by(Role.SUBMITTER)
                    .with(ManyJobs.choosing())
                    .giving(Route.Output.json(202, "They are told.", schemas.of(Documented.Told.class))));
        }
        all.add(Route.change(
                        "PATCH",
                        job,
                        "updateJob",
                        "Has a job ask for something else: its priority, its time limit, and while it waits its queue.",
                        wishes::update)
                .by(Role.SUBMITTER)
                .with(JobRoutes.JOB)
                .taking(new Route.Input(
                        "What becomes otherwise; keys that are not there stay as they are.",
                        JsonSchema.of(JobChangeReader.SCHEMA),
                        List.of(
                                new Route.Example("urgent", "{\"priority\": 10}"),
                                new Route.Example("longer", "{\"time_limit\": \"8h\", \"queue\": \"research\"}"))))
                .giving(Route.Output.json(200, "The job.", schemas.of(JobRow.class))));
        return all;
    }
}
