package io.berth.app.kube.extend;

import io.berth.console.http.ConnectionLimits;
import io.berth.console.http.Exchanges;
import io.berth.console.http.HttpEdge;
import io.berth.console.http.message.Problem;
import io.berth.console.http.message.Request;
import io.berth.console.http.message.Response;
import io.berth.kube.extend.Extender;
import io.berth.kube.extend.ExtenderException;
import io.berth.kube.extend.FilterAnswer;
import io.berth.kube.extend.Victims;
import io.berth.kube.object.ObjectKey;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonTree;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What kube-scheduler asks over HTTP: {@code filter}, {@code prioritize}, {@code bind}, {@code preempt}; and {@code /livez} of whoever watches it.
 * A question that cannot be understood is a 400, one that cannot be answered now an error in the answer, or a 503 where the answer has no place
 * for one.
 */
public final class ExtenderEdge implements AutoCloseable {
    private static final int UNAVAILABLE = 503;
    private static final long LONGEST_BIND_SECONDS = 20;

    /** Large questions at once: each is some hundred megabytes while it is read. */
    private static final int MOST_LARGE = 2;

    private static final int LARGE_BYTES = 1 << 20;

    /** A scheduler or two, which ask one after another and bind several at once. */
    private static final ConnectionLimits LIMITS = new ConnectionLimits(512, 256, Duration.ofSeconds(10));

    private final Extender extender;
    private final String secret;
    private final Semaphore large = new Semaphore(MOST_LARGE);
    private final HttpEdge edge;

    /**
     * Serves what {@code extender} answers.
     *
     * @param secret what every path begins with; empty for nothing
     * @param notes get a line for what is a bug of this program
     * @throws InputException where the port cannot be had
     */
    public ExtenderEdge(Extender extender, HttpEdge.Listen listen, String secret, Consumer<String> notes) {
        this.extender = extender;
        this.secret = secret;
        try {
            edge = HttpEdge.open(new HttpEdge.Options(listen, this::answer, new Uncounted(), LIMITS, notes));
        } catch (UncheckedIOException e) {
            throw new InputException(
                    "the port " + Objects.requireNonNull(listen.address()), "cannot be had: " + e.getMessage());
        }
    }

    /** Where it serves. */
    public int port() {
        return edge.address().getPort();
    }

    @Override
    public void close() {
        edge.close();
    }

    private Response answer(Request request) {
        if (request.path().equals("/livez") && request.method().equals("GET")) {
            return Response.text(200, "text/plain; charset=utf-8", "ok\n");
        }
        List<String> way = request.segments();
        boolean known = secret.isEmpty() || !way.isEmpty() && Secrets.same(secret, way.getFirst());
        List<String> verb = known && !secret.isEmpty() ? way.subList(1, way.size()) : way;
        if (!known || verb.size() != 1) {
            return nothing();
        }
        if (!request.method().equals("POST")) {
            return Problem.of(405, "method-not-allowed", "this is not allowed", "only POST is answered here")
                    .with("Allow", "POST")
                    .response();
        }
        try {
            return switch (verb.getFirst()) {
                case "filter" -> filter(read(request));
                case "prioritize" -> prioritize(read(request));
                case "bind" -> bind(read(request));
                case "preempt" -> preempt(read(request));
                default -> nothing();
            };
        } catch (InputException e) {
            return Problem.of(e).response();
        }
    }

    private static Response nothing() {
        return Problem.of(404, "not-found", "there is nothing here", "there are filter, prioritize, bind and preempt")
                .response();
    }

    private Question read(Request request) {
        long announced = request.body().announced();
        if (announced >= 0 && announced <= LARGE_BYTES) {
            return Question.read(request.body().read(LARGE_BYTES));
        }
        large.acquireUninterruptibly();
        try {
            return Question.read(request.body().read(Question.MOST_BYTES));
        } finally {
            large.release();
        }
    }

    private Response filter(Question question) {
        ObjectKey pod = question.pod();
        @Nullable Map<String, Tree> whole = question.nodes();
        Map<String, Object> answer = new LinkedHashMap<>();
        try {
            FilterAnswer found = extender.filter(pod, question.nodeNames());
            if (whole == null) {
                answer.put("NodeNames", found.nodes());
            } else {
                answer.put(
                        "Nodes",
                        Map.of(
                                "items",
                                found.nodes().stream()
                                        .map(name -> JsonTree.of(Objects.requireNonNull(whole.get(name))))
                                        .toList()));
            }
            answer.put("FailedNodes", found.failed());
            answer.put("FailedAndUnresolvableNodes", found.unresolvable());
            answer.put("Error", "");
        } catch (ExtenderException e) {
            answer.put("Error", "Berth: " + e.getMessage());
        }
        return Response.json(200, answer);
    }

    private Response prioritize(Question question) {
        try {
            List<Map<String, Object>> scores = new ArrayList<>();
            extender.prioritize(question.pod(), question.nodeNames())
                    .forEach((node, score) -> scores.add(Map.of("Host", node, "Score", score)));
            return Response.json(200, scores);
        } catch (ExtenderException e) {
            return unavailable(e);
        }
    }

    private Response bind(Question question) {
        return Response.json(200, Map.of("Error", bound(question.podToBind(), question.nodeToBind())));
    }

    /** Empty where it is bound, else why not. */
    private String bound(ObjectKey pod, String node) {
        try {
            String error = extender.bind(pod, node).get(LONGEST_BIND_SECONDS, TimeUnit.SECONDS);
            return error.isEmpty() ? "" : "Berth: " + error;
        } catch (ExtenderException e) {
            return "Berth: " + e.getMessage();
        } catch (TimeoutException e) {
            return "Berth: the API server did not answer within " + LONGEST_BIND_SECONDS + " s";
        } catch (ExecutionException e) {
            return "Berth: " + e.getCause();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "Berth stops";
        }
    }

    private Response preempt(Question question) {
        try {
            Map<String, Object> byNode = new LinkedHashMap<>();
            extender.preempt(question.pod(), question.victims())
                    .forEach((node, victims) -> byNode.put(node, document(victims)));
            return Response.json(200, Map.of("NodeNameToMetaVictims", byNode));
        } catch (ExtenderException e) {
            return unavailable(e);
        }
    }

    private static Map<String, Object> document(Victims victims) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put(
                "Pods", victims.uids().stream().map(uid -> Map.of("UID", uid)).toList());
        document.put("NumPDBViolations", victims.violations());
        return document;
    }

    private static Response unavailable(ExtenderException e) {
        return Problem.of(UNAVAILABLE, "not-now", "there is no answer now", String.valueOf(e.getMessage()))
                .response();
    }

    /** A scheduler asks all the time, and says nothing of who uses Berth. */
    private static final class Uncounted implements Exchanges {
        @Override
        public void begun() {}

        @Override
        public void ended(Request request, int status, Duration took) {}
    }
}
