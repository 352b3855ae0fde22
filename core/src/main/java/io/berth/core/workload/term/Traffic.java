package io.berth.core.workload.term;

import io.berth.core.time.Nanos;

/**
 * What the ranks of a job exchange, step by step. A rank is a device, or a task without one.
 *
 * @param bytes that each rank has to exchange in a step, such as the size of its gradients; above 0
 * @param computeNanos how long a step takes where exchanging costs nothing, which is what the job's timing is told for
 * @param pattern how they exchange it
 */
public record Traffic(long bytes, long computeNanos, Pattern pattern) {
    /** The most bytes of a step: 1 PiB. */
    public static final long MOST_BYTES = 1L << 50;

    /** The longest step: an hour. */
    public static final long LONGEST_NANOS = Nanos.HOUR;

    private static final double NANOS_PER_MEGABYTE_PER_SECOND = 1_000;

    /**
     * How an exchange of n ranks goes. The costs are those of R. Thakur, R. Rabenseifner, W. Gropp, Optimization of collective
     * communication operations in MPICH, IJHPCA 19(1), 2005, without latency and without the cost of adding up; {@code bytes} is b.
     */
    public enum Pattern {
        /** All-reduce on a ring: 2(n-1)/n x b go over each link of it. */
        RING {
            @Override
            double volumes(int ranks) {
                return 2.0 * (ranks - 1) / ranks;
            }
        },
        /** All-reduce up and down a binomial tree: b in each of 2 x ⌈log2 n⌉ rounds. */
        TREE {
            @Override
            double volumes(int ranks) {
                return 2.0 * (Integer.SIZE - Integer.numberOfLeadingZeros(ranks - 1));
            }
        },
        /** Everybody sends b/n to everybody, pair by pair: n - 1 rounds, in which the ranks of a node share its network. */
        ALL_TO_ALL {
            @Override
            double volumes(int ranks) {
                return (double) (ranks - 1) / ranks;
            }

            @Override
            public boolean sharesNetwork() {
                return true;
            }
        };

        /** How often b goes over the slowest link. */
        abstract double volumes(int ranks);

        /** True where all ranks of a node use its network at once; on a ring and in a tree one at a time crosses each way. */
        public boolean sharesNetwork() {
            return false;
        }
    }

    public Traffic {
        if (bytes < 1 || bytes > MOST_BYTES) {
            throw new IllegalArgumentException(
                    "The bytes of a step (" + bytes + ") must be above 0 and at most " + MOST_BYTES + ".");
        }
        if (computeNanos < 1 || computeNanos > LONGEST_NANOS) {
            throw new IllegalArgumentException(
                    "The time of a step (" + computeNanos + " ns) must be above 0 and at most an hour.");
        }
    }

    /** How long {@code ranks} of them exchange in a step over links of which the slowest carries {@code megabytesPerSecond}; nanoseconds. */
    public double exchangeNanos(int ranks, double megabytesPerSecond) {
        return ranks < 2 ? 0 : pattern.volumes(ranks) * bytes * NANOS_PER_MEGABYTE_PER_SECOND / megabytesPerSecond;
    }
}
