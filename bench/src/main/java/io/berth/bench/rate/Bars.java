package io.berth.bench.rate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** What is measured over the REST API. */
record Bars(Path berth, Path home, Figures figures) {
    private static final int JOBS = 2_000;
    private static final int SUBMITTERS = 4;
    private static final int PER_SECOND = 200;
    private static final int SECONDS = 10;
    private static final int HISTORY = 10_000;

    private static final String LONG = "{\"command\": [\"sleep\", \"600\"], \"demand\": {\"cpu\": 0.1}}";

    /** From typing {@code berth up} on a fresh home to the first task running. */
    void first() throws IOException, InterruptedException {
        // The first start of all may build.
        Server.start(berth, home.resolve("build")).close();
        long began = System.nanoTime();
        try (Server server = Server.start(berth, home.resolve("fresh"))) {
            long job = server.submit(LONG);
            while (!Text.field(server.job(job), "state").equals("running")) {
                TimeUnit.MILLISECONDS.sleep(1);
            }
            figures.put("ready_s", server.readySeconds()).put("first_task_s", Server.seconds(began));
            cancel(server, job);
        }
    }

    /** Jobs that do nothing, from the first submission to the last end. */
    void jobs(String document) throws Exception {
        try (Server server = Server.start(berth, home)) {
            run(server, document, 50);
            long before = bytes(home.resolve("journal"));
            long[] cpu = server.cpuMillis();
            double seconds = run(server, document, JOBS);
            long[] used = server.cpuMillis();
            figures.put("jobs", (long) JOBS)
                    .put("jobs_per_s", JOBS / seconds)
                    .put("server_cpu_ms_per_job", (double) (used[0] - cpu[0]) / JOBS)
                    .put("task_cpu_ms_per_job", (double) (used[1] - cpu[1]) / JOBS)
                    .put("journal_bytes_per_job", (bytes(home.resolve("journal")) - before) / JOBS);
        }
    }

    /** Submits from a few connections as fast as answers come; seconds until all have ended. */
    private static double run(Server server, String document, int jobs) throws Exception {
        long began = System.nanoTime();
        try (ExecutorService threads = Executors.newFixedThreadPool(SUBMITTERS)) {
            List<Callable<Void>> work = new ArrayList<>();
            for (int i = 0; i < SUBMITTERS; i++) {
                int share = jobs * (i + 1) / SUBMITTERS - jobs * i / SUBMITTERS;
                work.add(() -> submit(server, document, share));
            }
            for (Future<Void> future : threads.invokeAll(work)) {
                future.get();
            }
        }
        server.awaitIdle();
        return Server.seconds(began);
    }

    private static Void submit(Server server, String document, int jobs) throws IOException {
        try (Connection connection = server.connect()) {
            for (int i = 0; i < jobs; i++) {
                Server.submitted(connection.post(Server.JOBS, document));
            }
        }
        return null;
    }

    /** How long a submission takes at a steady rate, of jobs that run at once or of such that wait. */
    void acknowledge(boolean waiting) throws Exception {
        try (Server server = Server.start(berth, home)) {
            run(server, Server.TRUE, 200);
            long first = server.submit(LONG);
            String behind = "{\"command\": [\"true\"], \"after\": [\"" + first + "\"]}";
            OpenLoop loop = new OpenLoop(server, PER_SECOND);
            loop.run(PER_SECOND * SECONDS, _ -> waiting ? behind : Server.TRUE);
            figures.put("submits_per_s", (long) PER_SECOND)
                    .put("refused", loop.refused())
                    .putMillis("ack", loop.nanos());
            cancel(server, first);
            server.awaitIdle();
        }
    }

    /** How long a start takes that has a full history to read. */
    void restart() throws Exception {
        try (Server server = Server.start(berth, home)) {
            figures.put("history_jobs", (long) HISTORY).put("jobs_per_s", HISTORY / run(server, Server.TRUE, HISTORY));
        }
        for (String name : List.of("ready_s", "ready_again_s")) {
            long began = System.nanoTime();
            try (Server server = Server.start(berth, home)) {
                figures.put(name, server.readySeconds());
                if (Text.field(server.job(HISTORY), "state").isEmpty()) {
                    throw new IOException("job " + HISTORY + " is not known after a restart");
                }
                figures.put(name.replace("ready", "answers"), Server.seconds(began));
            }
        }
    }

    private static void cancel(Server server, long job) throws IOException {
        try (Connection connection = server.connect()) {
            connection.ask("DELETE", Server.JOBS + "/" + job, new byte[0]);
        }
    }

    private static long bytes(Path folder) throws IOException {
        long sum = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                sum += Files.size(file);
            }
        }
        return sum;
    }
}
