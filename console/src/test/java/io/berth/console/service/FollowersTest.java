package io.berth.console.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class FollowersTest {
    private static final String AT = "127.0.0.1:15001";

    private final Followers followers = new Followers();

    @Test
    void aReplicaIsReleasedWhenEverybodyWhoFollowsHasLeftIt() {
        assertThat(followers.released("chat", AT, 0)).isFalse();
        followers.heard("chat", gateway("one"), Set.of(AT), 0);
        followers.heard("chat", gateway("two"), Set.of(AT), 1);
        followers.heard("other", gateway("three"), Set.of(), 1);
        followers.heard("chat", gateway("one"), Set.of(), 2);
        assertThat(followers.released("chat", AT, 2)).isFalse();
        followers.heard("chat", gateway("two"), Set.of("127.0.0.1:15002"), 3);
        assertThat(followers.released("chat", AT, 3)).isTrue();
        assertThat(followers.count("chat", 3)).isEqualTo(2);
    }

    @Test
    void whoIsNotHeardOfAnyMoreHoldsNothing() {
        followers.heard("chat", gateway("killed"), Set.of(AT), 0);
        long later = Followers.HEARD_NANOS;
        followers.heard("chat", gateway("alive"), Set.of(), later);
        assertThat(followers.released("chat", AT, later)).isFalse();
        assertThat(followers.released("chat", AT, later + 1)).isTrue();
        assertThat(followers.released("chat", AT, 2 * later + 1)).isFalse();
    }

    @Test
    void noMoreFollowThanMay() {
        for (int i = 0; i < Followers.MOST; i++) {
            assertThat(followers.heard("chat", gateway("follower " + i), Set.of(), 0))
                    .isTrue();
        }
        assertThat(followers.heard("chat", gateway("one more"), Set.of(), 0)).isFalse();
        assertThat(followers.heard("chat", gateway("follower 0"), Set.of(), 0)).isTrue();
    }

    @Test
    void whoMayChangeNothingEndsNoDrainAndGoesByNobodyElsesName() {
        followers.heard("chat", viewer("one"), Set.of(), 0);
        assertThat(followers.released("chat", AT, 0)).isFalse();
        followers.heard("chat", gateway("one"), Set.of(AT), 1);
        followers.heard("chat", viewer("one"), Set.of(), 2);
        assertThat(followers.released("chat", AT, 2)).isFalse();
        followers.heard("chat", viewer("other"), Set.of(AT), 3);
        followers.heard("chat", gateway("one"), Set.of(), 3);
        assertThat(followers.released("chat", AT, 3)).isFalse();
        followers.heard("chat", viewer("other"), Set.of(), 4);
        assertThat(followers.released("chat", AT, 4)).isTrue();
    }

    private static Followers.Name gateway(String name) {
        return new Followers.Name(name, true);
    }

    private static Followers.Name viewer(String name) {
        return new Followers.Name(name, false);
    }
}
