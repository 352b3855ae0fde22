package io.berth.spec.scenario;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Where the jobs of a scenario come from. */
public sealed interface WorkloadSpec {
    /** What of a trace is replayed and measured. */
    default Period period() {
        return Period.ALL;
    }

    /**
     * The pod list of an openb trace.
     *
     * @param pods the CSV file
     * @param arrivals a file with the exact order of arrival; null where the order follows from the seed
     * @param departures whether pods end
     * @param tune the demand for GPUs as a multiple of the cluster's, reached by repeating or dropping pods; 0 for the list as
     *     it is. Means nothing with {@code arrivals}
     * @param patienceNanos how long a pod waits before it is rejected; {@code Nanos.NEVER} for ever
     */
    record Openb(Path pods, @Nullable Path arrivals, Departures departures, double tune, long patienceNanos)
            implements WorkloadSpec {}

    /**
     * A Muri trace, from Philly.
     *
     * @param jobs the CSV file
     */
    record Muri(Path jobs) implements WorkloadSpec {}

    /**
     * The log of a virtual cluster of Philly.
     *
     * @param jobs the CSV file
     */
    record Philly(Path jobs) implements WorkloadSpec {}

    /** Jobs drawn from distributions. */
    record Generated(GenerateSpec generate) implements WorkloadSpec {}

    /** Jobs drawn from other distributions, one after another; at least one. */
    record Phased(List<GenerateSpec> phases) implements WorkloadSpec {
        public Phased {
            phases = List.copyOf(phases);
        }
    }

    /**
     * The jobs of a recorded run.
     *
     * @param folder the folder of its journal
     */
    record Journal(Path folder) implements WorkloadSpec {}

    /**
     * A log in Standard Workload Format.
     *
     * @param log the file, plain or gzip
     * @param queueBy what makes a job's queue
     * @param period what of the log is replayed
     */
    record Swf(Path log, QueueBy queueBy, Period period) implements WorkloadSpec {}

    /**
     * What Slurm's {@code sacct --parsable2} printed.
     *
     * @param dump the file, plain or gzip
     * @param queueBy what makes a job's queue
     * @param columns the names of the columns where the dump has no line of them; empty where it has
     * @param period what of the dump is replayed
     */
    record Sacct(Path dump, QueueBy queueBy, List<String> columns, Period period) implements WorkloadSpec {
        public Sacct {
            columns = List.copyOf(columns);
        }
    }

    /**
     * A table of jobs.
     *
     * @param jobs the CSV file, plain or gzip
     * @param queueBy what makes a job's queue
     * @param period what of the table is replayed
     */
    record Csv(Path jobs, QueueBy queueBy, Period period) implements WorkloadSpec {}

    /** What of a recorded job makes its queue. */
    enum QueueBy {
        /** Its queue; its partition where the system calls queues so. */
        QUEUE,
        PARTITION,
        ACCOUNT,
        QOS,
        USER,
        GROUP;

        /** As it is written in a scenario. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether the jobs of a trace end. */
    enum Departures {
        /** When the trace says so. */
        TRACE,
        /** Never: the cluster fills up. */
        NEVER
    }
}
