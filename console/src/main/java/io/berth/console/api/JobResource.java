package io.berth.console.api;

import io.berth.console.access.Caller;
import io.berth.console.alert.AlertRow;
import io.berth.console.http.Problem;
import io.berth.console.http.Response;
import io.berth.console.insight.Insight;
import io.berth.console.view.JobEntry;
import io.berth.console.view.JobPhase;
import io.berth.console.view.JobTable;
import io.berth.console.view.LiveView;
import io.berth.live.driver.Operator;
import io.berth.spec.job.JobWriter;
import io.berth.spec.json.Json;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Jobs: lists, single ones, and their end. */
final class JobResource {
    static final String LIVE = "live";
    static final String ENDED = "ended";

    private static final int MOST_PLACES = 1_000;

    /** Lines of a table that are written at once: some 50 KB. */
    private static final int LINES = 500;

    private final Operator operator;
    private final Views views;
    private final @Nullable Insight insight;
    private final Cancellations cancellations;

    /** @param insight null where nothing is learnt from jobs */
    JobResource(Operator operator, Views views, @Nullable Insight insight) {
        this.operator = operator;
        this.views = views;
        this.insight = insight;
        this.cancellations = new Cancellations(operator, views.live());
    }

    /** The words that the parameter {@code state} takes. */
    static List<String> stateWords() {
        List<String> words = new ArrayList<>(List.of(LIVE, ENDED));
        for (JobPhase phase : JobPhase.values()) {
            words.add(phase.text());
        }
        return words;
    }

    /** {@code GET /jobs}. The rows are JSON already, so a list is made by putting them together. */
    Response list(Call call) {
        Predicate<JobEntry> wanted = listed(call);
        if (!call.words(JobOrder.SORT.name()).isEmpty()) {
            return sorted(call, wanted);
        }
        long limit = call.whole("limit");
        StringBuilder list = new StringBuilder("{\"jobs\":[");
        long listed = 0;
        long last = 0;
        for (JobEntry job : views.of(call).jobsAfter(call.whole("after"))) {
            JobEntry shown = job.shownTo(call.caller());
            if (shown == null || !wanted.test(shown)) {
                continue;
            }
            if (listed == limit) {
                return Response.text(
                        200,
                        Response.JSON,
                        list.append("],\"next\":" + last + ",\"total\":null,\"time\":null}")
                                .toString());
            }
            list.append(listed == 0 ? "" : ",").append(shown.json());
            last = job.id();
            listed++;
        }
        return Response.text(
                200,
                Response.JSON,
                list.append("],\"next\":null,\"total\":null,\"time\":null}").toString());
    }

