package io.berth.testkit.dispatch;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayList;
import java.util.List;

/** A fleet of mixed servers to which things happen at random. */
final class RandomFleet {
    private static final int MODELS = 5;

    private final Chance chance;
    private final List<List<Request>> atServer = new ArrayList<>();
    private final Fleet fleet;
    private final int most;
    private long nextId;

    RandomFleet(long seed, int servers) {
        chance = new Chance(seed, "fleet", 0);
        most = servers;
        List<ServerSpec> specs = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            specs.add(spec());
            atServer.add(new ArrayList<>());
        }
        fleet = new Fleet(specs, new long[] {2, 4, 8, 16, 4});
        if (chance.below(2) == 0) {
            fleet.limitQueues(chance.below(4));
        }
    }

    private ServerSpec spec() {
        int slots = 1 + chance.below(3);
        int speed = 250 << chance.below(5);
        long memory = 8L << chance.below(4);
        return new ServerSpec(
                "s" + nextId++, speed, slots, speed * slots, 1 + chance.below(4), memory, 22 * Nanos.SECOND, 0);
    }

    Fleet fleet() {
        return fleet;
    }

    Chance chance() {
        return chance;
    }

    Request request() {
        return new Request(
                nextId++,
                0,
                chance.below(3),
                Need.of(chance.below(MODELS + 1) - 1, 1 + chance.below(60) * Nanos.SECOND, chance.below(12)),
                0,
                Nanos.NEVER);
    }

    void send(int server, Request request) {
        fleet.sent(server, request);
        atServer.get(server).add(request);
    }

    /** Something happens to some server. */
    void happen() {
        int server = chance.below(fleet.size());
        if (!fleet.present(server) || chance.below(20) == 0) {
            join();
            return;
        }
        switch (chance.below(7)) {
            case 0 -> fleet.setUp(server, chance.below(4) > 0);
            case 1 -> fleet.setPace(server, chance.below(100) * Nanos.SECOND);
            case 2 -> fleet.setLoaded(server, chance.below(MODELS), chance.below(2) == 0);
            case 3 -> fleet.setFree(server, chance.below(32));
            case 4 -> leave(server);
            default -> end(server);
        }
    }

    private void join() {
        if (fleet.members() < most) {
            int server = fleet.join(spec());
            if (server == atServer.size()) {
                atServer.add(new ArrayList<>());
            }
        }
    }

    /** Drains first, now and then; leaves once nothing is there. */
    private void leave(int server) {
        if (chance.below(3) == 0) {
            fleet.drain(server);
        }
        if (fleet.outstanding(server) == 0 && fleet.draining(server)) {
            fleet.leave(server);
        }
    }

    private void end(int server) {
        if (!atServer.get(server).isEmpty()) {
            fleet.started(server);
            fleet.finished(server, atServer.get(server).removeFirst());
        }
    }
}
