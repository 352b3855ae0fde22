package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A balancer, and servers to which it happens as a test says. Each has room for any number of requests. */
final class Ground {
    static final long MILLI = 1_000_000;

    final Fleet fleet;
    private final Balancer balancer;
    private final Chance chance = new Chance(1, "ground", 0);
    private final List<ArrayDeque<Request>> there = new ArrayList<>();
    long now;
    private long nextId;

    Ground(Balancer balancer, int servers) {
        this(balancer, new Fleet(specs(servers, 0), new long[] {4, 4}));
    }

    Ground(Balancer balancer, Fleet fleet) {
        this.fleet = fleet;
        this.balancer = balancer;
        balancer.begin(fleet);
        for (int server = 0; server < fleet.size(); server++) {
            there.add(new ArrayDeque<>());
        }
    }

    static List<ServerSpec> specs(int servers, long memoryBytes) {
        List<ServerSpec> specs = new ArrayList<>();
        for (int server = 0; server < servers; server++) {
            specs.add(new ServerSpec("s" + server, 1000, 1000, 1_000_000, 1, memoryBytes, Nanos.SECOND, 0));
        }
        return specs;
    }

    /** A prompt of blocks of 64 bytes, one for each character of {@code text}. */
    static Prompt prompt(String text) {
        long[] hashes = new long[text.length()];
        int[] ends = new int[text.length()];
        for (int block = 0; block < text.length(); block++) {
            hashes[block] = Chance.mix(text.substring(0, block + 1).hashCode());
            ends[block] = 64 * (block + 1);
        }
        return Prompt.of(hashes, ends, 64L * text.length());
    }

    Request request(Prompt prompt) {
        return request(prompt, Request.NO_MODEL);
    }

    Request request(Prompt prompt, int model) {
        return new Request(nextId++, 0, 0, new Need(model, Nanos.SECOND, 0, prompt), now, Nanos.NEVER);
    }

    /** {@code count} requests are sent to {@code server}, past the balancer's pick, and have a slot. */
    Ground send(int server, int count) {
        for (int i = 0; i < count; i++) {
            send(server, Prompt.NONE);
        }
        return this;
    }

    void send(int server, Prompt prompt) {
        Request request = request(prompt);
        fleet.sent(server, request);
        balancer.sent(server, request, now);
        fleet.started(server);
        there.get(server).add(request);
    }

    /** The oldest request at {@code server} is answered. */
    void answer(int server) {
        leave(server, Nanos.SECOND);
    }

    void fail(int server) {
        leave(server, Balancer.NO_ANSWER);
    }

    private void leave(int server, long work) {
        Request request = there.get(server).remove();
        fleet.finished(server, request);
        balancer.left(server, request, work, now);
    }

    /** A request is sent to {@code server} and answered after so many milliseconds. */
    void serve(int server, long millis) {
        send(server, 1);
        now += millis * MILLI;
        answer(server);
    }

    int pick(Prompt prompt) {
        return balancer.pick(request(prompt), fleet, now, chance);
    }

    int pick() {
        return pick(Prompt.NONE);
    }

    /** How often each server is picked, of so many picks. */
    Map<Integer, Integer> picks(int count) {
        Map<Integer, Integer> picks = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            picks.merge(pick(), 1, Integer::sum);
        }
        return picks;
    }

    /** Another server under number {@code server}, at which there is nothing. */
    void replace(int server) {
        fleet.leave(server);
        fleet.join(specs(1, 0).getFirst());
        balancer.joined(server);
    }

    void report(int server, int running, int waiting) {
        balancer.reported(server, running, waiting, now);
    }
}
