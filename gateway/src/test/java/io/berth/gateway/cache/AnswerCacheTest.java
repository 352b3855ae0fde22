package io.berth.gateway.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnswerCacheTest {
    private final List<@Nullable Answer> told = new ArrayList<>();
    private final AnswerCache cache = new AnswerCache(3 * 1256, 1000, 100);

    @Test
    void whatWasAnsweredIsThereForAWhile() {
        Answer answer = answer(1000);
        assertThat(cache.ask(asked(1), false, 0, told::add)).isEqualTo(AnswerCache.Not.THERE);
        cache.came(asked(1), answer, 10);

        assertThat(cache.ask(asked(1), false, 109, told::add)).isEqualTo(new AnswerCache.Hit(answer));
        assertThat(cache.ask(asked(1), false, 110, told::add)).isEqualTo(AnswerCache.Not.THERE);
        assertThat(cache.figures()).isEqualTo(new AnswerCache.Figures(1, 2, 0, 0, 0));
    }

    @Test
    void whatIsUnderWayIsAskedOnce() {
        Answer answer = answer(10);
        cache.ask(asked(1), false, 0, told::add);
        assertThat(cache.ask(asked(1), false, 0, told::add)).isEqualTo(AnswerCache.Not.YET);
        assertThat(cache.ask(asked(1), false, 0, told::add)).isEqualTo(AnswerCache.Not.YET);
        assertThat(cache.ask(asked(2), false, 0, told::add)).isEqualTo(AnswerCache.Not.THERE);
        cache.came(asked(1), answer, 1);

        assertThat(told).containsExactly(answer, answer);
        assertThat(cache.figures().shared()).isEqualTo(2);
    }

    @Test
    void whereNothingCameOfItTheOthersAskAgain() {
        cache.ask(asked(1), false, 0, told::add);
        cache.ask(asked(1), false, 0, told::add);
        cache.came(asked(1), null, 1);

        assertThat(told).containsExactly((Answer) null);
        assertThat(cache.ask(asked(1), false, 2, told::add)).isEqualTo(AnswerCache.Not.THERE);
    }

    @Test
    void thoseUsedLongestAgoGo() {
        for (int i = 1; i <= 3; i++) {
            cache.came(asked(i), answer(1000), 0);
        }
        assertThat(cache.ask(asked(1), false, 1, told::add)).isInstanceOf(AnswerCache.Hit.class);
        cache.came(asked(4), answer(1000), 1);

        assertThat(cache.ask(asked(2), false, 2, told::add)).isEqualTo(AnswerCache.Not.THERE);
        assertThat(cache.ask(asked(1), false, 2, told::add)).isInstanceOf(AnswerCache.Hit.class);
        assertThat(cache.figures().bytes()).isEqualTo(3 * 1256);
    }

    @Test
    void whatIsTooLargeIsGivenToThoseWhoWaitAndNotKept() {
        Answer large = answer(1001);
        cache.ask(asked(1), false, 0, told::add);
        cache.ask(asked(1), false, 0, told::add);
        cache.came(asked(1), large, 0);

        assertThat(told).containsExactly(large);
        assertThat(cache.figures().entries()).isZero();
    }

    private static Asked asked(int body) {
        return new Asked(0, "/v1/embeddings", body, 0, 0, 0);
    }

    private static Answer answer(int length) {
        return new Answer("application/json", new byte[length]);
    }
}
