package io.berth.testkit.crash;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.spec.input.Source;
import io.berth.spec.job.JobWriter;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** Submits jobs one after the other, each under its name as key, and again what was not acknowledged when the server died. */
final class Submitter {
    private static final int CREATED = 201;

    private final String name;
    /** By name: the job that was acknowledged. */
    private final TreeMap<String, Long> acknowledged = new TreeMap<>();

    /** Also read by whoever waits for the load to begin. */
    private volatile long next = 1;

    private long repeated;

    Submitter(String name) {
        this.name = name;
    }

    /** Submits until the server is gone. */
    void submitUntilKilled(SocketClient client) {
        try {
            while (true) {
                submitNext(client);
            }
        } catch (IOException e) {
            // Killed, as planned.
        }
    }

    void submitNext(SocketClient client) throws IOException {
        long job = next;
        JobSpec spec = spec(job);
        SocketClient.Answer answer = client.post("/api/v1/jobs", spec.name(), Json.line(JobWriter.document(spec)));
        if (answer.status() != CREATED) {
            throw new IllegalStateException("The job " + spec.name() + " was refused: " + answer.body());
        }
        long number = JsonReader.read(Source.text("answer", answer.body()))
                .require("id")
                .whole();
        acknowledged.put(spec.name(), number);
        repeated += answer.repeated() ? 1 : 0;
        next = job + 1;
    }

    /** The number of the job that is submitted next. */
    long next() {
        return next;
    }

    Map<String, Long> acknowledged() {
        return acknowledged;
    }

    /** How often the server knew a submission that it had not acknowledged before it died. */
    long repeated() {
        return repeated;
    }

    private JobSpec spec(long job) {
        Demand demand = Demand.cpu(1_000, 1L << 30).withGpus((int) (job % 3));
        return JobSpec.batch(name + "-" + job, demand, (5 + job % 40) * Nanos.SECOND)
                .withTasks(1 + (int) (job % 4 / 3));
    }
}
