package io.berth.app.submit;

import io.berth.app.client.Api;
import java.util.Locale;

/** What may be wanted of jobs that were handed in, of one or of many. */
public enum JobWish {
    CANCEL(
            "DELETE",
            "cancelled",
            "Cancels jobs: those named, and with options, those that all options let through. What runs gets SIGTERM, and"
                    + " SIGKILL when its grace is over."),
    HOLD(
            "POST",
            "held",
            "Holds jobs back: those named, and with options, those that all options let through. One that waits does not start"
                    + " before berth release; one that runs goes on, and does not start again."),
    RELEASE(
            "POST",
            "released",
            "Lets jobs start that were held back: those named, and with options, those that all options let through."),
    REQUEUE(
            "POST",
            "put back",
            "Stops jobs that run and puts them back into the queue, from where they start anew: those named, and with options,"
                    + " those that all options let through. What runs gets SIGTERM, and SIGKILL when its grace is over.");

    private final String method;
    private final String done;
    private final String doc;

    JobWish(String method, String done, String doc) {
        this.method = method;
        this.done = done;
        this.doc = doc;
    }

    String method() {
        return method;
    }

    /** What they are then, such as {@code cancelled}. */
    String done() {
        return done;
    }

    /** For help. */
    String doc() {
        return doc;
    }

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Where it is wanted of many. */
    String pathOfMany() {
        return this == CANCEL ? Api.JOBS : Api.ROOT + "/job-operations/" + word();
    }

    /** What stands behind the path of a job. */
    String path() {
        return this == CANCEL ? "" : "/" + word();
    }

    /** The key of an answer about many that says to how many it was told. */
    String key() {
        return this == CANCEL ? "cancelled" : "told";
    }
}
