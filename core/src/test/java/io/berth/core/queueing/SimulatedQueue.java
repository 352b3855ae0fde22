package io.berth.core.queueing;

import io.berth.core.time.Chance;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * A queue before servers, customer by customer. Times are exponential where their variation is 1, sums or mixtures of such where it is less or more: Erlang's with
 * a shape that is whole, hyperexponential with balanced means.
 */
final class SimulatedQueue {
    private SimulatedQueue() {}

    /** The mean wait, those of the first tenth left out. */
    static double meanWait(Load load, int servers, int customers) {
        Chance chance = new Chance(1, "queue", 0);
        PriorityQueue<Double> free = new PriorityQueue<>();
        for (int i = 0; i < servers; i++) {
            free.add(0.0);
        }
        double now = 0;
        double sum = 0;
        for (int i = 0; i < customers; i++) {
            now += drawn(chance, load.arrivalVariation()) / load.arrivals();
            double begin = StrictMath.max(now, free.remove());
            sum += i < customers / 10 ? 0 : begin - now;
            free.add(begin + load.service() * drawn(chance, load.serviceVariation()));
        }
        return sum / (customers - customers / 10);
    }

    /** Mean and 90 % of the waits before servers that take up to so many at once, whoever is there. */
    static double[] batches(Load load, int servers, int batch, int customers) {
        Chance chance = new Chance(2, "batches", 0);
        PriorityQueue<Double> busyUntil = new PriorityQueue<>();
        ArrayDeque<Double> queue = new ArrayDeque<>();
        double[] waits = new double[customers];
        int served = 0;
        double arrival = 0;
        while (served < customers) {
            arrival += chance.exponential(1 / load.arrivals());
            while (!busyUntil.isEmpty() && busyUntil.peek() <= arrival) {
                double free = busyUntil.remove();
                int taken = 0;
                while (taken < batch && !queue.isEmpty()) {
                    double came = queue.remove();
                    waits[StrictMath.min(served++, customers - 1)] = free - came;
                    taken++;
                }
                if (taken > 0) {
                    busyUntil.add(free + chance.exponential(load.service()));
                }
            }
            if (busyUntil.size() < servers) {
                waits[StrictMath.min(served++, customers - 1)] = 0;
                busyUntil.add(arrival + chance.exponential(load.service()));
            } else {
                queue.add(arrival);
            }
        }
        double[] settled = Arrays.copyOfRange(waits, customers / 10, customers - 1);
        double mean = Arrays.stream(settled).average().orElse(0);
        Arrays.sort(settled);
        return new double[] {mean, settled[(int) (0.9 * settled.length)]};
    }

    private static double drawn(Chance chance, double variation) {
        if (variation <= 1) {
            int shape = (int) StrictMath.round(1 / variation);
            double product = 1;
            for (int i = 0; i < shape; i++) {
                product *= chance.unitAboveZero();
            }
            return -StrictMath.log(product) / shape;
        }
        double first = (1 + StrictMath.sqrt((variation - 1) / (variation + 1))) / 2;
        double part = chance.unit() < first ? first : 1 - first;
        return chance.exponential(1 / (2 * part));
    }
}
