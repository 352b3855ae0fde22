package io.berth.kube.api;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Lets so many calls be under way at once; others wait for their turn, the first that came first. From any thread. */
public final class Turns {
    private final int most;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int underWay;
    /** Somebody begins those that waited. */
    private boolean drains;

    public Turns(int most) {
        this.most = most;
    }

    /** What {@code call} comes to, which is made when it is its turn. */
    public <T> CompletableFuture<T> take(Supplier<CompletableFuture<T>> call) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Runnable turn = () -> call.get().whenComplete((value, problem) -> {
            ended();
            if (problem == null) {
                result.complete(value);
            } else {
                result.completeExceptionally(problem);
            }
        });
        synchronized (this) {
            if (underWay == most) {
                waiting.add(turn);
                return result;
            }
            underWay++;
        }
        turn.run();
        return result;
    }

    /** Calls that fail as they begin end while others are begun: a loop, as they may be thousands. */
    private void ended() {
        synchronized (this) {
            underWay--;
            if (drains) {
                return;
            }
            drains = true;
        }
        for (Runnable turn = next(); turn != null; turn = next()) {
            turn.run();
        }
    }

    private synchronized @Nullable Runnable next() {
        Runnable turn = underWay < most ? waiting.poll() : null;
        if (turn == null) {
            drains = false;
        } else {
            underWay++;
        }
        return turn;
    }
}
