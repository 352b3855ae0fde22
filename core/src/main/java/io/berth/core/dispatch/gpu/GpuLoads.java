package io.berth.core.dispatch.gpu;

import java.util.Arrays;

/**
 * How busy the GPUs of servers are, by number, as their exporters say, and how much of that somebody else makes of whom no gateway and no
 * server tells, such as a training job on the same GPU.
 *
 * <p>What a server without a request does is somebody else's. How busy one makes its GPU with so many requests of its own is learnt; what is
 * clearly beyond that is somebody else's, too, until it has been so for minutes. A server that keeps its GPU busy all the time shows nothing of others:
 * of them what was seen last counts, for about a minute.
 */
public final class GpuLoads {
    /** In place of a load that nobody says. */
    public static final double UNKNOWN = Double.NaN;

    /** Numbers of requests up to here are told apart. */
    private static final int MOST = 64;
    /** As much of a reading goes into what is usual, and of one that is beyond it. */
    private static final double LEARNS = 0.1;

    private static final double BEYOND = 0.005;
    /** Readings differ by as much by chance. */
    private static final double CHANCE = 0.1;
    /** As much of a change counts at once: one reading may be chance. */
    private static final double QUICK = 0.5;
    /** Where so much is usual, nothing of others can be seen. */
    private static final double FULL = 0.8;

    private static final double FORGETS = 0.02;
    /** A GPU that two use gives each half of its time at least. */
    private static final double LEAST_PART = 0.5;

    private double[] engine = {};
    private double[] memory = {};
    private double[] others = {};
    private double[] share = {};
    private int[] requests = {};
    private long[] sent = {};
    private double[][] usual = {};

    /** There are so many servers. */
    public void grow(int size) {
        int before = engine.length;
        engine = Arrays.copyOf(engine, size);
        memory = Arrays.copyOf(memory, size);
        others = Arrays.copyOf(others, size);
        share = Arrays.copyOf(share, size);
        requests = Arrays.copyOf(requests, size);
        sent = Arrays.copyOf(sent, size);
        usual = Arrays.copyOf(usual, size);
        for (int server = before; server < size; server++) {
            clear(server);
        }
    }

    /** {@code server} is another one, of which nothing was said. */
    public void clear(int server) {
        engine[server] = UNKNOWN;
        memory[server] = UNKNOWN;
        others[server] = 0;
        share[server] = 0;
        requests[server] = 0;
        sent[server] = 0;
        usual[server] = new double[0];
    }

    /**
     * The exporter of {@code server} said something.
     *
     * @param engineShare of the time in which its GPUs worked, 0 to 1
     * @param memoryShare of the time in which their memory was read or written; {@link #UNKNOWN} where it does not say
     * @param there requests at it
     * @param sends a number that is another one when a request was sent there meanwhile
     */
    public void said(int server, double engineShare, double memoryShare, int there, long sends) {
        // A reading is of the time since the one before.
        int most = StrictMath.max(there, StrictMath.max(requests[server], sent[server] == sends ? 0 : 1));
        boolean first = Double.isNaN(engine[server]);
        engine[server] = engineShare;
        memory[server] = memoryShare;
        requests[server] = there;
        sent[server] = sends;
        share[server] = 1;
        if (most == 0) {
            others[server] += (first ? 1 : QUICK) * (engineShare - others[server]);
        } else {
            beside(server, StrictMath.min(most, MOST), engineShare);
        }
    }

    /** {@code server}, which had {@code most} requests, was busy for {@code now} of the time. */
    private void beside(int server, int most, double now) {
        double own = usual(server, most, now);
        boolean beyond = now > own + CHANCE;
        usual[server][most] = own + (beyond ? BEYOND : LEARNS) * (now - own);
        if (own >= FULL) {
            others[server] -= FORGETS * others[server];
        } else {
            double seen = beyond ? (now - own) / (1 - own) : 0;
            others[server] += QUICK * (seen - others[server]);
        }
    }

    /** How busy {@code most} requests make {@code server}; where that was not seen yet, what fewer do in proportion, or all of {@code now}. */
    private double usual(int server, int most, double now) {
        if (usual[server].length == 0) {
            usual[server] = new double[MOST + 1];
            Arrays.fill(usual[server], UNKNOWN);
        }
        for (int fewer = most; fewer > 0; fewer--) {
            if (!Double.isNaN(usual[server][fewer])) {
                return StrictMath.min(1, usual[server][fewer] * most / fewer);
            }
        }
        return StrictMath.max(0, now - others[server]);
    }

    /** Of what was said of {@code server} last, only {@code part} counts: from 1, all of it, to 0, nothing. */
    public void faded(int server, double part) {
        share[server] = part;
    }

    /** How busy the engines of {@code server} are, 0 to 1; {@link #UNKNOWN} where nobody says, or not any more. */
    public double engine(int server) {
        return share[server] == 0 ? UNKNOWN : engine[server];
    }

    /** How busy the memory of {@code server} is, 0 to 1; {@link #UNKNOWN} where nobody says, or not any more. */
    public double memory(int server) {
        return share[server] == 0 ? UNKNOWN : memory[server];
    }

    /** The share of the GPUs of {@code server} that somebody else seems to use, as far as what was said still counts. */
    public double others(int server) {
        return others[server] * share[server];
    }

    /** How many times as long as alone {@code server} should take beside them: a GPU gives those that use it time in turn. */
    public double slower(int server) {
        return 1 / StrictMath.max(LEAST_PART, 1 - others(server));
    }
}
