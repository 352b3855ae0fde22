package io.berth.console.api.job;

import io.berth.console.api.call.Call;
import io.berth.console.api.call.Parameter;
import io.berth.console.event.Readers;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Response;
import io.berth.console.output.OutputFeed;
import io.berth.console.output.Outputs;
import io.berth.console.view.LiveView;
import io.berth.console.view.job.JobEntry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** {@code GET /jobs/ID/logs}: what a task wrote. */
public final class LogResource {
    public static final String MEDIA_TYPE = "text/plain; charset=utf-8";
    public static final Parameter TAIL = Parameter.whole(
            "tail",
            "Only so many of the last lines, and with follow what comes after; all with -1.",
            -1,
            -1,
            Integer.MAX_VALUE);

    private final @Nullable Outputs outputs;
    private final JobResource jobs;
    private final LiveView view;
    private final Readers followers = new Readers("the output of tasks");
    private volatile boolean closed;

    /** @param outputs null where tasks are no real programs */
    public LogResource(@Nullable Outputs outputs, JobResource jobs, LiveView view) {
        this.outputs = outputs;
        this.jobs = jobs;
        this.view = view;
    }

    /** Ends all that follow. */
    public void close() {
        closed = true;
    }

    public Response read(Call call) {
        JobEntry job = jobs.find(call);
        long task = call.whole("task");
        if (task >= job.spec().tasks()) {
            throw Problem.of(
                            404,
                            "not-found",
                            "there is no such thing",
                            "job " + job.id() + " has the tasks 0 to "
                                    + (job.spec().tasks() - 1) + " and no task " + task)
                    .exception();
        }
        Outputs kept = outputs;
        if (kept == null) {
            // Emulated tasks write nothing.
            return stream(_ -> {});
        }
        try {
            Outputs.Reader reader = kept.open(job, (int) task, begin(call));
            return call.text("follow").equals("true")
                    ? follow(call, reader, job.id())
                    : stream(new OutputFeed(reader, () -> true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Outputs.Begin begin(Call call) {
        long lines = call.whole(TAIL.name());
        long offset = call.whole("offset");
        if (lines >= 0 && offset > 0) {
            throw Problem.input(TAIL.name(), "tail does not go with offset").exception();
        }
        return new Outputs.Begin(offset, lines);
    }

    private Response follow(Call call, Outputs.Reader reader, long job) {
        followers.check(call.caller());
        BooleanSupplier complete = () -> {
            JobEntry now = view.job(job);
            return closed || now == null || now.phase().ended();
        };
        OutputFeed feed = new OutputFeed(reader, complete);
        return stream(followers.counted(call.caller(), feed));
    }

    private static Response stream(Response.Feed feed) {
        return new Response.Stream(200, MEDIA_TYPE, feed, Map.of("X-Accel-Buffering", "no"));
    }
}
