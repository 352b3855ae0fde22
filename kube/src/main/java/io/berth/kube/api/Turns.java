package io.berth.kube.api;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Lets so many calls be under way at once; others wait for their turn, the first that came first. From any thread. */
final class Turns {
    private final int most;
    private final Executor next;
    private final ArrayDeque<Runnable> waiting = new ArrayDeque<>();
    private int underWay;

    /** @param next where calls begin that waited */
    Turns(int most, Executor next) {
        this.most = most;
        this.next = next;
    }

    /** What {@code call} comes to, which is made when it is its turn. */
    <T> CompletableFuture<T> take(Supplier<CompletableFuture<T>> call) {
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

    private void ended() {
        Runnable turn;
        synchronized (this) {
            turn = waiting.poll();
            if (turn == null) {
                underWay--;
                return;
            }
        }
        next.execute(turn);
    }
}
