package io.berth.console.api;

import io.berth.console.api.call.Documented;
import io.berth.console.api.call.Parameter;
import io.berth.console.api.call.Route;
import io.berth.console.api.call.Schemas;
import io.berth.console.api.call.Views;
import io.berth.console.api.job.CurveResource;
import io.berth.console.api.job.JobFilter;
import io.berth.console.api.job.JobOrder;
import io.berth.console.api.job.JobTables;
import io.berth.console.api.job.LogResource;
import io.berth.console.api.job.ManyJobs;
import io.berth.console.curve.CurvePage;
import io.berth.console.explanation.Explained;
import io.berth.console.view.job.JobRow;
import io.berth.edge.access.Role;
import io.berth.spec.job.JobSchema;
import io.berth.spec.schema.JsonSchema;
import io.berth.spec.schema.Section;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/** The routes of jobs: handing them in, looking at them, what is learnt from them. */
record JobRoutes(Routes.Parts parts, Schemas schemas) {
    private static final String JOBS = Routes.ROOT + "/jobs";
    static final Parameter JOB = Parameter.number("id", "The number of the job.");

    List<Route> all() {
        List<Route> all = new ArrayList<>();
        all.addAll(submissions());
        all.addAll(lists());
        all.addAll(singleJobs());
        all.addAll(insight());
        return all;
    }

    private List<Route> submissions() {
        return List.of(
                Route.change(
                                "POST",
                                JOBS,
                                "submitJob",
                                "Submits a job; when this is answered, the job is durable.",
                                parts.submitter()::submit)
                        .by(Role.SUBMITTER)
                        .with(
                                Parameter.header(
                                        Submitter.KEY_HEADER,
                                        "Makes a repeated request the same submission, over restarts too: it is answered like the first. The key of another job is refused."))
                        .taking(new Route.Input("The job.", schemaOf(JobSchema.JOB), jobExamples()))
                        .giving(Route.Output.json(201, "The job was taken.", schemas.of(Documented.Submitted.class))),
                Route.change(
                                "POST",
                                Routes.ROOT + "/batches",
                                "submitBatch",
                                "Submits several jobs, all of them or none; when this is answered, they are durable.",
                                parts.submitter()::submitAll)
                        .by(Role.SUBMITTER)
                        .with(Parameter.header(
                                Submitter.KEY_HEADER,
                                "Makes a repeated request the same submission, as that of one job."))
                        .taking(new Route.Input("The jobs.", schemaOf(JobSchema.GRAPH), batchExamples()))
                        .giving(Route.Output.json(
                                201,
                                "The jobs were taken, with numbers one after the other.",
                                schemas.of(Documented.SubmittedBatch.class))));
    }

    private List<Route> lists() {
        return List.of(
                Route.get(
                                JOBS,
                                "listJobs",
                                "Lists jobs by number: those that live, and those that ended last.",
                                parts.jobs()::list)
                        .with(JobFilter.and(
                                JobFilter.NODE,
                                JobFilter.SEARCH,
                                JobOrder.SORT,
                                JobOrder.OFFSET,
                                Parameter.whole("after", "Only jobs with greater numbers.", 0, 0, Long.MAX_VALUE),
                                Parameter.whole("limit", "At most so many.", 100, 1, 1_000),
                                Views.AT))
                        .giving(Route.Output.json(200, "Jobs.", schemas.of(Documented.JobPage.class))),
                Route.get(
                                Routes.ROOT + "/job-table",
                                "listJobsAsTable",
                                "Lists jobs by number as people read them in a terminal, a line for each.",
                                parts.tables()::get)
                        .with(JobFilter.and(
                                JobTables.COLUMNS,
                                JobTables.SORT,
                                JobTables.LIMIT,
                                JobTables.FOLD,
                                JobTables.WIDTH,
                                JobTables.COLOUR,
                                JobTables.ZONE,
                                JobTables.FORMAT,
                                JobTables.ALERTS))
                        .giving(new Route.Output(200, "The table.", LogResource.MEDIA_TYPE, null))
                        .giving(new Route.Output(200, "The table as rows.", JobTables.CSV_TYPE, null)));
    }

