package io.berth.testkit.dispatch;

import io.berth.core.dispatch.Balancer;
import io.berth.core.dispatch.DispatchSpec;
import io.berth.core.dispatch.Dispatcher;
import io.berth.core.dispatch.Fleet;
import io.berth.core.dispatch.Need;
import io.berth.core.dispatch.Prompt;
import io.berth.core.dispatch.QueueOrder;
import io.berth.core.dispatch.Request;
import io.berth.core.dispatch.ServerSpec;
import io.berth.core.dispatch.flow.Arrival;
import io.berth.core.dispatch.flow.Attempt;
import io.berth.core.dispatch.flow.Clients;
import io.berth.core.dispatch.flow.Ended;
import io.berth.core.dispatch.flow.Flow;
import io.berth.core.dispatch.flow.FlowSpec;
import io.berth.core.dispatch.flow.Neighbours;
import io.berth.core.dispatch.flow.Servers;
import io.berth.core.dispatch.flow.Stage;
import io.berth.core.time.Chance;
import io.berth.core.time.Nanos;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Model servers with speeds and slots that a balancer is not told, each with a queue inside, first come, first served, as engines have;
 * requests whose lengths it is not told either. Virtual time.
 */
public final class UntoldFleet {
    private static final double MEDIAN_NANOS = 100e6;
    private static final double SIGMA = 0.8;
    private static final double MOST_NANOS = 1000e6;
    private static final int UNTOLD = 1 << 20;
    private static final long MILLI = 1_000_000;
    /** What the reading of a beginning takes a server of speed 1. */
    private static final long READ_NANOS = 160_000_000;
    /** The share of beginnings that are read again, as far as the load reckons with it. */
    private static final double MISSED = 0.3;

    private final double[] speeds;
    private final int[] slots;
    private final long[] works;
    private final long[] times;
    private final Prompt[] prompts;
    /** Of each prompt: which of those that are asked again and again it begins with. */
    private final int[] groups;

    private final int held;

    /**
     * What requests took, of those that came after the beginning.
     *
     * @param answered how many were answered, those of the beginning with them
     */
    public record Latencies(double meanMillis, double p99Millis, double readShare, int answered) {
        static Latencies of(double[] nanos, double readShare, int answered) {
            double[] sorted = Arrays.copyOfRange(nanos, nanos.length / 10, nanos.length);
            Arrays.sort(sorted);
            return new Latencies(
                    Arrays.stream(sorted).average().orElse(0) / 1e6,
                    sorted[(int) (0.99 * (sorted.length - 1))] / 1e6,
                    readShare,
                    answered);
        }
    }

    /**
     * What is asked.
     *
     * @param load the share of what all servers can do
     * @param groups how many beginnings prompts have in common, Zipf; 0 for none
     * @param held how many of them a server holds, those used last; reading another takes it {@link #READ_NANOS}
     */
    public record Asked(double load, int requests, int groups, int held) {}

    /** Requests whose prompts have nothing in common. */
    public UntoldFleet(double[] speeds, int[] slots, double load, int requests, long seed) {
        this(speeds, slots, new Asked(load, requests, 0, 0), seed);
    }

    public UntoldFleet(double[] speeds, int[] slots, Asked asked, long seed) {
        int requests = asked.requests;
        this.speeds = speeds.clone();
        this.slots = slots.clone();
        SplittableRandom random = new SplittableRandom(seed);
        works = new long[requests];
        prompts = new Prompt[requests];
        groups = new int[requests];
        held = asked.held;
        times = new long[requests];
        double capacity = 0;
        for (int server = 0; server < speeds.length; server++) {
            capacity += speeds[server] * slots[server];
        }
        double sum = 0;
        for (int i = 0; i < requests; i++) {
            double tokens = MEDIAN_NANOS * Math.exp(SIGMA * random.nextGaussian());
            works[i] = (long) Math.clamp(tokens, 1e6, MOST_NANOS);
            sum += works[i] + (asked.groups == 0 ? 0 : MISSED * READ_NANOS);
            groups[i] = asked.groups == 0 ? -1 : zipf(random, asked.groups);
            prompts[i] = prompt(groups[i], random);
        }
        double apart = sum / requests / (asked.load * capacity);
        double now = 0;
        for (int i = 0; i < requests; i++) {
            now += -Math.log(1 - random.nextDouble()) * apart;
            times[i] = (long) now;
        }
    }

