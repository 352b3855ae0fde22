package io.berth.console.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.console.http.Held.Phase;
import io.berth.console.http.message.Sender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private final AtomicLong clock = new AtomicLong();
    private final List<String> ended = new ArrayList<>();
    private final List<String> admitted = new ArrayList<>();
    private final Connections connections = new Connections(6, 4, clock::get);

    @Test
    void theOldestWithoutARequestMakesRoomForTheNext() {
        for (int i = 1; i <= 6; i++) {
            come("address-" + i, "head-" + i, Phase.HEAD);
        }

        assertThat(come("address-7", "next", Phase.HEAD)).isNotNull();
        assertThat(ended).containsExactly("head-1");
        assertThat(connections.size()).isEqualTo(6);
    }

    @Test
    void whatIsIdleGoesFirstThenHeadsThenBodiesThenSlowReaders() {
        come("a", "sending", Phase.SENDING);
        come("b", "body", Phase.BODY);
        come("c", "head", Phase.HEAD);
        come("d", "idle", Phase.IDLE);
        come("e", "busy", Phase.BUSY);
        come("f", "busy too", Phase.BUSY);
        pass(Duration.ofSeconds(2));

        for (int i = 0; i < 4; i++) {
            come("g" + i, "next", Phase.BUSY);
        }
        assertThat(ended).containsExactly("idle", "head", "body", "sending");
        assertThat(come("h", "one too many", Phase.HEAD)).isNull();
        assertThat(ended).hasSize(4);
    }

    @Test
    void aReaderThatTookSomethingJustNowStays() {
        for (int i = 1; i <= 6; i++) {
            come("address-" + i, "sending-" + i, Phase.SENDING);
        }

        assertThat(come("address-7", "next", Phase.HEAD)).isNull();
        assertThat(ended).isEmpty();

        pass(Duration.ofSeconds(1));
        connections.endOverdue();
        assertThat(ended).containsExactly("sending-1");
        assertThat(admitted).endsWith("next");
    }

    @Test
    void aHeadThatIsOnItsWayStaysBeforeReadersThatStalled() {
        for (int i = 1; i <= 5; i++) {
            come("address-" + i, "sending-" + i, Phase.SENDING);
        }
        pass(Duration.ofSeconds(1));
        come("address-6", "head", Phase.HEAD);

        come("address-7", "next", Phase.HEAD);
        come("address-8", "after it", Phase.HEAD);
        assertThat(ended).containsExactly("sending-1", "sending-2");
    }

    @Test
    void anAddressThatHasItsShareMakesRoomForItself() {
        come("other", "of another", Phase.HEAD);
        for (int i = 1; i <= 4; i++) {
            come("here", "head-" + i, Phase.HEAD);
        }

        assertThat(come("here", "next", Phase.HEAD)).isNotNull();
        assertThat(ended).containsExactly("head-1");
    }

    @Test
    void anAddressWhoseShareIsBusyGetsNoMore() {
        for (int i = 1; i <= 4; i++) {
            come("here", "busy-" + i, Phase.BUSY);
        }

        assertThat(come("here", "next", Phase.HEAD)).isNull();
        assertThat(come("there", "of another", Phase.HEAD)).isNotNull();
        assertThat(ended).isEmpty();

        pass(Duration.ofMillis(5_100));
        connections.endOverdue();
        assertThat(ended).contains("next");
        assertThat(admitted).doesNotContain("next");
    }

    @Test
    void whoComesWhileAllAreBusyWaitsForTheFirstThatIsNot() {
        List<Held> busy = new ArrayList<>();
        for (int i = 1; i <= 4; i++) {
            busy.add(come("here", "busy-" + i, Phase.BUSY));
        }
        come("here", "first", Phase.HEAD);
        come("here", "second", Phase.HEAD);

        connections.enter(busy.get(2), Phase.IDLE);
        assertThat(admitted).endsWith("first");
        assertThat(ended).containsExactly("busy-3");

        // The first has sent nothing yet, but came just now.
        connections.enter(busy.get(0), Phase.SENDING);
        assertThat(admitted).endsWith("first");
        connections.leave(busy.get(1));
        assertThat(admitted).endsWith("second");
        assertThat(connections.size()).isEqualTo(4);
    }

    @Test
    void ofMoreThanAnAddressHasRoomForTheLastWait() {
        for (int i = 1; i <= 4; i++) {
            come("here", "busy-" + i, Phase.BUSY);
        }
        for (int i = 1; i <= 5; i++) {
            come("here", "next-" + i, Phase.HEAD);
        }

        assertThat(ended).containsExactly("next-1");
    }

    @Test
    void roomInAllIsForAnyWhoWait() {
        List<Held> busy = new ArrayList<>();
        for (int i = 1; i <= 6; i++) {
            busy.add(come("address-" + i, "busy-" + i, Phase.BUSY));
        }
        come("address-7", "next", Phase.HEAD);

        connections.leave(busy.get(3));
        assertThat(admitted).endsWith("next");
    }

    @Test
    void whatWaitsTooLongIsEndedAndSoonerInACrowd() {
        come("a", "head", Phase.HEAD);
        come("b", "idle", Phase.IDLE);
        come("c", "body", Phase.BODY);
        pass(Duration.ofMillis(4_900));
        connections.endOverdue();
        assertThat(ended).isEmpty();

        pass(Duration.ofMillis(200));
        connections.endOverdue();
        assertThat(ended).containsExactly("head");

        come("d", "head in a crowd", Phase.HEAD);
        come("e", "another", Phase.BUSY);
        pass(Duration.ofMillis(1_100));
        connections.endOverdue();
        assertThat(ended).containsExactly("head", "head in a crowd", "idle");
    }

    @Test
    void whoLeftCountsNoMore() {
        Held held = come("here", "one", Phase.HEAD);
        connections.leave(held);
        connections.enter(held, Phase.BUSY);

        assertThat(connections.size()).isZero();
        connections.relieve();
        assertThat(ended).isEmpty();
    }

    private Held come(String place, String name, Phase phase) {
        AtomicReference<Held> come = new AtomicReference<>();
        connections.admit(Sender.of(place, false), () -> ended.add(name), held -> {
            admitted.add(name);
            come.set(held);
        });
        Held held = come.get();
        if (held != null) {
            connections.enter(held, phase);
        }
        return held;
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }
}
