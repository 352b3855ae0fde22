package io.berth.core.dispatch.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FeatureCacheTest {
    private final List<Long> dropped = new ArrayList<>();

    @Test
    void a_result_leaves_when_its_time_is_over_however_often_it_is_used() {
        FeatureCache cache = new FeatureCache(new FeatureLimits(10, 100, 5), dropped::add);
        cache.keep(1, 10, 0);
        cache.keep(2, 10, 3);
        assertThat(cache.hit(1, 4)).isTrue();
        assertThat(cache.hit(1, 5)).isFalse();
        assertThat(cache.hit(2, 5)).isTrue();
        cache.keep(2, 10, 6);
        assertThat(cache.hit(2, 10)).isTrue();
        assertThat(dropped).containsExactly(1L);
    }

    @Test
    void the_one_unused_for_longest_makes_room_and_what_is_too_large_gets_none() {
        FeatureCache cache = new FeatureCache(new FeatureLimits(3, 100, Nanos.NEVER), dropped::add);
        cache.keep(1, 40, 0);
        cache.keep(2, 40, 0);
        assertThat(cache.hit(1, 0)).isTrue();
        cache.keep(3, 40, 0);
        assertThat(dropped).containsExactly(2L);
        cache.keep(4, 101, 0);
        assertThat(dropped).containsExactly(2L, 4L);
        cache.keep(1, 10, 0);
        cache.keep(5, 40, 0);
        assertThat(cache.hit(3, 0)).isTrue();
        cache.keep(6, 1, 0);
        assertThat(dropped).containsExactly(2L, 4L, 1L);
    }
}
