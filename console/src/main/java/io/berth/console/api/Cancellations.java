package io.berth.console.api;

import io.berth.console.http.Problem;
import io.berth.console.http.Response;
import io.berth.console.view.JobEntry;
import io.berth.console.view.LiveView;
import io.berth.live.driver.Operator;
import io.berth.live.driver.RefusedException;
import io.berth.spec.job.JobRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code DELETE /jobs}: the end of many jobs at once. */
final class Cancellations {
    static final Parameter JOBS =
            Parameter.ranges("jobs", "Only jobs of these numbers, such as 12,20-29; of a range, those that live.");
    static final Parameter DRY_RUN = Parameter.words(
            "dry_run", "With true, nothing is cancelled: the answer says what would be.", List.of("true", "false"));

    private final Operator operator;
    private final LiveView view;

    Cancellations(Operator operator, LiveView view) {
        this.operator = operator;
        this.view = view;
    }

    /** All are asked of the engine before the first is waited for, so that it takes them in few instants. */
    Response cancel(Call call) {
        Documents.none(call.request());
        List<JobRange> ranges = JOBS.ranges(call.text(JOBS.name()));
        long array = call.whole(JobFilter.ARRAY.name());
        boolean meant = array > 0 || !ranges.isEmpty();
        for (String name : List.of("state", "queue", "name", "user")) {
            meant |= !call.text(name).isEmpty();
        }
        if (!meant) {
            throw Problem.input(JOBS.name(), "jobs, array, state, queue, name or user must say which jobs are meant")
                    .exception();
        }
        Set<Long> singles = new TreeSet<>();
        ranges.stream().filter(JobRange::single).forEach(range -> singles.add(range.first()));
        Predicate<JobEntry> wanted = JobFilter.of(call)
                .and(job -> ranges.isEmpty() || ranges.stream().anyMatch(range -> range.holds(job.id())));
        List<Documented.NotCancelled> refused = new ArrayList<>();
        List<CompletableFuture<@Nullable Long>> asked = new ArrayList<>();
        boolean dry = call.text(DRY_RUN.name()).equals("true");
        boolean numbered = array > 0 || !ranges.isEmpty();
        long ended = 0;
        for (JobEntry job : view.jobsAfter(0)) {
            JobEntry shown = job.shownTo(call.caller());
            if (shown == null || !wanted.test(shown)) {
                continue;
            }
            boolean single = singles.remove(job.id());
            if (!call.caller().owns(job.spec())) {
                if (single) {
                    refused.add(new Documented.NotCancelled(job.id(), "job " + job.id() + " is another user's"));
                }
                continue;
            }
            if (!job.phase().ended()) {
                asked.add(dry ? CompletableFuture.completedFuture(job.id()) : ask(job.id()));
                continue;
            }
            ended += numbered ? 1 : 0;
            if (single) {
                refused.add(new Documented.NotCancelled(
                        job.id(),
                        "job " + job.id() + " has ended already: it is "
                                + job.phase().text()));
            }
        }
        singles.forEach(job -> refused.add(new Documented.NotCancelled(
                job, "there is no job " + job + ", or it ended so long ago that it is not known any more")));
        Engine.await(CompletableFuture.allOf(asked.toArray(CompletableFuture<?>[]::new)));
        long cancelled = asked.stream().filter(each -> each.join() != null).count();
        return Response.json(202, new Documented.Cancelled(cancelled, ended, refused));
    }

    /** The number of {@code job} once it is told to end; null where it has ended meanwhile. */
    private CompletableFuture<@Nullable Long> ask(long job) {
        return operator.cancel(job).handle((_, problem) -> {
            if (problem == null) {
                return job;
            }
            Throwable cause =
                    problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
            if (cause instanceof RefusedException) {
                return null;
            }
            throw new CompletionException(cause);
        });
    }
}
