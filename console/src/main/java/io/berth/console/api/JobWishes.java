package io.berth.console.api;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Engine;
import io.berth.console.api.job.JobResource;
import io.berth.console.api.job.ManyJobs;
import io.berth.console.api.job.Wish;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.console.view.job.JobPhase;
import io.berth.core.workload.JobChange;
import io.berth.live.driver.Operator;
import io.berth.spec.input.InputException;
import io.berth.spec.job.JobChangeReader;

/** What people want of jobs that were handed in: of one, or of many. */
record JobWishes(Operator operator, LiveView view, JobResource jobs, ManyJobs many) {
    private static final int MOST_BYTES = 4_096;

    JobWishes(Operator operator, LiveView view, JobResource jobs) {
        this(operator, view, jobs, new ManyJobs(operator, view));
    }

    /** {@code POST /jobs/ID/hold} and the like. */
    Response one(Call call, Wish wish) {
        JobEntry job = jobs.living(call);
        Documents.none(call.request());
        Engine.await(wish.tell(operator, job.id()));
        return Response.text(202, Response.JSON, jobs.find(call).json());
    }

    /** {@code POST /job-operations/hold} and the like. */
    Response many(Call call, Wish wish) {
        return many.wish(call, wish);
    }

    /** {@code PATCH /jobs/ID}. */
    Response update(Call call) {
        JobEntry job = jobs.living(call);
        JobChange change;
        try {
            change = JobChangeReader.read(Documents.read(call.request(), MOST_BYTES));
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
        if (change.queue() != null) {
            Submitter.checkQueue(change.queue(), call.caller());
        }
        if (change.resizes()) {
            checkResize(job, change);
        }
        Engine.await(operator.update(job.id(), change));
        return Response.text(200, Response.JSON, jobs.find(call).json());
    }

    /** Refuses other tasks where the job holds room or has several groups, and those that no node could ever hold. */
    private void checkResize(JobEntry job, JobChange change) {
        if (job.phase() != JobPhase.PENDING || !job.spec().uniform()) {
            String why = job.phase() == JobPhase.PENDING ? "it has several groups" : "it waits no more";
            throw Problem.of(
                            409,
                            "conflict",
                            "the job cannot be changed so",
                            "tasks and demand are only of a job of one group that waits: " + why)
                    .exception();
        }
        Offer.check(view.nodes(), change.applied(job.spec(), true));
    }
}
