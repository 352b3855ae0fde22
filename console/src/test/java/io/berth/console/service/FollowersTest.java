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
        followers.heard("chat", "one", Set.of(AT), 0);
        followers.heard("chat", "two", Set.of(AT), 1);
        followers.heard("other", "three", Set.of(), 1);
        followers.heard("chat", "one", Set.of(), 2);
        assertThat(followers.released("chat", AT, 2)).isFalse();
        followers.heard("chat", "two", Set.of("127.0.0.1:15002"), 3);
        assertThat(followers.released("chat", AT, 3)).isTrue();
        assertThat(followers.count("chat", 3)).isEqualTo(2);
    }

    @Test
    void whoIsNotHeardOfAnyMoreHoldsNothing() {
        followers.heard("chat", "killed", Set.of(AT), 0);
        long later = Followers.HEARD_NANOS;
        followers.heard("chat", "alive", Set.of(), later);
        assertThat(followers.released("chat", AT, later)).isFalse();
        assertThat(followers.released("chat", AT, later + 1)).isTrue();
        assertThat(followers.released("chat", AT, 2 * later + 1)).isFalse();
    }

    @Test
    void noMoreFollowThanMay() {
        for (int i = 0; i < Followers.MOST; i++) {
            assertThat(followers.heard("chat", "follower " + i, Set.of(), 0)).isTrue();
        }
        assertThat(followers.heard("chat", "one more", Set.of(), 0)).isFalse();
        assertThat(followers.heard("chat", "follower 0", Set.of(), 0)).isTrue();
    }
}
