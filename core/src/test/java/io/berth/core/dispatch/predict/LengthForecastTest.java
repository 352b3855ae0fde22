package io.berth.core.dispatch.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.berth.core.dispatch.predict.LengthForecast.Asked;
import io.berth.core.time.Chance;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class LengthForecastTest {
    private static final int ANSWERS = 8_000;

    private final LengthForecast forecast = new LengthForecast(128);
    private final Chance chance = new Chance(11, "lengths", 0);

    /** Requests and their answers, one after another. */
    private interface Load {
        Asked asked(int number);

        double length(int number, Asked asked);
    }

    /** What the ranges held, by quarter, and how far median and mean of all before were off. */
    private record Score(double[] held, double missed, double missedByMean) {}

    @Test
    void guessesBeforeItKnows() {
        assertThat(forecast.expect(Asked.NOTHING)).isEqualTo(new LengthRange(0, 128, 1024, 128));
        assertThat(forecast.expect(new Asked(0, 0, 0, 100))).isEqualTo(new LengthRange(0, 100, 100, 100));
        assertThatThrownBy(() -> new LengthForecast(0)).hasMessageContaining("above 0");
    }

    @Test
    void holdsFourInFiveOfOneKind() {
        Score score = score(load(_ -> Asked.NOTHING, (_, _) -> 100 * StrictMath.exp(0.8 * chance.normal())));

        assertHeld(score, 0.77, 0.83);
        LengthRange told = forecast.expect(Asked.NOTHING);
        assertThat(told.median()).isCloseTo(100, within(15.0));
        assertThat(told.low()).isCloseTo(100 * StrictMath.exp(-0.8 * 1.2816), within(10.0));
        assertThat(told.mean()).isCloseTo(100 * StrictMath.exp(0.32), within(20.0));
    }

    /** Two models, two tenants, and limits that say what is asked: no single number is near any of them. */
    @Test
    void tellsKindsApart() {
        Score score = score(load(
                number -> new Asked(number % 2, chance.below(2), 0, chance.below(2) == 0 ? 4096 : 64),
                (_, asked) -> StrictMath.min(
                        (double) asked.most(),
                        (asked.model() == 0 ? 30 : 900)
                                * (asked.tenant() == 0 ? 1 : 2)
                                * StrictMath.exp(0.1 * chance.normal()))));

        assertHeld(score, 0.75, 0.9);
        assertThat(score.missed).isLessThan(0.15 * score.missedByMean);
        assertThat(forecast.expect(new Asked(1, 1, 0, 4096)).median()).isCloseTo(1800, within(90.0));
        assertThat(forecast.expect(new Asked(1, 1, 0, 64)).high()).isEqualTo(64);
    }

    /** The longer the prompt the longer the answer; tenants are chance. */
    @Test
    void findsWhatSaysMost() {
        Score score = score(load(
                _ -> new Asked(0, chance.below(300), 100L << chance.below(5), 0),
                (_, asked) -> asked.size() * StrictMath.exp(0.2 * chance.normal())));

        assertHeld(score, 0.77, 0.83);
        assertThat(score.missed).isLessThan(0.35 * score.missedByMean);
    }

    @Test
    void followsALoadThatChanges() {
        Score score = score(load(
                _ -> Asked.NOTHING,
                (number, _) -> (50 + 0.1 * number)
                        * (number < ANSWERS * 5 / 8 ? 1 : 4)
                        * StrictMath.exp(0.4 * chance.normal())));

        assertHeld(score, 0.7, 0.9);
        assertThat(score.missed).isLessThan(0.5 * score.missedByMean);
    }

    /** A flood of tenants takes no room of what others are expected by, and does not grow. */
    @Test
    void aFloodOfTenantsLeavesTheModel() {
        for (int number = 0; number < 200_000; number++) {
            forecast.answered(new Asked(0, number, 0, 0), 40);
            forecast.answered(new Asked(1, 7, 0, 0), 700);
        }

        assertThat(forecast.expect(new Asked(1, 7, 0, 0)).median()).isEqualTo(700);
        assertThat(forecast.expect(new Asked(0, -5, 0, 0)).median()).isEqualTo(40);
    }

    @Test
    void windowIsWhatCameLast() {
        LengthWindow window = new LengthWindow(50);
        double[] lengths = new double[400];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = chance.below(30);
            window.add(lengths[i]);
            double[] last = Arrays.copyOfRange(lengths, StrictMath.max(0, i - 49), i + 1);
            Arrays.sort(last);
            assertThat(window.count()).isEqualTo(last.length);
            assertThat(window.mean()).isCloseTo(Arrays.stream(last).average().orElseThrow(), within(1e-9));
            assertThat(window.quantile(0)).isEqualTo(last[0]);
            assertThat(window.quantile(1)).isEqualTo(last[last.length - 1]);
            assertThat(window.quantile(1.0 / (last.length + 1))).isCloseTo(last[0], within(1e-9));
        }
    }

    private static void assertHeld(Score score, double least, double most) {
        for (double held : score.held) {
            assertThat(held).isBetween(least, most);
        }
    }

    private Score score(Load load) {
        int[] held = new int[4];
        double missed = 0;
        double missedByMean = 0;
        double sum = 0;
        for (int number = 0; number < ANSWERS; number++) {
            Asked asked = load.asked(number);
            double length = load.length(number, asked);
            LengthRange told = forecast.expect(asked);
            held[4 * number / ANSWERS] += told.holds(length) ? 1 : 0;
            missed += StrictMath.abs(length - told.median());
            missedByMean += StrictMath.abs(length - (number == 0 ? 128 : sum / number));
            sum += length;
            forecast.answered(asked, length);
        }
        return new Score(
                Arrays.stream(held).mapToDouble(count -> 4.0 * count / ANSWERS).toArray(), missed, missedByMean);
    }

    private static Load load(
            java.util.function.IntFunction<Asked> asked, java.util.function.ToDoubleBiFunction<Integer, Asked> length) {
        return new Load() {
            @Override
            public Asked asked(int number) {
                return asked.apply(number);
            }

            @Override
            public double length(int number, Asked of) {
                return length.applyAsDouble(number, of);
            }
        };
    }
}