    private static int zipf(SplittableRandom random, int groups) {
        double all = 0;
        for (int group = 0; group < groups; group++) {
            all += Math.pow(4 + group, -1.2);
        }
        double drawn = random.nextDouble() * all;
        int group = 0;
        while (drawn > Math.pow(4 + group, -1.2) && group < groups - 1) {
            drawn -= Math.pow(4 + group++, -1.2);
        }
        return group;
    }

    /** A beginning of 4 kB in blocks of 256 bytes, where there is one, and some 200 bytes of its own. */
    private static Prompt prompt(int group, SplittableRandom random) {
        int blocks = group < 0 ? 0 : 16;
        long[] hashes = new long[blocks];
        int[] ends = new int[blocks];
        for (int block = 0; block < blocks; block++) {
            hashes[block] = (group + 1) * 0x9E3779B97F4A7C15L + block * 0xC2B2AE3D27D4EB4FL;
            ends[block] = 256 * (block + 1);
        }
        return Prompt.of(hashes, ends, 256L * blocks + 190 + random.nextInt(40));
    }

    /** Each request where it ends first, by one who knows all. */
    public Latencies omniscient() {
        double[][] free = new double[speeds.length][];
        for (int server = 0; server < speeds.length; server++) {
            free[server] = new double[slots[server]];
        }
        double[] took = new double[works.length];
        for (int i = 0; i < works.length; i++) {
            int best = 0;
            double first = Double.POSITIVE_INFINITY;
            for (int server = 0; server < speeds.length; server++) {
                Arrays.sort(free[server]);
                double end = Math.max(free[server][0], times[i]) + works[i] / speeds[server];
                if (end < first) {
                    first = end;
                    best = server;
                }
            }
            free[best][0] = first;
            took[i] = first - times[i];
        }
        return Latencies.of(took, 0, took.length);
    }

    /**
     * By {@code balancer}, who knows nothing.
     *
     * @param reportNanos how often servers say how many requests they have; 0 for never
     */
    public Latencies by(Balancer balancer, long reportNanos) {
        return by(balancer, reportNanos, DispatchSpec.Wait.SERVER);
    }

    /** The same where requests wait as {@code wait} says. */
    public Latencies by(Balancer balancer, long reportNanos, DispatchSpec.Wait wait) {
        return by(new Several(1, 0), () -> balancer, reportNanos, wait);
    }

    /**
     * Gateways before the same servers, of which each gets any request with equal chance.
     *
     * @param tellNanos how often each tells the others what it has where, which takes a millisecond; 0 for never
     */
    public record Several(int gateways, long tellNanos) {}

    /** The same by {@code several}, each of which has a balancer of its own. */
    public Latencies by(Several several, Supplier<Balancer> balancers, long reportNanos, DispatchSpec.Wait wait) {
        return new Run(several, balancers, reportNanos, wait).run();
    }

    /** One way through all requests. */
    private final class Run {
        private final List<Gate> gates = new ArrayList<>();
        private final PriorityQueue<Event> events = new PriorityQueue<>((a, b) -> Long.compare(a.atNanos, b.atNanos));
        private final int[] running = new int[speeds.length];
        private final List<LinkedHashMap<Integer, Boolean>> caches = new ArrayList<>();
        private long read;
        private int answered;
        private final List<ArrayDeque<Sent>> queues = new ArrayList<>();
        private final double[] took = new double[works.length];
        private long now;

        private record Event(long atNanos, Runnable what) {}

        /** A request at a server. */
        private record Sent(Gate gate, Request request, int number) {}

