package io.berth.gateway.http;

import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Stage;
import io.berth.core.dispatch.predict.LengthForecast;
import io.berth.core.time.Nanos;
import io.berth.gateway.prompt.BodyScan;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the desk is asked, made of what was read of requests: one for all ways into a gateway. For any thread. */
public final class Arrivals {
    private static final long LIKENESS = 0x9E3779B97F4A7C15L;

    private final Lengths lengths = new Lengths();
    private final AtomicLong numbers = new AtomicLong();

    /**
     * Who asks, and how urgently.
     *
     * @param deadlineNanos when the answer is of no more use
     */
    public record Asking(int tenant, int priority, long deadlineNanos) {
        /** Nobody in particular, for as long as it takes. */
        public static final Asking ANYBODY = new Asking(0, 0, Nanos.NEVER);
    }

    /**
     * What a request asks for.
     *
     * @param need of a server
     * @param kind which answers were like the one to it
     */
    public record Question(Need need, LengthForecast.Asked kind) {
        /** The same that goes on with {@code session}. */
        public Question of(long session) {
            return new Question(need.of(session), kind);
        }
    }

    /**
     * What is read of a request.
     *
     * @param model its number at the desk
     * @param read of its body; null where that is none that can be read
     * @param bodyBytes of the whole body where that is known, else as many as have come
     */
    public Question question(int model, int tenant, @Nullable BodyScan read, long bodyBytes) {
        Prompt prompt = read == null ? Prompt.NONE : read.prompt(bodyBytes);
        String name = read == null ? null : read.model();
        LengthForecast.Asked kind = new LengthForecast.Asked(
                name == null ? model : name.hashCode(), tenant, prompt.bytes(), read == null ? 0 : read.mostTokens());
        return new Question(new Need(model, lengths.expected(kind), 0, prompt), kind);
    }

    /** Tokens that the answer is expected to have. */
    public long tokens(Question question) {
        return question.need.workNanos() / Lengths.TOKEN_NANOS;
    }

    /** A number that no request has had. */
    long number() {
        return numbers.incrementAndGet();
    }

    /** A request in stages. */
    static Arrival of(long number, List<Stage> stages, Asking who) {
        return new Arrival(number, who.tenant, who.priority, who.deadlineNanos, stages);
    }

    /** A request. */
    public Arrival of(Question question, Asking who) {
        Stage stage = new Stage(question.need, false, Stage.NOT_KEPT);
        return new Arrival(numbers.incrementAndGet(), who.tenant, who.priority, who.deadlineNanos, List.of(stage));
    }

    /**
     * Equal where a client sends the same once more, and hardly ever else.
     *
     * @param who what its client is known by
     * @param read of its body; null where that is none that can be read
     * @param bodyBytes of the whole body where that is known
     */
    public static long likeness(int who, String path, @Nullable BodyScan read, long bodyBytes) {
        return (who * 31L + path.hashCode()) * LIKENESS ^ (read == null ? bodyBytes : read.likeness());
    }

    /**
     * {@code asked} was answered; returns the work that it was.
     *
     * @param tokens of the answer; 0 where that is not known
     */
    public long took(Question question, long tokens, Request asked) {
        return lengths.took(question.kind, tokens, asked.workNanos());
    }
}
