package io.berth.learn.environment.stepped;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class HandoverTest {

    /** Asks as often as told and writes down what it hears. */
    private static Handover.World asking(int times, List<Integer> heard) {
        return player -> {
            for (int i = 0; i < times; i++) {
                heard.add(player.decide());
            }
        };
    }

    @Test
    void bothTakeTurns() {
        List<String> order = new ArrayList<>();
        try (Handover game = new Handover(player -> {
            for (int i = 0; i < 3; i++) {
                order.add("asked " + i);
                order.add("heard " + player.decide());
            }
        })) {
            int answers = 0;
            while (game.asks()) {
                order.add("answers " + answers);
                game.answer(answers++);
            }
        }
        assertThat(order)
                .containsExactly(
                        "asked 0",
                        "answers 0",
                        "heard 0",
                        "asked 1",
                        "answers 1",
                        "heard 1",
                        "asked 2",
                        "answers 2",
                        "heard 2");
    }

    @Test
    void manyTurnsLoseNoAnswer() {
        List<Integer> heard = new ArrayList<>();
        Handover game = new Handover(asking(20_000, heard));
        for (int i = 0; game.asks(); i++) {
            game.answer(i);
        }
        assertThat(heard).hasSize(20_000).isSorted().endsWith(19_999);
    }

    @Test
    void virtualPlayersLoseNoAnswerEither() throws InterruptedException {
        List<Integer> heard = new ArrayList<>();
        Thread player = Thread.ofVirtual().start(() -> {
            Handover game = new Handover(asking(20_000, heard));
            for (int i = 0; game.asks(); i++) {
                game.answer(i);
            }
        });
        player.join();
        assertThat(heard).hasSize(20_000).isSorted().endsWith(19_999);
    }

    @Test
    void worldThatAsksNothingHasEnded() {
        Handover game = new Handover(player -> {});
        assertThat(game.asks()).isFalse();
        assertThatThrownBy(() -> game.answer(7))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("(7)");
    }

    @Test
    void whatTheWorldThrowsThePlayerGets() {
        Handover game = new Handover(player -> {
            throw new IllegalArgumentException("heard " + player.decide());
        });
        assertThatThrownBy(() -> game.answer(4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("heard 4");
        assertThat(game.asks()).isFalse();
        game.close();
    }

    @Test
    void interruptedPlayerFinishesTheTurnAndStaysInterrupted() {
        List<Integer> heard = new ArrayList<>();
        Handover game = new Handover(asking(100, heard));
        Thread.currentThread().interrupt();
        for (int i = 0; i < 100; i++) {
            game.answer(i);
        }
        assertThat(Thread.interrupted()).isTrue();
        assertThat(heard).hasSize(100);
    }

    @Test
    void playerMayMoveToAnotherThread() throws InterruptedException {
        List<Integer> heard = new ArrayList<>();
        Handover game = new Handover(asking(2, heard));
        game.answer(1);
        Thread other = Thread.ofPlatform().start(() -> game.answer(2));
        other.join();
        assertThat(heard).containsExactly(1, 2);
    }

    @Test
    void tenThousandWorldsThatAreClosedEnd() {
        AtomicInteger ended = new AtomicInteger();
        for (int i = 0; i < 10_000; i++) {
            Handover game = new Handover(endless(ended));
            game.answer(i);
            game.close();
            assertThat(ended.get()).isEqualTo(i + 1);
        }
    }

    @Test
    @Timeout(120)
    void tenThousandWorldsThatAreForgottenEnd() {
        AtomicInteger ended = new AtomicInteger();
        for (int i = 0; i < 10_000; i++) {
            assertThat(new Handover(endless(ended)).answer(i)).isTrue();
        }
        while (ended.get() < 10_000) {
            System.gc();
            Thread.yield();
        }
        assertThat(ended.get()).isEqualTo(10_000);
    }

    private static Handover.World endless(AtomicInteger ended) {
        return player -> {
            try {
                while (true) {
                    player.decide();
                }
            } finally {
                ended.incrementAndGet();
            }
        };
    }
}
