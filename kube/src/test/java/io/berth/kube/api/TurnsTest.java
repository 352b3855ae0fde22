package io.berth.kube.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class TurnsTest {
    @Test
    void soManyAreUnderWayAndTheOthersFollowInTheirOrder() {
        Turns turns = new Turns(2);
        List<CompletableFuture<Integer>> calls = new ArrayList<>();
        List<CompletableFuture<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            results.add(turns.take(() -> {
                CompletableFuture<Integer> call = new CompletableFuture<>();
                calls.add(call);
                return call;
            }));
        }
        assertThat(calls).hasSize(2);
        calls.get(1).complete(1);
        assertThat(calls).hasSize(3);
        assertThat(results.get(1)).isCompletedWithValue(1);
        calls.get(0).completeExceptionally(new IllegalStateException("no"));
        assertThat(results.get(0)).isCompletedExceptionally();
        calls.get(2).complete(2);
        calls.get(3).complete(3);
        calls.get(4).complete(4);
        assertThat(results.get(4)).isCompletedWithValue(4);
        turns.take(() -> CompletableFuture.completedFuture(6));
        CompletableFuture<Integer> one = new CompletableFuture<>();
        turns.take(() -> one);
        assertThat(turns.take(() -> CompletableFuture.completedFuture(7))).isCompletedWithValue(7);
    }

    @Test
    void thousands_that_fail_as_they_begin_fail_one_after_another() {
        Turns turns = new Turns(1);
        CompletableFuture<Integer> first = new CompletableFuture<>();
        turns.take(() -> first);
        List<CompletableFuture<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            results.add(turns.take(() -> CompletableFuture.failedFuture(new IllegalStateException("closed"))));
        }
        first.complete(1);
        assertThat(results).allMatch(CompletableFuture::isCompletedExceptionally);
    }
}
