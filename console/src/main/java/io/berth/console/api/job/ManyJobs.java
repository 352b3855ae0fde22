package io.berth.console.api.job;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Engine;
import io.berth.console.api.call.Parameter;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.live.driver.Operator;
import io.berth.live.driver.RefusedException;
import io.berth.spec.job.JobRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** What is wanted of many jobs at once: {@code DELETE /jobs}, {@code POST /job-operations/hold} and the like. */
public final class ManyJobs {
    static final Parameter JOBS =
            Parameter.ranges("jobs", "Only jobs of these numbers, such as 12,20-29; of a range, those that live.");
    static final Parameter DRY_RUN = Parameter.words(
            "dry_run", "With true, nothing is done: the answer says what would be.", List.of("true", "false"));

    /** What says which jobs are meant, and whether it is only asked how many. */
    private static final List<Parameter> CHOOSING =
            List.of(JOBS, JobFilter.ARRAY, JobFilter.STATE, JobFilter.QUEUE, JobFilter.NAME, JobFilter.USER, DRY_RUN);

    private final Operator operator;
    private final LiveView view;

    public ManyJobs(Operator operator, LiveView view) {
        this.operator = operator;
        this.view = view;
    }

    /** The parameters of what is wanted of many. */
    public static Parameter[] choosing() {
        return CHOOSING.toArray(Parameter[]::new);
    }

    /** {@code DELETE /jobs}. */
    public Response cancel(Call call) {
        Told told = tell(call, _ -> true, operator::cancel);
        return Response.json(202, new Documented.Cancelled(told.jobs(), told.ended(), told.refused()));
    }

    /** {@code POST /job-operations/hold} and the like for each that it concerns. */
    public Response wish(Call call, Wish wish) {
        Told told = tell(call, wish::concerns, job -> wish.tell(operator, job));
        return Response.json(202, new Documented.Told(told.jobs(), told.ended(), told.refused()));
    }

    /** To how many jobs it was told, and how many of those that were named by number had ended. */
    private record Told(long jobs, long ended, List<Documented.Refused> refused) {}

    /** All are asked of the engine before the first is waited for, so that it takes them in few instants. */
    private Told tell(Call call, Predicate<JobEntry> concerned, LongFunction<CompletableFuture<Void>> wish) {
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
        List<Documented.Refused> refused = new ArrayList<>();
        List<Asked> asked = new ArrayList<>();
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
                    refused.add(new Documented.Refused(job.id(), "job " + job.id() + " is another user's"));
                }
                continue;
            }
            if (!job.phase().ended()) {
                if (single || concerned.test(job)) {
                    CompletableFuture<String> answer =
                            dry ? CompletableFuture.completedFuture("") : ask(job.id(), wish);
                    asked.add(new Asked(job.id(), single, answer));
                }
                continue;
            }
            ended += numbered ? 1 : 0;
            if (single) {
                refused.add(new Documented.Refused(
                        job.id(),
                        "job " + job.id() + " has ended already: it is "
                                + job.phase().text()));
            }
        }
        singles.forEach(job -> refused.add(new Documented.Refused(
                job, "there is no job " + job + ", or it ended so long ago that it is not known any more")));
        Engine.await(CompletableFuture.allOf(asked.stream().map(Asked::answer).toArray(CompletableFuture<?>[]::new)));
        long told = 0;
        for (Asked each : asked) {
            String answer = each.answer.join();
            told += answer.isEmpty() ? 1 : 0;
            if (each.single && !answer.isEmpty()) {
                refused.add(new Documented.Refused(each.job, answer));
            }
        }
        return new Told(told, ended, refused);
    }

    /**
     * One that was asked of the engine.
     *
     * @param single true where it was named by its number
     * @param answer empty once it is told, else why its state does not allow it
     */
    private record Asked(long job, boolean single, CompletableFuture<String> answer) {}

    private static CompletableFuture<String> ask(long job, LongFunction<CompletableFuture<Void>> wish) {
        return wish.apply(job).handle((_, problem) -> {
            if (problem == null) {
                return "";
            }
            Throwable cause =
                    problem instanceof CompletionException && problem.getCause() != null ? problem.getCause() : problem;
            if (cause instanceof RefusedException) {
                return String.valueOf(cause.getMessage());
            }
            throw new CompletionException(cause);
        });
    }
}
