package io.berth.live.driver;

import io.berth.core.event.Event;
import io.berth.core.state.State;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** What other threads lay into the inbox of the engine's. */
sealed interface Message {
    /** Whom to tell. */
    CompletableFuture<?> future();

    /** Events that happened. */
    record Post(List<Event> events, CompletableFuture<Void> future) implements Message {}

    /** A job that wants in. */
    record Submit(Submission submission, CompletableFuture<Acceptance> future) implements Message {}

    /** Jobs that want in together. */
    record SubmitAll(Batch batch, CompletableFuture<Acceptance> future) implements Message {}

    /** What becomes events as far as the state allows it. */
    record Propose(Function<State, List<Event>> proposal, CompletableFuture<Void> future) implements Message {}

    /** A question to the state. */
    record Ask<T>(Function<State, T> question, CompletableFuture<T> future) implements Message {}

    /** The end. */
    record Stop(CompletableFuture<Void> future) implements Message {}
}
