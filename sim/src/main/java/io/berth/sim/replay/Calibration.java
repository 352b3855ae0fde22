package io.berth.sim.replay;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * What the servers of a record are, by how long their answers took: how long each takes for a token, how many requests at once, and what
 * part of that of a token made a token read takes, which is one for all of them.
 *
 * <p>The model: each of c slots does work at one rate, and who finds no slot free waits, first come, first served. Of requests that found
 * fewer than c others there none waited; from them follow the rates. For each c that may be, all requests are sent once more, when they
 * were, to c slots of that rate; the c is taken whose ends are nearest to those that were (the mean absolute logarithm of predicted over
 * real time at the server), the larger one where two are about as near. Where that was told, it is taken as told. A server that never had
 * more than it took at once is as wide as the middle one of those that had, or as it was seen to be.
 *
 * <p>Three requests of 100 tokens that come at once to a server that takes 10 ms for a token are answered after 1, 1 and 2 s: with c = 1 the ends were 1, 2 and 3 s, with c = 2 they are 1, 1 and 2 s, so that is it.
 */
final class Calibration {
    /** All up to so many at once are tried, beyond every eighth. */
    private static final int EACH = 32;

    private static final int MOST = 512;
    /** So much nearer are the ends with the right number of slots. */
    private static final double CLEARLY = 0.95;
    /** Fewer answers that surely did not wait say too little of a rate. */
    private static final int FEW = 8;

    private final Map<String, Server> servers = new LinkedHashMap<>();
    private double readShare;

    /**
     * A server.
     *
     * @param tokenNanos for a token made
     * @param slots requests at once
     * @param answers that this was seen by; 0 where it is as the others are in the middle
     * @param error by how much, in the mean, the predicted time at the server is off, as the logarithm of the ratio
     * @param full whether its slots were told, or others were seen to wait for them
     */
    record Server(double tokenNanos, int slots, int answers, double error, boolean full) {
        Server with(int others) {
            return new Server(tokenNanos, others, answers, error, full);
        }
    }

    /** The answers of a server in the order in which they were sent there. */
    private record Answers(List<Recorded> requests, int[] others) {}

    private Calibration() {}

    /**
     * Of the servers that have answered in {@code record}, and those that it names.
     *
     * @param told slots by name; absent or 0 where they are to be found out
     */
    static Calibration of(GatewayRecord record, Map<String, Integer> told) {
        Calibration made = new Calibration();
        Map<String, Answers> answers = answers(record);
        made.readShare = readShare(answers);
        answers.forEach((name, each) -> {
            int slots = told.getOrDefault(name, record.servers().getOrDefault(name, 0));
            made.servers.put(name, made.server(each, slots));
        });
        made.widen();
        Server middle = middle(new ArrayList<>(made.servers.values()));
        for (Map.Entry<String, Integer> named : record.servers().entrySet()) {
            int slots = told.getOrDefault(named.getKey(), named.getValue());
            made.servers.putIfAbsent(
                    named.getKey(),
                    new Server(middle.tokenNanos, slots > 0 ? slots : middle.slots, 0, middle.error, false));
        }
        return made;
    }

    /** By name, those that answered first. */
    Map<String, Server> servers() {
        return servers;
    }

    /** What a token of a prompt takes, over what one of an answer takes. */
    double readShare() {
        return readShare;
    }

    /** What a request is, in tokens made. */
    double work(Recorded.Lengths lengths) {
        return StrictMath.max(1, lengths.made() + readShare * lengths.read());
    }

    private static Map<String, Answers> answers(GatewayRecord record) {
        Map<String, List<Recorded>> by = new LinkedHashMap<>();
        for (Recorded request : record.requests()) {
            if (request.sentNanos() != Recorded.NEVER) {
                by.computeIfAbsent(request.server(), _ -> new ArrayList<>()).add(request);
            }
        }
        Map<String, Answers> answers = new LinkedHashMap<>();
        by.forEach((name, requests) -> {
            requests.sort((a, b) -> Long.compare(a.sentNanos(), b.sentNanos()));
            if (requests.stream().anyMatch(Recorded::answered)) {
                answers.put(name, new Answers(requests, others(requests)));
            }
        });
        return answers;
    }

    /** How many others each found there. */
    private static int[] others(List<Recorded> requests) {
        int[] others = new int[requests.size()];
        PriorityQueue<Long> ends = new PriorityQueue<>();
        for (int i = 0; i < others.length; i++) {
            while (!ends.isEmpty() && ends.peek() <= requests.get(i).sentNanos()) {
                ends.remove();
            }
            others[i] = ends.size();
            ends.add(requests.get(i).endNanos());
        }
        return others;
    }

