package io.berth.bench.chaos;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/** Requests that come at a rate whatever becomes of the earlier ones, half of them as streams. */
final class Load {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final URI uri;
    private final ToIntFunction<Random> tokens;
    private final String key;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * What became of requests.
     *
     * @param wrong how often each other thing than a whole answer came
     */
    record Result(int offered, int answered, double p99Millis, Map<String, Integer> wrong) {
        /** The share that was answered whole: of as much as the healthy servers could do, as no more was asked of them. */
        double goodput() {
            return (double) answered / offered;
        }
    }

    /**
     * Requests to a gateway on {@code port}.
     *
     * @param tokens how long an answer is, by chance
     * @param key of who asks; empty for nobody
     */
    Load(int port, ToIntFunction<Random> tokens, String key) {
        uri = URI.create("http://127.0.0.1:" + port + "/v1/chat/completions");
        this.tokens = tokens;
        this.key = key;
    }

    /** One request: when it comes, and of how many tokens its answer is. */
    record Asked(double atSeconds, int tokens) {}

    /** @param perSecond how many come, at chance */
    Result run(double perSecond, double seconds, long seed) throws InterruptedException {
        Random random = new Random(seed);
        List<Asked> asked = new ArrayList<>();
        double at = 0;
        while (at < seconds) {
            at += -Math.log(1 - random.nextDouble()) / perSecond;
            asked.add(new Asked(at, tokens.applyAsInt(random)));
        }
        return play(asked, PATIENCE).result();
    }

    /**
     * What became of requests, and how long answers took, in nanoseconds, the shortest first.
     *
     * @param nanos from the begin of the first to the end of the last
     */
    record Played(Result result, List<Long> took, long nanos) {}

    /** @param patience how long each waits for its answer */
    Played play(List<Asked> asked, Duration patience) throws InterruptedException {
        List<CompletableFuture<String>> answers = new ArrayList<>();
        List<Long> took = Collections.synchronizedList(new ArrayList<>());
        long began = System.nanoTime();
        for (Asked one : asked) {
            long wait = began + (long) (one.atSeconds * 1e9) - System.nanoTime();
            if (wait > 0) {
                TimeUnit.NANOSECONDS.sleep(wait);
            }
            answers.add(ask(answers.size() % 2 == 0, one.tokens, patience, took));
        }
        Map<String, Integer> wrong = new TreeMap<>();
        for (CompletableFuture<String> answer : answers) {
            String what = answer.join();
            if (!what.isEmpty()) {
                wrong.merge(what, 1, Integer::sum);
            }
        }
        long nanos = System.nanoTime() - began;
        List<Long> sorted = took.stream().sorted().toList();
        double p99 = sorted.isEmpty() ? Double.NaN : sorted.get((int) (0.99 * (sorted.size() - 1))) / 1e6;
        int bad = wrong.values().stream().mapToInt(Integer::intValue).sum();
        return new Played(new Result(answers.size(), answers.size() - bad, p99, wrong), sorted, nanos);
    }

    /** What is wrong with the answer; empty for nothing. */
    private CompletableFuture<String> ask(boolean stream, int length, Duration patience, List<Long> took) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(patience)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"model\":\"fake\",\"stream\":" + stream
                        + ",\"max_tokens\":" + length + ",\"min_tokens\":" + length
                        + ",\"messages\":[{\"role\":\"user\",\"content\":\"go\"}]}"));
        if (!key.isEmpty()) {
            request.header("Authorization", "Bearer " + key);
        }
        long began = System.nanoTime();
        return client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString())
                .handle((answer, problem) -> {
                    if (problem != null) {
                        Throwable cause = problem.getCause() == null ? problem : problem.getCause();
                        return cause.getClass().getSimpleName();
                    }
                    if (answer.statusCode() != 200) {
                        return "status " + answer.statusCode();
                    }
                    boolean whole = stream
                            ? answer.body().contains("[DONE]")
                            : answer.body().contains("\"usage\"");
                    if (!whole) {
                        return "broken off";
                    }
                    took.add(System.nanoTime() - began);
                    return "";
                });
    }
}
