package io.berth.console.api;

import io.berth.console.http.Problem;
import io.berth.console.http.Response;
import io.berth.console.output.OutputFeed;
import io.berth.console.output.Outputs;
import io.berth.console.view.JobEntry;
import io.berth.console.view.LiveView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** {@code GET /jobs/ID/logs}: what a task wrote. */
final class LogResource {
    static final String MEDIA_TYPE = "text/plain; charset=utf-8";

    /** Each follower is a connection and a look at files every now and then. */
    private static final int MOST_FOLLOWERS = 256;

    private final @Nullable Outputs outputs;
    private final JobResource jobs;
    private final LiveView view;
    private final AtomicInteger followers = new AtomicInteger();
    private volatile boolean closed;

    /** @param outputs null where tasks are no real programs */
    LogResource(@Nullable Outputs outputs, JobResource jobs, LiveView view) {
        this.outputs = outputs;
        this.jobs = jobs;
        this.view = view;
    }

    /** Ends all that follow. */
    void close() {
        closed = true;
    }

    Response read(Call call) {
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
            Outputs.Reader reader = kept.open(job, (int) task, call.whole("offset"));
            return call.text("follow").equals("true")
                    ? follow(reader, job.id())
                    : stream(new OutputFeed(reader, () -> true));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Response follow(Outputs.Reader reader, long job) {
        if (followers.get() >= MOST_FOLLOWERS) {
            throw Problem.of(
                            429,
                            "too-many-readers",
                            "too many follow the output of tasks",
                            "as many as " + MOST_FOLLOWERS + " follow already")
                    .with("Retry-After", "5")
                    .exception();
        }
        BooleanSupplier complete = () -> {
            JobEntry now = view.job(job);
            return closed || now == null || now.phase().ended();
        };
        OutputFeed feed = new OutputFeed(reader, complete);
        return stream(sink -> {
            followers.incrementAndGet();
            try {
                feed.writeTo(sink);
            } finally {
                followers.decrementAndGet();
            }
        });
    }

    private static Response stream(Response.Feed feed) {
        return new Response.Stream(200, MEDIA_TYPE, feed, Map.of("X-Accel-Buffering", "no"));
    }
}
