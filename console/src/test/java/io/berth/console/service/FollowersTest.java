package io.berth.console.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.scale.Demand;
import io.berth.edge.scale.Told;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FollowersTest {
    private static final String AT = "127.0.0.1:15001";

    private final Followers followers = new Followers();

    @Test
    void aReplicaIsReleasedWhenEverybodyWhoFollowsHasLeftIt() {
        assertThat(followers.released("chat", AT, 0)).isFalse();
        followers.heard("chat", gateway("one"), says(Set.of(AT)), 0);
        followers.heard("chat", gateway("two"), says(Set.of(AT)), 1);
        followers.heard("other", gateway("three"), says(Set.of()), 1);
        followers.heard("chat", gateway("one"), says(Set.of()), 2);
        assertThat(followers.released("chat", AT, 2)).isFalse();
        followers.heard("chat", gateway("two"), says(Set.of("127.0.0.1:15002")), 3);
        assertThat(followers.released("chat", AT, 3)).isTrue();
        assertThat(followers.count("chat", 3)).isEqualTo(2);
    }

    @Test
    void whoIsNotHeardOfAnyMoreHoldsNothing() {
        followers.heard("chat", gateway("killed"), says(Set.of(AT)), 0);
        long later = Followers.HEARD_NANOS;
        followers.heard("chat", gateway("alive"), says(Set.of()), later);
        assertThat(followers.released("chat", AT, later)).isFalse();
        assertThat(followers.released("chat", AT, later + 1)).isTrue();
        assertThat(followers.released("chat", AT, 2 * later + 1)).isFalse();
    }

    @Test
    void noMoreFollowThanMay() {
        for (int i = 0; i < Followers.MOST; i++) {
            assertThat(followers.heard("chat", gateway("follower " + i), says(Set.of()), 0))
                    .isTrue();
        }
        assertThat(followers.heard("chat", gateway("one more"), says(Set.of()), 0))
                .isFalse();
        assertThat(followers.heard("chat", gateway("follower 0"), says(Set.of()), 0))
                .isTrue();
    }

    @Test
    void whoMayChangeNothingEndsNoDrainAndGoesByNobodyElsesName() {
        followers.heard("chat", viewer("one"), says(Set.of()), 0);
        assertThat(followers.released("chat", AT, 0)).isFalse();
        followers.heard("chat", gateway("one"), says(Set.of(AT)), 1);
        followers.heard("chat", viewer("one"), says(Set.of()), 2);
        assertThat(followers.released("chat", AT, 2)).isFalse();
        followers.heard("chat", viewer("other"), says(Set.of(AT)), 3);
        followers.heard("chat", gateway("one"), says(Set.of()), 3);
        assertThat(followers.released("chat", AT, 3)).isFalse();
        followers.heard("chat", viewer("other"), says(Set.of()), 4);
        assertThat(followers.released("chat", AT, 4)).isTrue();
    }

    @Test
    void whatComesIsSaidByThoseWhoMayChangeJobsUntilTheyAreGone() {
        Demand some = new Demand(7, 2, 1, 0.5, 1, 1);
        followers.heard("chat", gateway("one"), new Followers.Says(Set.of(), some), 0);
        followers.heard("chat", viewer("two"), new Followers.Says(Set.of(), some), 0);
        followers.heard("chat", gateway("three"), says(Set.of()), 0);
        followers.heard("other", gateway("four"), new Followers.Says(Set.of(), some), 0);
        assertThat(followers.demand("chat", 5)).isEqualTo(Map.of("one", new Told(some, 5)));
        assertThat(followers.demand("chat", Followers.HEARD_NANOS + 1)).isEmpty();
    }

    private static Followers.Says says(Set<String> holds) {
        return new Followers.Says(holds, null);
    }

    private static Followers.Name gateway(String name) {
        return new Followers.Name(name, true);
    }

    private static Followers.Name viewer(String name) {
        return new Followers.Name(name, false);
    }
}
