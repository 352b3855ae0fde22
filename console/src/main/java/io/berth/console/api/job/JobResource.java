package io.berth.console.api.job;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Documents;
import io.berth.console.api.call.Engine;
import io.berth.console.api.call.Sources;
import io.berth.console.api.call.Views;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.insight.Insight;
import io.berth.console.output.Outputs;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.live.driver.Operator;
import io.berth.spec.job.JobWriter;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Jobs: lists, single ones, and their end. */
public final class JobResource {
    private static final int MOST_PLACES = 1_000;

    private final Operator operator;
    private final Views views;
    private final @Nullable Insight insight;
    private final @Nullable Outputs outputs;
    private final ManyJobs many;

    /** @param sources what is known beside what the engine knows */
    public JobResource(Operator operator, Views views, Sources sources) {
        this.operator = operator;
        this.views = views;
        this.insight = sources.insight();
        this.outputs = sources.outputs();
        this.many = new ManyJobs(operator, views.live());
    }

    /** {@code GET /jobs}. The rows are JSON already, so a list is made by putting them together. */
    public Response list(Call call) {
        if (!call.words(JobOrder.SORT.name()).isEmpty()) {
            return sorted(call);
        }
        long limit = call.whole("limit");
        StringBuilder list = new StringBuilder("{\"jobs\":[");
        long listed = 0;
        long last = 0;
        for (JobEntry job : (Iterable<JobEntry>) shownAfter(call)::iterator) {
            if (listed == limit) {
                return Response.text(
                        200,
                        Response.JSON,
                        list.append("],\"next\":" + last + ",\"total\":null,\"time\":null}")
                                .toString());
            }
            list.append(listed == 0 ? "" : ",").append(job.json());
            last = job.id();
            listed++;
        }
        return Response.text(
                200,
                Response.JSON,
                list.append("],\"next\":null,\"total\":null,\"time\":null}").toString());
    }

    private Stream<JobEntry> shownAfter(Call call) {
        return JobFilter.shown(call, views.of(call), call.whole("after"));
    }

    private Response sorted(Call call) {
        List<JobEntry> all = shownAfter(call)
                .sorted(JobOrder.of(call.words(JobOrder.SORT.name())))
                .toList();
        int from = (int) Math.min(all.size(), call.whole(JobOrder.OFFSET.name()));
        int to = (int) Math.min(all.size(), from + call.whole("limit"));
        StringBuilder list = new StringBuilder("{\"jobs\":[");
        for (JobEntry job : all.subList(from, to)) {
            list.append(list.charAt(list.length() - 1) == '[' ? "" : ",").append(job.json());
        }
        return Response.text(
                200,
                Response.JSON,
                list.append("],\"next\":null,\"total\":" + all.size() + ",\"time\":\"" + time(call) + "\"}")
                        .toString());
    }

    /** What the clock shows, or showed at the moment that is looked at. */
    private String time(Call call) {
        LiveView view = views.of(call);
        return JobEntry.time(
                call.text(Views.AT.name()).isEmpty()
                        ? view.wall().wallNanos(operator.evenNanos())
                        : view.totals().wallNanos());
    }

    /** {@code GET /jobs/ID}. */
    public Response get(Call call) {
        LiveView view = views.of(call);
        JobEntry job = shown(call);
        boolean own = call.caller().owns(job.spec());
        List<Documented.Place> places = new ArrayList<>();
        for (int task : job.placedTasks()) {
            if (places.size() == MOST_PLACES) {
                break;
            }
            places.add(new Documented.Place(task, view.nodeName(job.node(task)), job.gpus(task), group(job, task)));
        }
        Insight known = insight;
        String more = Json.line(new Documented.JobMore(
                job.trouble().isEmpty() ? null : job.trouble(),
                JobWriter.plain(job.spec()),
                places,
                output(job),
                known == null || !own ? null : known.curves().of(job).progress(view.wall()),
                known == null || !own ? List.of() : known.alerts().of(job.id())));
        String row = job.json();
        return Response.text(200, Response.JSON, row.substring(0, row.length() - 1) + "," + more.substring(1));
    }

    private static @Nullable String group(JobEntry job, int task) {
        String name = job.spec().groups().get(job.spec().groupOf(task)).name();
        return name.isEmpty() ? null : name;
    }

    private @Nullable String output(JobEntry job) {
        return outputs == null ? null : outputs.file(job, 0);
    }

    /** {@code DELETE /jobs/ID}. */
    public Response cancel(Call call) {
        JobEntry job = living(call);
        Documents.none(call.request());
        Engine.await(operator.cancel(job.id()));
        return Response.text(202, Response.JSON, find(call).json());
    }

    /** {@code DELETE /jobs}. */
    public Response cancelMany(Call call) {
        return many.cancel(call);
    }

    /** The job that a call is about, of which its caller may know all, and which must not have ended. */
    public JobEntry living(Call call) {
        JobEntry job = find(call);
        if (job.phase().ended()) {
            throw Problem.of(
                            409,
                            "conflict",
                            "the state does not allow it",
                            "job " + job.id() + " has ended already: it is "
                                    + job.phase().text())
                    .exception();
        }
        return job;
    }

    /** The job that a call is about, of which its caller may know all. */
    public JobEntry find(Call call) {
        JobEntry job = shown(call);
        if (!call.caller().owns(job.spec())) {
            throw Problem.of(
                            403,
                            "forbidden",
                            "this is not allowed",
                            "job " + job.id() + " is another user's: of it are told its size, its queue and its state")
                    .exception();
        }
        return job;
    }

    /** The job that a call is about as its caller is shown it; one that he may not see is not there. */
    private JobEntry shown(Call call) {
        long id = call.whole("id");
        @Nullable JobEntry known = views.of(call).job(id);
        @Nullable JobEntry job = known == null ? null : known.shownTo(call.caller());
        if (job == null) {
            throw Problem.of(
                            404,
                            "not-found",
                            "there is no such thing",
                            "there is no job " + id + ", or it ended so long ago that it is not known any more")
                    .exception();
        }
        return job;
    }
}
