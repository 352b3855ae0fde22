package io.berth.sim.trace.csv;

import io.berth.core.cluster.NodeSpec;
import io.berth.core.time.Nanos;
import io.berth.sim.trace.CsvTable;
import io.berth.sim.trace.Lenience;
import io.berth.sim.workload.Arrival;
import io.berth.sim.workload.ListedWorkload;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The jobs of a virtual cluster of Microsoft's Philly, with the time of day (Jeon et al., Analysis of Large-Scale Multi-Tenant
 * GPU Clusters, USENIX ATC 2019; msr-fiddle/philly-traces).
 *
 * <p>Columns {@code job_id,submit_time,duration_s,num_gpu}, submit_time as {@code 2017-10-01 00:00:00}, and if at hand {@code
 * vc,vc_nodes_8gpu,in_helios_window}; {@code submit_rel_oct1_s} is passed over.
 */
public final class PhillyJobs {
    private static final List<String> REQUIRED = List.of("job_id", "submit_time", "duration_s", "num_gpu");
    private static final List<String> OPTIONAL =
            List.of("submit_rel_oct1_s", "vc", "vc_nodes_8gpu", "in_helios_window");

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    // Until 2100: nanoseconds of later years do not fit a long.
    private static final long MAX_SUBMIT_SECONDS = 4_102_444_800L;

    private static final long MAX_NODES = 1_000_000;

    private PhillyJobs() {}

    /** The jobs of {@code file} in its order. */
    public static List<PhillyJob> read(Path file, Lenience lenience) {
        return CsvTable.read(file, lenience, PhillyJobs::rows);
    }

    /** The jobs read from {@code in}, which {@code name} names in errors. */
    public static List<PhillyJob> read(String name, InputStream in, Lenience lenience) {
        return CsvTable.read(name, in, lenience, PhillyJobs::rows);
    }

    /**
     * The jobs as a workload at their own time of day, in the queue of their virtual cluster. Each runs as long as it did, which
     * its user expects; a gang of equal tasks where it is larger than a node of eight GPUs.
     */
    public static ListedWorkload workload(List<PhillyJob> jobs) {
        GangJobs gangs = new GangJobs();
        List<Arrival> arrivals = new ArrayList<>(jobs.size());
        for (PhillyJob job : jobs) {
            String queue = job.vc().isEmpty() ? GangJobs.DEFAULT_QUEUE : job.vc();
            arrivals.add(new Arrival(
                    job.submitSeconds() * Nanos.SECOND,
                    gangs.job(job.name(), queue, job.gpus(), job.durationSeconds() * Nanos.SECOND)));
        }
        return ListedWorkload.of(arrivals);
    }

    /** {@code count} nodes as {@link GangJobs} fit them: eight GPUs, and of the rest more than the jobs on them ask for. */
    public static List<NodeSpec> nodes(int count) {
        List<NodeSpec> nodes = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            nodes.add(GangJobs.node(String.format(Locale.ROOT, "philly-%04d", i)));
        }
        return nodes;
    }

    private static List<PhillyJob> rows(CsvTable table) {
        Columns columns = new Columns(table.expecting(REQUIRED, OPTIONAL));
        return table.distinct(columns.id, "job", columns::job, PhillyJob::name);
    }

    /** Where the columns of one file stand, and how to read a job from them. */
    private static final class Columns {
        private final CsvTable table;
        private final Map<String, String> queues = new LinkedHashMap<>();
        private final int id;
        private final int submit;
        private final int duration;
        private final int gpus;
        private final int vc;
        private final int vcNodes;
        private final int studied;

        Columns(CsvTable table) {
            this.table = table;
            id = table.column("job_id");
            submit = table.column("submit_time");
            duration = table.column("duration_s");
            gpus = table.column("num_gpu");
            vc = table.column("vc");
            vcNodes = table.column("vc_nodes_8gpu");
            studied = table.column("in_helios_window");
        }

        PhillyJob job() {
            return new PhillyJob(
                    table.name(id),
                    queue(),
                    submitSeconds(),
                    table.number(duration, 0, GangJobs.MAX_SECONDS),
                    (int) table.number(gpus, 1, GangJobs.MAX_GPUS),
                    vcNodes < 0 ? 0 : (int) table.number(vcNodes, 1, MAX_NODES),
                    studied >= 0 && table.number(studied, 0, 1) == 1);
        }

        /** Jobs of one queue share its name. */
        private String queue() {
            if (vc < 0 || table.blank(vc)) {
                return "";
            }
            String name = table.name(vc);
            String known = queues.putIfAbsent(name, name);
            return known == null ? name : known;
        }

        private long submitSeconds() {
            String text = table.text(submit);
            try {
                long seconds = LocalDateTime.parse(text, TIME).toEpochSecond(ZoneOffset.UTC);
                if (seconds >= 0 && seconds <= MAX_SUBMIT_SECONDS) {
                    return seconds;
                }
            } catch (DateTimeParseException e) {
                throw table.bad(submit, "is not a time", "a time such as 2017-10-01 00:00:00");
            }
            throw table.bad(submit, "is out of range", "a time of 1970 to 2099");
        }
    }
}
