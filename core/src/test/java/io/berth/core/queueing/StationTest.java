package io.berth.core.queueing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.berth.core.time.Chance;
import java.math.BigDecimal;
import java.math.MathContext;
import org.junit.jupiter.api.Test;

/** Formulas against exact sums, and against queues that are simulated customer by customer. */
class StationTest {
    private static final double EXACT = 1e-9;

    @Test
    void erlangsFormulasAreExactForOneServerAndForThousands() {
        for (int servers : new int[] {1, 2, 10, 100, 1000, 5000}) {
            for (double utilisation : new double[] {0.05, 0.5, 0.9, 0.99, 0.9999}) {
                double offered = servers * utilisation;
                double blocked = exactlyBlocked(offered, servers);
                assertEquals(blocked, Erlang.blocked(offered, servers), EXACT);
                double delayed = blocked / (1 - utilisation * (1 - blocked));
                assertEquals(delayed, Erlang.delayed(offered, servers), EXACT);
            }
        }
        // Tables have 0.4092 for ten servers and eight Erlang.
        assertEquals(0.409180, Erlang.delayed(8, 10), 1e-6);
        assertEquals(1, Erlang.delayed(10, 10));
        assertEquals(0, Erlang.delayed(0, 3));
    }

    /** Offered^servers ÷ servers! over the sum of such terms, with fifty digits, from the last term on. */
    private static double exactlyBlocked(double offered, int servers) {
        MathContext digits = new MathContext(50);
        BigDecimal load = new BigDecimal(offered);
        BigDecimal term = BigDecimal.ONE;
        BigDecimal sum = BigDecimal.ONE;
        for (int k = servers; k >= 1; k--) {
            term = term.multiply(BigDecimal.valueOf(k), digits).divide(load, digits);
            sum = sum.add(term, digits);
        }
        return BigDecimal.ONE.divide(sum, digits).doubleValue();
    }

    @Test
    void oneServerWaitsAsPollaczekAndKhinchineSay() {
        for (double variation : new double[] {0, 0.25, 1, 4, 25}) {
            Waits waits = new Station(1).waits(new Load(0.8, 1, 1, variation));
            assertEquals(0.8 * (1 + variation) / 2 / 0.2, waits.mean(), EXACT);
        }
    }

    @Test
    void percentilesOfExponentialQueuesAreExact() {
        Waits waits = new Station(1).waits(Load.markov(0.5, 1));
        // One server: P(wait > t) = 0.5 · exp(−0.5 t).
        assertEquals(0, waits.percentile(0.5));
        assertEquals(StrictMath.log(0.5 / 0.1) / 0.5, waits.percentile(0.9), EXACT);
        assertEquals(StrictMath.log(0.5 / 0.01) / 0.5, waits.percentile(0.99), EXACT);
    }

    @Test
    void batchesOfOneAreNone() {
        for (int servers : new int[] {1, 3, 50}) {
            Load load = Load.markov(0.8 * servers, 1);
            Waits single = new Station(servers).waits(load);
            double ratio = 0.8;
            double blocked = Erlang.blocked(load.offered(), servers);
            double delayed = 1 / (1 / blocked - 1 + 1 / (1 - ratio)) / (1 - ratio);
            assertEquals(delayed, single.delayed(), EXACT);
        }
    }

    @Test
    void batchesWaitAsSimulated() {
        for (int servers : new int[] {1, 3}) {
            for (int batch : new int[] {2, 8}) {
                Load load = Load.markov(0.6 * servers * batch, 1);
                Waits waits = new Station(servers, batch).waits(load);
                double[] simulated = SimulatedQueue.batches(load, servers, batch, 1_000_000);
                assertEquals(simulated[0], waits.mean(), 0.03 * simulated[0]);
                assertEquals(simulated[1], waits.percentile(0.9), 0.03 * simulated[1]);
            }
        }
    }

