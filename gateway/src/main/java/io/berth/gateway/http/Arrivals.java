package io.berth.gateway.http;

import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Stage;
import io.berth.core.time.Nanos;
import io.berth.gateway.prompt.BodyScan;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the desk is asked, made of what was read of requests: one for all ways into a gateway. For any thread. */
public final class Arrivals {
    private final Lengths lengths = new Lengths();
    private final AtomicLong numbers = new AtomicLong();

    /**
     * A request.
     *
     * @param model its number at the desk
     * @param read of its body; null where that is none that can be read
     * @param bodyBytes of the whole body where that is known, else as many as have come
     */
    public Arrival of(int model, @Nullable BodyScan read, long bodyBytes) {
        Prompt prompt = read == null ? Prompt.NONE : read.prompt(bodyBytes);
        long work = lengths.expected(read == null ? 0 : read.mostTokens());
        Stage stage = new Stage(new Need(model, work, 0, prompt), false, Stage.NOT_KEPT);
        return new Arrival(numbers.incrementAndGet(), 0, 0, Nanos.NEVER, List.of(stage));
    }

    /**
     * {@code asked} was answered; returns the work that it was.
     *
     * @param tokens of the answer; 0 where that is not known
     */
    public long took(long tokens, Request asked) {
        return lengths.took(tokens, asked.workNanos());
    }
}