    /** By least squares over those that found few others, server by server; the middle of that, weighted by how many they were. */
    private static double readShare(Map<String, Answers> servers) {
        double sum = 0;
        double weights = 0;
        for (Answers answers : servers.values()) {
            int[] sorted = answers.others.clone();
            Arrays.sort(sorted);
            int few = sorted[sorted.length / 4];
            double[] sums = new double[5];
            int count = 0;
            for (int i = 0; i < answers.others.length; i++) {
                Recorded request = answers.requests.get(i);
                if (request.answered() && answers.others[i] <= few) {
                    double made = request.lengths().made();
                    double read = request.lengths().read();
                    double time = request.serviceNanos();
                    // Relative errors: long answers are not more exact than short ones.
                    double weight = 1 / (time * time);
                    sums[0] += weight * made * made;
                    sums[1] += weight * made * read;
                    sums[2] += weight * read * read;
                    sums[3] += weight * made * time;
                    sums[4] += weight * read * time;
                    count++;
                }
            }
            double share = share(sums);
            if (count >= FEW && Double.isFinite(share)) {
                sum += count * share;
                weights += count;
            }
        }
        return weights == 0 ? 0 : sum / weights;
    }

    /** Of a token read over one made, neither below 0; NaN where they cannot be told apart. */
    private static double share(double[] sums) {
        double determinant = sums[0] * sums[2] - sums[1] * sums[1];
        if (determinant <= 1e-6 * sums[0] * sums[2]) {
            return Double.NaN;
        }
        double made = (sums[2] * sums[3] - sums[1] * sums[4]) / determinant;
        double read = (sums[0] * sums[4] - sums[1] * sums[3]) / determinant;
        return made <= 0 ? Double.NaN : StrictMath.max(0, read / made);
    }

    private Server server(Answers answers, int told) {
        if (told > 0) {
            return fitted(answers, told, true);
        }
        int most = 1;
        for (int others : answers.others) {
            most = StrictMath.max(most, StrictMath.min(MOST, others + 1));
        }
        Server best = fitted(answers, most, false);
        for (int slots = most - 1; slots >= 1; slots -= slots > EACH ? StrictMath.max(1, slots / 8) : 1) {
            Server other = fitted(answers, slots, true);
            // Fewer slots explain any time that was longer than it should be: only a clearly better one is.
            best = other.error < CLEARLY * best.error ? other : best;
        }
        return best;
    }

    /** A server of which the record does not show how many it takes at once is as the middle one of those of which it does. */
    private void widen() {
        int[] shown = servers.values().stream()
                .filter(Server::full)
                .mapToInt(Server::slots)
                .sorted()
                .toArray();
        if (shown.length > 0) {
            int middle = shown[shown.length / 2];
            servers.replaceAll((_, server) -> server.full ? server : server.with(StrictMath.max(server.slots, middle)));
        }
    }

    /** The server if it had {@code slots}. */
    private Server fitted(Answers answers, int slots, boolean full) {
        double time = 0;
        double work = 0;
        int count = 0;
        for (int i = 0; i < answers.others.length; i++) {
            Recorded request = answers.requests.get(i);
            if (request.answered() && answers.others[i] < slots) {
                time += request.serviceNanos();
                work += work(request.lengths());
                count++;
            }
        }
        if (count == 0) {
            return new Server(1e6, slots, 0, Double.POSITIVE_INFINITY, full);
        }
        double token = time / work;
        return new Server(token, slots, count, error(answers, token, slots), full);
    }

    private double error(Answers answers, double token, int slots) {
        PriorityQueue<Double> free = new PriorityQueue<>();
        double sum = 0;
        int count = 0;
        for (Recorded request : answers.requests) {
            double sent = (double) request.sentNanos();
            double begins = free.size() < slots ? sent : StrictMath.max(sent, free.remove());
            double ends = request.answered() ? begins + token * work(request.lengths()) : (double) request.endNanos();
            free.add(ends);
            if (request.answered()) {
                sum += StrictMath.abs(
                        StrictMath.log(StrictMath.max(1, ends - sent) / StrictMath.max(1, request.serviceNanos())));
                count++;
            }
        }
        return sum / count;
    }

    private static Server middle(List<Server> all) {
        if (all.isEmpty()) {
            return new Server(1e6, 1, 0, 0, false);
        }
        all.sort((a, b) -> Double.compare(a.tokenNanos, b.tokenNanos));
        return all.get(all.size() / 2);
    }
}
