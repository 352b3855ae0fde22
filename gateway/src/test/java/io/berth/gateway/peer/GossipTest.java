package io.berth.gateway.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.spec.input.Tree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GossipTest {
    private final List<String> notes = new ArrayList<>();
    private final List<String> happened = new ArrayList<>();
    private long nanos;
    private boolean lost;
    private boolean due = true;

    private final Gossip gossip = new Gossip(
            new Script(), 7, Map.of(Topic.TENANTS, new Said(), Topic.LOAD, new Said()), () -> nanos, notes::add);

    /** What carries words, as a test wants it. */
    private final class Script implements Channel {
        @Override
        public void open(Ends ends) {}

        @Override
        public void round(Topic topic) {
            happened.add("round " + topic.label());
        }

        @Override
        public void echoed() {
            happened.add("echo");
        }

        @Override
        public boolean lost() {
            return lost;
        }

        @Override
        public void close() {}
    }

    private final class Said implements Subject {
        @Override
        public Map<String, Object> told() {
            return Map.of("x", 1);
        }

        @Override
        public void heard(String gateway, long life, Tree document) {
            happened.add(gateway + " " + life);
        }

        @Override
        public boolean due() {
            return due;
        }

        @Override
        public void alone(int gateways) {
            happened.add("alone " + gateways);
        }
    }

    @AfterEach
    void close() {
        gossip.close();
    }

    private void heard(@Nullable String from, String name, int life) {
        gossip.heard(Topic.LOAD, from, "{\"name\":\"" + name + "\",\"life\":" + life + "}");
    }

    @Test
    void tenantsAreToldOnceInFiveRounds() {
        for (int i = 0; i < 6; i++) {
            gossip.round();
        }
        assertThat(happened.stream().filter("round tenants"::equals)).hasSize(2);
        assertThat(happened.stream().filter("round load"::equals)).hasSize(6);
        assertThat(gossip.told(Topic.LOAD)).isEqualTo("{\"name\":\"\",\"life\":7,\"x\":1}");
    }

    @Test
    void nothingIsToldOfWhatIsNotDue() {
        try (Gossip both = new Gossip(
                new Script(), 7, Map.of(Topic.LOAD, new Said(), Topic.DEMAND, new Said()), () -> nanos, notes::add)) {
            both.round();
            due = false;
            both.round();
            both.round();
        }
        assertThat(happened).containsExactly("round load", "round demand");
    }

    @Test
    void onesOwnWordsCountForNothing() {
        heard(null, "me", 7);
        heard("10.0.0.1:7120", "me", 7);
        assertThat(happened).containsExactly("echo", "echo");
        assertThat(gossip.others()).isZero();
    }

    @Test
    void whoSaysNothingIsGone() {
        heard("a", "", 1);
        heard(null, "b", 2);
        assertThat(gossip.others()).isEqualTo(2);
        nanos = TimeUnit.SECONDS.toNanos(2);
        heard(null, "b", 2);
        nanos = TimeUnit.SECONDS.toNanos(4);
        assertThat(gossip.others()).isEqualTo(1);
        assertThat(happened).containsExactly("a 1", "b 2", "b 2");
    }

    @Test
    void whereNobodyCanBeHeardThoseBeforeCount() {
        heard(null, "b", 2);
        heard(null, "c", 3);
        nanos = TimeUnit.SECONDS.toNanos(3);
        lost = true;
        gossip.round();
        gossip.round();
        assertThat(happened.stream().filter(what -> what.startsWith("alone"))).containsExactly("alone 3", "alone 3");
        assertThat(notes).singleElement().asString().contains("1 of 3 parts");
        assertThat(gossip.others()).isZero();
        lost = false;
        gossip.round();
        assertThat(happened.stream().filter("alone 1"::equals)).hasSize(2);
        assertThat(notes).hasSize(2);
    }

    @Test
    void twoOfOneNameAreToldApartFromOne() {
        heard(null, "", 8);
        heard(null, "", 8);
        assertThat(happened).isEmpty();
        assertThat(notes).singleElement().asString().contains("give one of them another redis.name");
    }
}
