package io.berth.core.dispatch.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Into how many shares requests are split, by what was learnt of calls. */
class SplitterTest {
    private static final long KIND = 1;
    private static final double S = Nanos.SECOND;

    private final CallTimes times = new CallTimes();
    private final Splitter splitter = new Splitter(8, times);

    @Test
    void whatIsFixedIsToldFromWhatItemsTakeThoughServersDiffer() {
        learn(1, 0.3, new double[] {1, 2, 4});

        assertThat(times.nanos(KIND, 0, 4) / S).isCloseTo(2.2, within(0.15));
        assertThat(times.nanos(KIND, 2, 1) / S).isCloseTo(5.2, within(0.4));
        assertThat(times.of(KIND).fixed(1) / S).isCloseTo(2, within(0.2));
    }

    @Test
    void sharesAreDoneAtAboutTheSameTime() {
        learn(0, 1, new double[] {1, 2, 4});

        assertThat(split(7, view(0, 0, 0, 0)))
                .containsExactlyInAnyOrder(new Share(0, 4), new Share(1, 2), new Share(2, 1));
        assertThat(split(2, view(0, 0, 0, 0))).as("one of two takes as long").isEmpty();
    }

    /** The example of {@link Splitter}: three further calls of 1 s are worth it only while few wait for them. */
    @Test
    void theBusierTheFleetTheFewerShares() {
        learn(1, 3, new double[] {1, 1, 1, 1});

        assertThat(split(4, view(0.5, 0, 0, 0, 0))).hasSize(4);
        for (int i = 0; i < 200; i++) {
            split(4, view(0.9, 0, 0, 0, 0));
        }
        assertThat(split(4, view(0.9, 0, 0, 0, 0))).isEmpty();
    }

    @Test
    void whereItDoesNotPayNothingIsSplit() {
        learn(10, 0.01, new double[] {1, 1});
        assertThat(split(4, view(0, 0, 0))).isEmpty();
        learn(0, 1, new double[] {1, 1});
        assertThat(splitter.split(2, 4, view(0, 0, 0)).shares())
                .as("another kind")
                .isEmpty();
        assertThat(split(1, view(0, 0, 0))).isEmpty();
    }

    @Test
    void onlyServersThatWouldBeginAtOnceHaveShares() {
        learn(0, 1, new double[] {1, 1, 1});

        assertThat(split(6, view(0, 0, 5 * S, 0))).containsExactlyInAnyOrder(new Share(0, 3), new Share(2, 3));
        FleetView held = new FleetView(view(0, 0, 0, 0).places(), 0, 1);
        assertThat(split(6, held)).isEmpty();
    }

    /** Calls of one size say nothing of smaller ones: a few are split, so that it is seen. */
    @Test
    void aFewAreSplitToSeeWhatSmallerCallsTake() {
        int looks = 0;
        for (int i = 0; i < 100; i++) {
            Splitter.Split split = splitter.split(KIND, 4, view(0, 0, 0));
            looks += split.shares().isEmpty() ? 0 : 1;
            times.answered(KIND, 0, 4, 4 * S);
        }
        assertThat(looks).isBetween(1, 12);
    }

    /**
     * Predictions that are wrong: the shares take three times as long as calls of their size otherwise do. It is off after some rounds, and the
     * mean of a long run is no more than 2 % above that without.
     */
    @Test
    void whatCostsIsOffAfterAWhile() {
        learn(0, 1, new double[] {1, 1, 1, 1});
        Chance chance = new Chance(7, "wrong", 0);
        double sum = 0;
        double late = 0;
        int requests = 40_000;
        for (int i = 0; i < requests; i++) {
            Splitter.Split split = splitter.split(KIND, 4, view(0, 0, 0, 0, 0));
            double took = (split.shares().isEmpty() ? 4 : 5) * S * (0.8 + 0.4 * chance.unit());
            splitter.ended(split, took);
            sum += took / (4 * S);
            late += i > requests / 2 ? took / (4 * S) : 0;
        }
        assertThat(sum / requests).isLessThan(1.025);
        assertThat(2 * late / requests).isLessThan(1.02);
    }

    @Test
    void whatPaysStaysOn() {
        learn(0, 1, new double[] {1, 1, 1, 1});
        Chance chance = new Chance(8, "right", 0);
        int split = 0;
        for (int i = 0; i < 10_000; i++) {
            Splitter.Split one = splitter.split(KIND, 4, view(0, 0, 0, 0, 0));
            split += one.shares().isEmpty() ? 0 : 1;
            splitter.ended(one, (one.shares().isEmpty() ? 4 : 3.8) * S * (0.8 + 0.4 * chance.unit()));
        }
        assertThat(split).isGreaterThan(9_000);
    }

    @Test
    void whatCannotBePutTogetherIsNeverSplitAgain() {
        learn(0, 1, new double[] {1, 1});
        assertThat(split(2, view(0, 0, 0))).hasSize(2);
        splitter.never(KIND);
        assertThat(split(2, view(0, 0, 0))).isEmpty();
    }

    private List<Share> split(int items, FleetView view) {
        return splitter.split(KIND, items, view).shares();
    }

    /** Servers that take so many times as long as the first. */
    private void learn(double fixed, double each, double[] slow) {
        for (int i = 0; i < 300; i++) {
            int server = i % slow.length;
            int items = 1 + i / slow.length % 5;
            times.answered(KIND, server, items, slow[server] * (fixed + each * items) * S);
        }
    }

    private static FleetView view(double busy, double... waits) {
        List<Place> places = new ArrayList<>();
        for (int i = 0; i < waits.length; i++) {
            places.add(new Place(i, i, waits[i]));
        }
        return new FleetView(places, busy, 0);
    }
}
