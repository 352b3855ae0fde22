package io.berth.testkit.dispatch;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.balance.ServerRow;
import io.berth.core.model.BalancerModel;
import io.berth.core.model.Perceptron;
import io.berth.core.model.column.ServerColumns;
import io.berth.testkit.random.RandomModels;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/** What balancers should pick, found by looking at every server with nothing kept. */
final class NaiveBalancers {
    private NaiveBalancers() {}

    static int pick(String balancer, Request request, Fleet fleet) {
        return switch (balancer) {
            case "least-connections" -> leastUsed(request, fleet);
            case "load-aware" -> lowest(request, fleet, _ -> true, fleet::loadNanos);
            case "resource-aware" -> earliest(request, fleet);
            case "priority-to-fast" -> byTier(request, fleet);
            case "learnt" -> highest(request, fleet);
            default -> throw new IllegalArgumentException("There is no naive " + balancer + ".");
        };
    }

    /** Each server scored by itself, the full ones too. */
    private static int highest(Request request, Fleet fleet) {
        BalancerModel model = RandomModels.balancer(1);
        Perceptron perceptron = new Perceptron(model.network().shape(), model.parameters());
        ServerRow columns = new ServerRow(model.largest(), fleet);
        float[] row = new float[ServerColumns.COUNT];
        float[] score = new float[1];
        int best = Fleet.NONE;
        float most = 0;
        for (int server = 0; server < fleet.size(); server++) {
            columns.write(request, 0, server, row, 0);
            perceptron.answer(row, 0, 1, score, 0);
            if (fleet.takes(server, request) && (best == Fleet.NONE || score[0] > most)) {
                best = server;
                most = score[0];
            }
        }
        return best;
    }

    private static int lowest(Request request, Fleet fleet, IntPredicate among, IntToLongFunction key) {
        int best = Fleet.NONE;
        for (int server = 0; server < fleet.size(); server++) {
            boolean candidate = among.test(server) && fleet.takes(server, request) && fleet.free(server);
            if (candidate && (best == Fleet.NONE || key.applyAsLong(server) < key.applyAsLong(best))) {
                best = server;
            }
        }
        return best;
    }

    private static int leastUsed(Request request, Fleet fleet) {
        int fewest = lowest(request, fleet, _ -> true, fleet::outstanding);
        if (fewest == Fleet.NONE) {
            return fewest;
        }
        int requests = fleet.outstanding(fewest);
        return lowest(request, fleet, server -> fleet.outstanding(server) == requests, fleet::lastSent);
    }

    private static int earliest(Request request, Fleet fleet) {
        IntToLongFunction finish = server -> {
            ServerSpec spec = fleet.spec(server);
            boolean has = fleet.loaded(server, request.model()) || fleet.willHave(server, request.model());
            long load = has ? 0 : spec.loadNanos();
            long pushed = fleet.freeBytes(server) < fleet.needBytes(request) ? load : 0;
            return fleet.backlogNanos(server) * 1000 / spec.capacityMilli()
                    + request.workNanos() * 1000 / spec.speedMilli()
                    + load
                    + pushed;
        };
        int first = lowest(request, fleet, _ -> true, finish);
        if (first == Fleet.NONE) {
            return first;
        }
        long least = finish.applyAsLong(first);
        return lowest(request, fleet, server -> finish.applyAsLong(server) == least, fleet::freeBytes);
    }

    private static int byTier(Request request, Fleet fleet) {
        List<Integer> fast = new ArrayList<>();
        List<Integer> bySpeed = new ArrayList<>();
        double capacity = 0;
        for (int server = 0; server < fleet.size(); server++) {
            if (fleet.present(server)) {
                bySpeed.add(server);
                capacity += fleet.spec(server).capacityMilli();
            }
        }
        bySpeed.sort(
                Comparator.<Integer>comparingInt(server -> fleet.spec(server).speedMilli())
                        .reversed());
        double reached = 0;
        for (int server : bySpeed) {
            if (reached < 0.3 * capacity) {
                fast.add(server);
            }
            reached += fleet.spec(server).capacityMilli();
        }
        IntToLongFunction load = server ->
                fleet.drainNanos(server) + 1_000_000_000L / fleet.spec(server).speedMilli();
        int quick = lowest(request, fleet, fast::contains, load);
        int slow = lowest(request, fleet, server -> !fast.contains(server), load);
        if (quick == Fleet.NONE || slow == Fleet.NONE) {
            return Math.max(quick, slow);
        }
        boolean urgent = request.priority() >= 1;
        int first = urgent ? quick : slow;
        int second = urgent ? slow : quick;
        return 2 * fleet.drainNanos(second) < fleet.drainNanos(first) ? second : first;
    }
}
