package io.berth.bench.rate;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How much later a job starts while somebody else hands in what is broken, refused, too large or large, and as many good jobs as
 * go with it, a hundred a second in all.
 */
record Hostile(Path berth, Path home, Figures figures) {
    private static final int PER_SECOND = 100;
    private static final int SECONDS = 10;
    private static final int LARGE_BYTES = 900 << 10;
    private static final int PROBES = 20;
    private static final String OWN =
            "{\"command\": [\"sleep\", \"0.05\"], \"queue\": \"own\", \"demand\": {\"cpu\": 0.1}}";

    void measure() throws IOException, InterruptedException {
        try (Server server = Server.start(berth, home)) {
            delays(server);
            List<Long> quiet = delays(server);
            OpenLoop flood = new OpenLoop(server, PER_SECOND);
            Thread hostile = Thread.ofPlatform().start(() -> flood(flood));
            TimeUnit.SECONDS.sleep(1);
            List<Long> flooded = delays(server);
            hostile.join();
            figures.put("hostile_per_s", (long) PER_SECOND)
                    .put("hostile_refused", flood.refused())
                    .putMillis("start_quiet", quiet)
                    .putMillis("start_flooded", flooded);
            server.awaitIdle();
        }
    }

    private static void flood(OpenLoop flood) {
        String name = "a".repeat(LARGE_BYTES);
        try {
            flood.run(PER_SECOND * SECONDS, i -> switch (i % 10) {
                case 0 -> "{\"command\": [\"true\", \"" + name + "\"]}";
                case 1 -> "{\"name\": \"" + name + name + "\"}";
                case 2, 3 -> "{\"command\": [";
                case 4, 5 -> "{\"comand\": [\"true\"], \"queue\": \"hostile\"}";
                case 6 -> "{\"command\": [\"true\"], \"demand\": {\"cpu\": 1000000}, \"queue\": \"hostile\"}";
                default -> "{\"command\": [\"true\"], \"queue\": \"hostile\", \"demand\": {\"cpu\": 0.1}}";
            });
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** From handing a job in until it is seen to run or to have ended, nanoseconds. */
    private static List<Long> delays(Server server) throws IOException, InterruptedException {
        List<Long> nanos = new ArrayList<>();
        for (int i = 0; i < PROBES; i++) {
            long began = System.nanoTime();
            long job = server.submit(OWN);
            String state = "";
            while (state.isEmpty() || state.equals("waiting") || state.equals("starting")) {
                state = Text.field(server.job(job), "state");
            }
            nanos.add(System.nanoTime() - began);
            TimeUnit.MILLISECONDS.sleep(200);
        }
        return nanos;
    }
}
