package io.berth.console.api.job;

import io.berth.console.alert.AlertRow;
import io.berth.console.api.call.Call;
import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Documents;
import io.berth.console.curve.CurvePage;
import io.berth.console.curve.Sample;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.insight.Insight;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import io.berth.edge.access.Caller;
import io.berth.edge.access.TaskStart;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.Json;
import io.berth.spec.schema.Fields;
import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What is learnt from jobs while they run: their curves, what they say by themselves, and alerts.
 *
 * @param insight null where nothing is learnt from jobs
 */
public record CurveResource(@Nullable Insight insight, JobResource jobs, LiveView view) {
    /** What a task may say. */
    public static final Section REPORT = Section.of(
            "report",
            "How far a task is, and how well it does.",
            Key.of(
                            "task",
                            Shape.whole(0, Integer.MAX_VALUE),
                            "Which task of the job; absent with a token of a task: that task.")
                    .fallback("0"),
            Key.of("step", Shape.whole(0, 1L << 53), "The step that it is at.").example("120"),
            Key.of("steps", Shape.whole(1, 1L << 53), "How many there are.").example("400"),
            Key.of("progress", Shape.number(0, 1), "How much of all is done.").example("0.3"),
            Key.of("metrics", new Shape.Variables(), "Its values by name; nan and inf are values too.")
                    .example("{loss: 0.53}"));

    private static final int MOST_BYTES = 16 << 10;
    private static final int MOST_METRICS = 32;
    private static final int MOST_NAME = 64;

    /** {@code GET /jobs/ID/curve}. */
    public Response curve(Call call) {
        JobEntry job = jobs.find(call);
        Insight known = insight;
        // Emulated tasks say nothing.
        CurvePage.Curve curve = known == null
                ? new CurvePage.Curve(job.id(), List.of(), null, 0, 0)
                : known.curves().of(job).page((int) call.whole("points"), view.wall());
        return Response.text(200, Response.JSON, Json.line(curve));
    }

    /** {@code POST /jobs/ID/metrics}. */
    public Response report(Call call) {
        long id = call.whole("id");
        Caller caller = call.caller();
        @Nullable JobEntry job = view.job(id);
        @Nullable TaskStart own = caller.start();
        // The token of a task is nobody's once its job has ended, whoever has it then.
        boolean over = own != null && job != null && !job.phase().holds();
        if (job == null
                || over
                || !caller.reportsOn(new TaskStart(id, 0, job.decision(), job.submitNanos()), job.spec())) {
            throw none(id);
        }
        Fields fields = fields(call);
        int task = own != null && !fields.has("task") ? own.task() : fields.integer("task");
        if (own != null && own.task() != task) {
            throw none(id);
        }
        if (task >= job.spec().tasks()) {
            throw Problem.input("task", "task must be below " + job.spec().tasks() + ", but is " + task)
                    .exception();
        }
        Sample sample = sample(fields);
        if (!job.phase().holds()) {
            throw Problem.of(409, "conflict", "the state does not allow it", "job " + id + " does not run")
                    .exception();
        }
        known().curves().report(job, task, sample);
        return Response.empty(204);
    }

    private static RuntimeException none(long job) {
        return Problem.of(
                        404,
                        "not-found",
                        "there is no such thing",
                        "there is no job " + job + " of which this token may say anything")
                .exception();
    }

    /** {@code GET /alerts}. */
    public Response alerts(Call call) {
        List<AlertRow> rows = insight == null
                ? List.of()
                : insight.alerts().all().stream()
                        .filter(row -> isOwn(call, row.job()))
                        .toList();
        return Response.text(200, Response.JSON, Json.line(new Documented.AlertList(rows)));
    }

    private boolean isOwn(Call call, long id) {
        JobEntry job = call.caller().seesAll() ? null : view.job(id);
        return call.caller().seesAll() || job != null && call.caller().owns(job.spec());
    }

    private Insight known() {
        Insight known = insight;
        if (known == null) {
            throw Problem.of(
                            404,
                            "not-found",
                            "there is no such thing",
                            "the tasks of this system are no real programs, so there are no curves")
                    .exception();
        }
        return known;
    }

    private static Fields fields(Call call) {
        Tree tree = Documents.read(call.request(), MOST_BYTES);
        try {
            return REPORT.read(tree);
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
    }

    private static Sample sample(Fields fields) {
        double step = fields.has("step") ? (double) fields.whole("step") : Double.NaN;
        double steps = fields.has("steps") ? (double) fields.whole("steps") : Double.NaN;
        double progress = fields.has("progress") ? fields.number("progress") : Double.NaN;
        List<Sample.Value> values = new ArrayList<>();
        List<Tree.Entry> given = fields.has("metrics") ? fields.value("metrics").entries() : List.of();
        if (given.size() > MOST_METRICS) {
            throw Problem.input("metrics", "metrics may have at most " + MOST_METRICS + " values, not " + given.size())
                    .exception();
        }
        for (Tree.Entry entry : given) {
            Documents.checkLength("metrics", entry.key(), MOST_NAME);
            values.add(new Sample.Value(entry.key(), number(entry)));
        }
        Sample.Place place = new Sample.Place(step, steps, Double.NaN, Double.NaN, Double.NaN, Double.NaN, progress);
        return new Sample(place, values);
    }

    /** Programs write values that are no number in several ways, and JSON has none. */
    private static double number(Tree.Entry entry) {
        String text = entry.value().isNull() ? "nan" : entry.value().text();
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "nan" -> Double.NaN;
            case "inf", "infinity", ".inf" -> Double.POSITIVE_INFINITY;
            case "-inf", "-infinity", "-.inf" -> Double.NEGATIVE_INFINITY;
            default -> finite(entry);
        };
    }

    private static double finite(Tree.Entry entry) {
        try {
            return entry.value().number();
        } catch (InputException e) {
            throw Problem.of(e).exception();
        }
    }
}
