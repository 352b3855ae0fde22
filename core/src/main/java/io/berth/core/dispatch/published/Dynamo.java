package io.berth.core.dispatch.published;

import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.balance.Candidates;
import io.berth.core.dispatch.balance.Scoring;
import io.berth.core.dispatch.predict.Flights;
import io.berth.core.dispatch.predict.Flights.Flight;
import io.berth.core.time.Chance;
import java.util.Arrays;

/**
 * The KV router of NVIDIA Dynamo: the fewest blocks to read and to hold.
 *
 * <p>Goals: little is read twice, blocks of memory are spread. Constraints: open, memory. Algorithm: a request costs {@code prefill} × max(blocks to be read
 * there + its own − {@code overlap} × those known there, 0), plus the blocks held there with its own; a block is 16 tokens. With {@code temperature} 0 the lowest cost, of equal ones any; else
 * each with a probability that goes with e^(−cost / ((max − min) · temperature)). A prompt of 100 blocks, of which one server with 300 held knows 80 and holds them for others now, another with 200 none: 20 + 320 and 100 + 300; so the first.
 *
 * <p>What stands in: nobody tells when a prompt was read, so of the new blocks of a server's requests those count as to be read that fall to requests which wait, as of the last report.
 * Known blocks are those that were sent there, as in its mode without events of engines; there is one tier of memory. Blocks that several requests hold together count once, as there. Tokens are bytes / 4; a request of which no prompt is known holds one block.
 *
 * <p>Source: NVIDIA Dynamo, KV router, {@code prefill_load_scale} 1, overlap credit 1, {@code router_temperature} 0.
 */
public final class Dynamo extends Begun implements Scoring {
    private final double prefill;
    private final double overlap;
    private final double temperature;
    private final Prefixes prefixes;
    private final Flights flights = new Flights();
    private long[] newBytes = {};
    private final ActiveBlocks active = new ActiveBlocks();
    private int[] unknown = {};

    /**
     * @param prefill how much a block to be read counts
     * @param overlap how much of it a known block takes off
     * @param temperature 0 for the lowest cost, larger for more chance
     * @param blocks of prompts that are remembered for each server, a power of two, 16 at least
     */
    public Dynamo(double prefill, double overlap, double temperature, int blocks) {
        this.prefill = notBelowZero("prefill", prefill);
        this.overlap = notBelowZero("overlap", overlap);
        this.temperature = notBelowZero("temperature", temperature);
        prefixes = new Prefixes(blocks);
    }

    @Override
    void grow(int size) {
        prefixes.grow(size);
        flights.grow(size);
        active.grow(size);
        if (newBytes.length < size) {
            newBytes = Arrays.copyOf(newBytes, size);
            unknown = Arrays.copyOf(unknown, size);
        }
    }

    @Override
    void forget(int server) {
        prefixes.forget(server);
    }

    @Override
    public int pick(Request request, Fleet fleet, long nowNanos, Chance chance) {
        candidates.find(request, fleet);
        score(request, fleet, candidates, nowNanos);
        return temperature == 0 || candidates.count() == 0 ? candidates.lowest(chance) : sampled(chance);
    }

    @Override
    public void score(Request request, Fleet fleet, Candidates among, long nowNanos) {
        Prompt prompt = request.need().prompt();
        for (int place = 0; place < among.count(); place++) {
            int server = among.server(place);
            double known = Tokens.blocks(prefixes.knownBytes(server, prompt));
            double read = unread(fleet, server) + Tokens.blocks(prompt.bytes()) - overlap * known;
            among.cost(place, prefill * StrictMath.max(0, read) + held(server, prompt));
        }
    }

    @Override
    public void sent(int server, Request request, long nowNanos) {
        Prompt prompt = request.need().prompt();
        long unread = prompt.bytes() - prefixes.knownBytes(server, prompt);
        flights.add(request.id(), server).note(nowNanos, 0, unread);
        newBytes[server] += unread;
        active.add(server, prompt);
        unknown[server] += prompt.bytes() == 0 ? 1 : 0;
        prefixes.read(server, prompt);
    }

    @Override
    public void left(int server, Request request, long workNanos, long nowNanos) {
        Flight flight = flights.remove(request.id());
        if (flight != null) {
            newBytes[server] -= flight.unreadBytes();
            active.remove(server, request.need().prompt());
            unknown[server] -= request.need().prompt().bytes() == 0 ? 1 : 0;
        }
    }

    /** Blocks that {@code server} would hold with {@code prompt}. */
    private double held(int server, Prompt prompt) {
        double more = prompt.bytes() == 0 ? 1 : Tokens.blocks(active.more(server, prompt));
        return Tokens.blocks(active.held(server)) + unknown[server] + more;
    }

    private double unread(Fleet fleet, int server) {
        int waiting = reports.waiting(fleet, server);
        return waiting == 0
                ? 0
                : Tokens.blocks(newBytes[server]) * waiting / (waiting + reports.running(fleet, server));
    }

    private int sampled(Chance chance) {
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        for (int place = 0; place < candidates.count(); place++) {
            least = StrictMath.min(least, candidates.cost(place));
            most = StrictMath.max(most, candidates.cost(place));
        }
        double sum = 0;
        for (int place = 0; place < candidates.count(); place++) {
            double above = most == least ? 0 : (candidates.cost(place) - least) / ((most - least) * temperature);
            candidates.cost(place, StrictMath.exp(-above));
            sum += candidates.cost(place);
        }
        double left = chance.unit() * sum;
        int place = 0;
        while (place < candidates.count() - 1 && left >= candidates.cost(place)) {
            left -= candidates.cost(place++);
        }
        return candidates.server(place);
    }
}