    /** All variations and loads before one server; where services are not Poisson's, that is what is hardest. */
    @Test
    void meanWaitsBeforeOneServerAreWithinATenthOfSimulatedOnes() {
        for (double load : new double[] {0.5, 0.7, 0.9}) {
            for (double arrivals : new double[] {0.25, 1, 4}) {
                for (double services : new double[] {0.25, 1, 4}) {
                    near(new Load(load, arrivals, 1, services), 1, 0.1);
                }
            }
        }
    }

    @Test
    void meanWaitsBeforeSeveralServersAreWithinATenthWhereTheyAreBusy() {
        for (int servers : new int[] {2, 4}) {
            for (double arrivals : new double[] {0.25, 1, 4}) {
                for (double services : new double[] {0.25, 1, 4}) {
                    near(new Load(0.9 * servers, arrivals, 1, services), servers, 0.1);
                }
            }
        }
    }

    private static void near(Load load, int servers, double part) {
        int customers = load.offered() > 0.8 * servers ? 1_500_000 : 400_000;
        double simulated = SimulatedQueue.meanWait(load, servers, customers);
        double reckoned = new Station(servers).waits(load).mean();
        assertEquals(simulated, reckoned, part * simulated, load + " before " + servers);
    }

    @Test
    void aQueueThatGrowsForEverHasNoMeanWait() {
        Waits waits = new Station(2).waits(Load.markov(2, 1));
        assertEquals(1, waits.utilisation());
        assertEquals(Double.POSITIVE_INFINITY, waits.mean());
        assertEquals(Double.POSITIVE_INFINITY, waits.percentile(0.9));
    }

    @Test
    void theFewestServersAreEnoughAndOneLessIsNot() {
        for (double seconds : new double[] {0, 0.01, 0.5, 5}) {
            for (int batch : new int[] {1, 4}) {
                Load load = new Load(40, 2, 0.5, 1.5);
                int fewest = Station.fewest(load, batch, 0.9, seconds, 1000);
                assertTrue(new Station(fewest, batch).waits(load).percentile(0.9) <= seconds);
                Waits less = new Station(fewest - 1, batch).waits(load);
                assertTrue(less.percentile(0.9) > seconds);
            }
        }
        assertEquals(-1, Station.fewest(Load.markov(40, 0.5), 1, 0.9, 1, 20));
        assertEquals(-1, Station.fewest(Load.markov(1e9, 1e9), 1, 0.9, 1, 1000));
    }

    @Test
    void oneMoreServerNeverMakesWaitsLonger() {
        for (double arrivals : new double[] {0, 0.25, 1, 4}) {
            for (double services : new double[] {0, 0.25, 1, 4}) {
                double before = Double.POSITIVE_INFINITY;
                for (int servers = 10; servers < 60; servers++) {
                    double mean = new Station(servers)
                            .waits(new Load(9, arrivals, 1, services))
                            .mean();
                    assertTrue(mean <= before && mean >= 0, arrivals + " " + services + " " + servers);
                    before = mean;
                }
            }
        }
    }

    @Test
    void measuredTimesMakeALoad() {
        Chance chance = new Chance(6, "measured", 0);
        Moments between = new Moments();
        Moments services = new Moments(5000);
        for (int i = 0; i < 100_000; i++) {
            between.add(chance.exponential(0.25));
            services.add(i < 50_000 ? 9 : 2 * chance.unit());
        }
        Load load = Load.measured(between, services);
        assertEquals(4, load.arrivals(), 0.05);
        assertEquals(1, load.arrivalVariation(), 0.03);
        assertEquals(1, load.service(), 0.05);
        assertEquals(1 / 3.0, load.serviceVariation(), 0.05);
        assertEquals(1, new Moments().variation());
    }

    @Test
    void whatIsNoLoadIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> new Load(0, 1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Load(1, -1, 1, 1));
        assertThrows(IllegalArgumentException.class, () -> new Load(1, 1, Double.NaN, 1));
        assertThrows(IllegalArgumentException.class, () -> new Station(0));
    }
}
