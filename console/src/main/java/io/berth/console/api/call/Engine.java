package io.berth.console.api.call;

import io.berth.console.http.message.Problem;
import io.berth.live.disk.DiskFullException;
import io.berth.live.driver.EngineStoppedException;
import io.berth.live.driver.OverBoundsException;
import io.berth.live.driver.RefusedException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Waits for what the engine answers, and says it as HTTP does. */
public final class Engine {
    /** An instant of a large cluster takes well below a second; what takes longer is not waited for. */
    private static final long PATIENCE_SECONDS = 30;

    /** Nobody knows when jobs end; asked again so often, it costs nothing. */
    private static final int RETRY_SECONDS = 10;
    /** Somebody has to make room first, or a job to end. */
    private static final int ROOM_SECONDS = 10;

    private Engine() {}

    /** What {@code future} comes to. */
    public static <T> T await(CompletableFuture<T> future) {
        try {
            return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw problem(e.getCause() == null ? e : e.getCause());
        } catch (TimeoutException e) {
            throw problem(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw stopped().exception();
        }
    }

    /** What {@code question} comes to, which waits for the engine by itself. */
    public static <T> T call(Supplier<T> question) {
        try {
            return question.get();
        } catch (CompletionException e) {
            throw problem(e.getCause() == null ? e : e.getCause());
        } catch (OverBoundsException e) {
            throw over(e);
        }
    }

    /** That nothing can be asked of the engine any more. */
    public static Problem stopped() {
        return unavailable("the system is stopped; what was not acknowledged may or may not have been kept");
    }

    /** That nothing more is taken, as the disk of the home is full. */
    public static Problem diskFull(String detail) {
        return Problem.of(507, "disk-full", "the disk is full", detail)
                .with("Retry-After", Integer.toString(ROOM_SECONDS));
    }

    private static RuntimeException problem(Throwable cause) {
        return switch (cause) {
            case OverBoundsException over -> over(over);
            case RefusedException refused ->
                Problem.of(409, "conflict", "the state does not allow it", String.valueOf(refused.getMessage()))
                        .exception();
            case EngineStoppedException _ -> stopped().exception();
            case DiskFullException full ->
                diskFull(String.valueOf(full.getMessage())).exception();
            case TimeoutException _ ->
                unavailable("the engine has not answered for a while; it may do what was asked later")
                        .exception();
            case UncheckedIOException e ->
                unavailable(String.valueOf(e.getMessage())).exception();
            case RuntimeException e -> e;
            default -> new IllegalStateException(cause);
        };
    }

    private static RuntimeException over(OverBoundsException over) {
        String detail = String.valueOf(over.getMessage());
        if (over.passing()) {
            return Problem.of(429, "too-many-jobs", "too many jobs wait or run", detail)
                    .with("Retry-After", Integer.toString(RETRY_SECONDS))
                    .exception();
        }
        if (over.key().isEmpty()) {
            return Problem.of(413, "too-large", "the request is too large", detail)
                    .exception();
        }
        return new Problem(422, "over-limit", "the request is over a limit", detail, over.key(), 0, 0, Map.of())
                .exception();
    }

    private static Problem unavailable(String detail) {
        return Problem.of(503, "unavailable", "the system cannot serve now", detail)
                .with("Retry-After", "1");
    }
}