    private List<Route> singleJobs() {
        String job = Routes.ROOT + "/jobs/{id}";
        return List.of(
                Route.get(job, "getJob", "One job, with its document and its places.", parts.jobs()::get)
                        .with(JOB, Views.AT)
                        .giving(Route.Output.json(
                                200, "The job.", schemas.all(JobRow.class, Documented.JobMore.class))),
                Route.get(
                                job + "/explain",
                                "explainJob",
                                "Why a job waits, and what would change it; of one that runs or ran, how it came to its place.",
                                parts.explanations()::explain)
                        .with(JOB, Views.AT)
                        .giving(Route.Output.json(200, "Why.", schemas.of(Explained.class))),
                Route.get(
                                job + "/eta",
                                "forecastJob",
                                "When a job will start and end if nothing else comes and nothing fails, and what that rests on.",
                                parts.forecasts()::eta)
                        .with(JOB)
                        .giving(Route.Output.json(200, "When.", schemas.of(Documented.Eta.class))),
                Route.get(
                                job + "/remedies",
                                "listRemedies",
                                "What would start a job that waits, best first: changes of it that the next pass starts it with, "
                                        + "that start it sooner, and to wait.",
                                parts.forecasts()::remedies)
                        .with(JOB)
                        .giving(Route.Output.json(200, "What to do.", schemas.of(Documented.RemedyList.class))),
                Route.get(
                                Routes.ROOT + "/etas",
                                "forecastJobs",
                                "When all jobs that wait will start, each with the range in which that lies in eight cases of ten.",
                                parts.forecasts()::all)
                        .giving(Route.Output.json(200, "When.", schemas.of(Documented.StartList.class))),
                Route.get(
                                job + "/logs",
                                "readLogs",
                                "What a task wrote, both streams in one, as far as it is kept.",
                                parts.logs()::read)
                        .with(
                                JOB,
                                Parameter.whole("task", "The number of the task.", 0, 0, Integer.MAX_VALUE),
                                Parameter.whole("offset", "Leaves out so many bytes.", 0, 0, Long.MAX_VALUE),
                                LogResource.TAIL,
                                Parameter.words(
                                        "follow",
                                        "With true, what it writes from now on too, until its job ends.",
                                        List.of("true", "false")))
                        .giving(new Route.Output(200, "The output.", LogResource.MEDIA_TYPE, null)),
                Route.change(
                                "DELETE",
                                JOBS,
                                "cancelJobs",
                                "Cancels many jobs, waiting or running: those that all parameters let through.",
                                parts.jobs()::cancelMany)
                        .by(Role.SUBMITTER)
                        .with(ManyJobs.choosing())
                        .giving(Route.Output.json(
                                202, "The jobs are told to end.", schemas.of(Documented.Cancelled.class))),
                Route.change("DELETE", job, "cancelJob", "Cancels a job, waiting or running.", parts.jobs()::cancel)
                        .by(Role.SUBMITTER)
                        .with(JOB)
                        .giving(Route.Output.json(202, "The job, which ends or has ended.", schemas.of(JobRow.class))));
    }

    private List<Route> insight() {
        String job = Routes.ROOT + "/jobs/{id}";
        return List.of(
                Route.get(
                                job + "/curve",
                                "readCurve",
                                "What the tasks of a job print or send of their training, and how far it is.",
                                parts.curves()::curve)
                        .with(
                                JOB,
                                Parameter.whole(
                                        "points",
                                        "About so many points in each series, the least and greatest of each stretch.",
                                        1_000,
                                        10,
                                        1_000))
                        .giving(Route.Output.json(200, "The curve.", schemas.of(CurvePage.Curve.class))),
                Route.change(
                                "POST",
                                job + "/metrics",
                                "reportMetrics",
                                "Says how far a task is; for programs that print nothing that is read. The token in the "
                                        + "environment of a task, BERTH_TOKEN, allows this for its own job and nothing else.",
                                parts.curves()::report)
                        .by(Role.TASK)
                        .with(JOB)
                        .taking(new Route.Input(
                                "What the task says.",
                                schemaOf(CurveResource.REPORT),
                                List.of(new Route.Example("step", """
                                        {"step": 120, "steps": 400, "metrics": {"loss": 0.53}}"""), new Route.Example("progress", """
                                        {"task": 0, "progress": 0.3}"""))))
                        .giving(new Route.Output(204, "It is taken.", "", null)),
                Route.get(
                                Routes.ROOT + "/alerts",
                                "listAlerts",
                                "The alerts that are raised, by job.",
                                parts.curves()::alerts)
                        .giving(Route.Output.json(200, "Alerts.", schemas.of(Documented.AlertList.class))));
    }

    private static SequencedMap<String, Object> schemaOf(Section section) {
        SequencedMap<String, Object> schema = new LinkedHashMap<>(JsonSchema.of(section));
        schema.remove("$schema");
        return schema;
    }

    private static List<Route.Example> batchExamples() {
        return List.of(new Route.Example("chain", """
                        {"jobs": [{"name": "prep", "command": "true"}, {"name": "train", "array": "0-3%2", "after": ["prep"], "command": "true"}]}"""));
    }

    private static List<Route.Example> jobExamples() {
        return List.of(new Route.Example("training", """
                        {"name": "train", "command": ["python", "train.py"], "tasks": 2, "demand": {"gpus": 1, "cpu": 4, "memory": "16Gi"}, "estimate": "2h"}"""), new Route.Example("share", """
                        {"name": "notebook", "command": ["jupyter", "lab"], "kind": "interactive", "demand": {"gpus": 0.5, "cpu": 2, "memory": "8Gi"}}"""));
    }
}