    private Response sorted(Call call, Predicate<JobEntry> wanted) {
        List<JobEntry> all = new ArrayList<>();
        for (JobEntry job : views.of(call).jobsAfter(call.whole("after"))) {
            if (wanted.test(job)) {
                all.add(job);
            }
        }
        all.sort(JobOrder.of(call.words(JobOrder.SORT.name())));
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

    /** Which jobs a list shows: beside what {@link #wanted} says, those of a node, and those in which a text stands. */
    private Predicate<JobEntry> listed(Call call) {
        String text = call.text("search").strip().toLowerCase(Locale.ROOT);
        String node = call.text("node");
        String user = call.text("user");
        LiveView view = views.of(call);
        return wanted(call)
                .and(job -> user.isEmpty() || user.equals(job.user()))
                .and(job -> text.isEmpty() || mentions(job, text))
                .and(job -> node.isEmpty() || isOn(job, node, view));
    }

    private static boolean isOn(JobEntry job, String node, LiveView view) {
        if (job.placed() == 0) {
            return job.nodeNames().contains(node);
        }
        for (int task = 0; task < job.placed(); task++) {
            if (view.nodeName(job.node(task)).equals(node)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mentions(JobEntry job, String text) {
        String user = job.user();
        return Long.toString(job.id()).equals(text)
                || holds(job.spec().name(), text)
                || holds(job.spec().queue(), text)
                || (user != null && holds(user, text))
                || job.nodeNames().stream().anyMatch(name -> holds(name, text));
    }

    private static boolean holds(String whole, String text) {
        return whole.toLowerCase(Locale.ROOT).contains(text);
    }

    /** {@code GET /job-table}: what {@code berth ls} prints. */
    Response table(Call call) {
        Predicate<JobEntry> wanted = wanted(call);
        long limit = call.whole("limit");
        List<JobEntry> listed = new ArrayList<>();
        long more = 0;
        for (JobEntry job : views.live().jobsAfter(0)) {
            JobEntry shown = job.shownTo(call.caller());
            if (shown == null || !wanted.test(shown)) {
                continue;
            }
            if (listed.size() < limit) {
                listed.add(shown);
            } else {
                more++;
            }
        }
        JobTable table = new JobTable(listed, operator.evenNanos());
        String end = more == 0 ? "" : "and " + more + " more\n";
        List<JobEntry> own =
                listed.stream().filter(job -> call.caller().owns(job.spec())).toList();
        boolean alerts = call.text("alerts").equals("true");
        return new Response.Stream(
                200,
                LogResource.MEDIA_TYPE,
                sink -> {
                    sink.write(table.head());
                    for (int from = 0; from < table.size(); from += LINES) {
                        sink.write(table.lines(from, Math.min(from + LINES, table.size())));
                    }
                    sink.write(alerts ? end + alerts(own) : end);
                },
                Map.of());
    }

    /** The alerts of {@code jobs}, a line for each. */
    private String alerts(List<JobEntry> jobs) {
        Insight known = insight;
        if (known == null || jobs.isEmpty()) {
            return "";
        }
        Set<Long> listed = new HashSet<>();
        jobs.forEach(job -> listed.add(job.id()));
        StringBuilder text = new StringBuilder();
        for (AlertRow alert : known.alerts().all()) {
            if (listed.contains(alert.job())) {
                text.append("! job ")
                        .append(alert.job())
                        .append(": ")
                        .append(alert.text())
                        .append('\n');
            }
        }
        return text.toString();
    }

    /** Which jobs {@code call} asks for, of those that its caller is shown, as it is shown them. */
    static Predicate<JobEntry> wanted(Call call) {
        Set<JobPhase> phases = phases(call.words("state"));
        Wildcard name = new Wildcard(call.text("name"));
        String queue = call.text("queue");
        return job -> phases.contains(job.phase())
                && (queue.isEmpty() || Caller.isBelow(job.spec().queue(), queue))
                && name.matches(job.spec().name());
    }

    /** {@code GET /jobs/ID}. */
    Response get(Call call) {
        LiveView view = views.of(call);
        JobEntry job = shown(call);
        boolean own = call.caller().owns(job.spec());
        List<Documented.Place> places = new ArrayList<>();
        for (int task = 0; task < Math.min(MOST_PLACES, job.placed()); task++) {
            places.add(new Documented.Place(task, view.nodeName(job.node(task)), job.gpus(task)));
        }
        Insight known = insight;
        String more = Json.line(new Documented.JobMore(
                job.trouble().isEmpty() ? null : job.trouble(),
                JobWriter.document(job.spec()),
                places,
                known == null || !own ? null : known.curves().of(job).progress(view.wall()),
                known == null || !own ? List.of() : known.alerts().of(job.id())));
        String row = job.json();
        return Response.text(200, Response.JSON, row.substring(0, row.length() - 1) + "," + more.substring(1));
    }

    /** {@code DELETE /jobs/ID}. */
    Response cancel(Call call) {
        JobEntry job = find(call);
        Documents.none(call.request());
        if (job.phase().ended()) {
            throw Problem.of(
                            409,
                            "conflict",
                            "the state does not allow it",
                            "job " + job.id() + " has ended already: it is "
                                    + job.phase().text())
                    .exception();
        }
        Engine.await(operator.cancel(job.id()));
        return Response.text(202, Response.JSON, find(call).json());
    }

    /** {@code DELETE /jobs}. */
    Response cancelMany(Call call) {
        return cancellations.cancel(call);
    }

    /** The job that a call is about, of which its caller may know all. */
    JobEntry find(Call call) {
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

    private static Set<JobPhase> phases(List<String> words) {
        Set<JobPhase> phases = EnumSet.noneOf(JobPhase.class);
        for (JobPhase phase : JobPhase.values()) {
            boolean wanted =
                    words.isEmpty() || words.contains(phase.text()) || words.contains(phase.ended() ? ENDED : LIVE);
            if (wanted) {
                phases.add(phase);
            }
        }
        return phases;
    }
}