        Run(Several several, Supplier<Balancer> balancers, long reportNanos, DispatchSpec.Wait wait) {
            List<ServerSpec> specs = new ArrayList<>();
            for (int server = 0; server < speeds.length; server++) {
                specs.add(new ServerSpec("s" + server, 1000, UNTOLD, UNTOLD * 1000, 1, 0, 0, 0));
                queues.add(new ArrayDeque<>());
                caches.add(new LinkedHashMap<>(16, 0.75f, true));
            }
            for (int i = 0; i < several.gateways; i++) {
                gates.add(new Gate(new Fleet(specs, new long[0]), balancers.get(), wait));
            }
            long last = times[times.length - 1];
            for (long at = reportNanos; at > 0 && at <= last; at += reportNanos) {
                long then = at;
                events.add(new Event(at, () -> report(then)));
            }
            for (int i = 0; i < several.gateways; i++) {
                Gate gate = gates.get(i);
                // They do not tell at the same moments.
                long first = several.tellNanos * (i + 1) / several.gateways;
                for (long at = first; at > 0 && at <= last; at += several.tellNanos) {
                    events.add(new Event(at, () -> tell(gate)));
                }
            }
        }

        Latencies run() {
            SplittableRandom random = new SplittableRandom(11);
            for (int i = 0; i < works.length; i++) {
                finish(times[i]);
                now = times[i];
                Stage stage = new Stage(new Need(Request.NO_MODEL, 137_000_000, 0, prompts[i]), false, Stage.NOT_KEPT);
                Gate gate = gates.get(random.nextInt(gates.size()));
                gate.flow.arrive(new Arrival(i, 0, 0, Nanos.NEVER, List.of(stage)), now);
            }
            finish(Long.MAX_VALUE);
            return Latencies.of(took, (double) read / took.length, answered);
        }

        private void report(long atNanos) {
            for (int server = 0; server < speeds.length; server++) {
                for (Gate gate : gates) {
                    gate.flow.reported(
                            server, running[server], queues.get(server).size(), atNanos);
                }
            }
        }

        private void tell(Gate from) {
            Neighbours.Load load = Neighbours.Load.of(from.fleet);
            for (Gate to : gates) {
                if (to != from) {
                    String name = "g" + gates.indexOf(from);
                    events.add(new Event(now + MILLI, () -> to.neighbours.heard(name, load, now)));
                }
            }
        }

        private void finish(long until) {
            while (!events.isEmpty() && events.peek().atNanos <= until) {
                Event event = events.remove();
                now = event.atNanos;
                event.what.run();
            }
        }

        private void end(int server, Sent sent) {
            took[sent.number] = now - times[sent.number];
            answered++;
            running[server]--;
            Sent next = queues.get(server).poll();
            if (next != null) {
                begin(server, next);
            }
            sent.gate.flow.answered(server, sent.request, works[sent.number], now);
        }

        private void begin(int server, Sent sent) {
            running[server]++;
            long work = works[sent.number] + (reads(server, groups[sent.number]) ? READ_NANOS : 0);
            events.add(new Event(now + (long) (work / speeds[server]), () -> end(server, sent)));
        }

        private boolean reads(int server, int group) {
            LinkedHashMap<Integer, Boolean> cache = caches.get(server);
            if (group < 0 || cache.put(group, true) != null) {
                return false;
            }
            if (cache.size() > held) {
                cache.remove(cache.firstEntry().getKey());
            }
            read++;
            return true;
        }

        /** One gateway. */
        private final class Gate implements Servers, Clients {
            private final Fleet fleet;
            private final Flow flow;
            private final Neighbours neighbours;

            Gate(Fleet fleet, Balancer balancer, DispatchSpec.Wait wait) {
                this.fleet = fleet;
                Dispatcher dispatcher = new Dispatcher(
                        fleet,
                        new Dispatcher.Policies(balancer, QueueOrder.FIFO, List.of(), wait),
                        new Chance(7, "untold", 0));
                flow = new Flow(fleet, dispatcher, FlowSpec.PLAIN, this, this);
                neighbours = new Neighbours(flow, fleet, Nanos.SECOND, 3 * Nanos.SECOND);
            }

            @Override
            public boolean canStart(int server, Request request, long nowNanos) {
                return true;
            }

            @Override
            public void start(int server, Attempt attempt, long nowNanos) {
                Sent sent = new Sent(this, attempt.request(), (int) attempt.number());
                if (running[server] < slots[server]) {
                    begin(server, sent);
                } else {
                    queues.get(server).add(sent);
                }
            }

            @Override
            public boolean stop(int server, Attempt attempt, long nowNanos) {
                throw new IllegalStateException("Nobody leaves.");
            }

            @Override
            public void ended(Ended end) {}

            @Override
            public void forget(long number) {}
        }
    }
}
