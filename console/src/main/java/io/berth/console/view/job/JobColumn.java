package io.berth.console.view.job;

import io.berth.core.time.Nanos;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.term.JobArray;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.table.Moments;
import io.berth.spec.table.TableColumn;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a table of jobs can show of a job. */
public enum JobColumn {
    ID(14, 0),
    NAME(8, 0),
    QUEUE(5, 5),
    USER(4, 4),
    STATE(7, 0),
    EXIT(4, 0),
    KIND(5, 0),
    PRIORITY(4, 0),
    TASKS(4, 0),
    GPUS(4, 0),
    CPUS(4, 0),
    MEMORY(6, 0),
    RESOURCES(7, 6),
    NODES(5, 0),
    ATTEMPT(4, 0),
    ARRAY(5, 0),
    SUBMIT(19, 0),
    START(19, 2),
    END(19, 1),
    WAIT(7, 7),
    RUN(7, 0),
    LIMIT(7, 0),
    STRATEGY(6, 0),
    DIRECTORY(8, 0),
    COMMAND(8, 0),
    REASON(12, 3);

    /** What a list of jobs shows where nobody says what. */
    public static final List<JobColumn> STANDARD =
            List.of(ID, NAME, QUEUE, USER, STATE, EXIT, RESOURCES, WAIT, RUN, REASON);

    private static final String NOTHING = "-";

    private final int least;
    private final int spare;

    JobColumn(int least, int spare) {
        this.least = least;
        this.spare = spare;
    }

    /** As it is asked for. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The words of all. */
    public static List<String> words() {
        return Arrays.stream(values()).map(JobColumn::word).toList();
    }

    /** The column of a word. */
    public static JobColumn of(String word) {
        return valueOf(word.toUpperCase(Locale.ROOT));
    }

    /** @param asked true where it was asked for by name, and so is never left out */
    TableColumn column(boolean asked) {
        return new TableColumn(name(), least, asked ? 0 : spare);
    }

    /** The text of {@code line} for people. */
    String text(JobLine line, JobTable.Shown shown) {
        JobEntry job = line.job();
        return switch (this) {
            case MEMORY -> memory(job);
            case WAIT -> Nanos.format(waited(job, shown));
            case RUN -> job.startNanos() < 0 ? NOTHING : Nanos.format(ran(job, shown));
            case LIMIT -> {
                long limit = job.spec().terms().timeLimitNanos();
                yield limit == Nanos.NEVER ? NOTHING : Nanos.format(limit);
            }
            default -> {
                String plain = plain(line, shown);
                yield plain.isEmpty() && this != REASON ? NOTHING : plain;
            }
        };
    }

    /** The text of {@code line} for programs: seconds, bytes; empty for nothing. */
    String plain(JobLine line, JobTable.Shown shown) {
        JobEntry job = line.job();
        JobSpec spec = job.spec();
        return switch (this) {
            case ID -> line.id();
            case NAME -> line.name();
            case QUEUE -> spec.queue();
            case USER -> or(job.user());
            case STATE -> job.phase().text();
            case EXIT -> or(job.knownExitCode());
            case KIND -> spec.kind().name().toLowerCase(Locale.ROOT);
            case PRIORITY -> Integer.toString(spec.priority());
            case TASKS -> Integer.toString(spec.tasks());
            case GPUS -> thousandths(job.gpuMilli());
            case CPUS -> thousandths(spec.total(Demand::cpuMilli));
            case MEMORY -> Long.toString(spec.total(Demand::memoryBytes));
            case RESOURCES -> resources(spec);
            case NODES -> String.join(",", job.row().nodeNames());
            case ATTEMPT -> Integer.toString(job.attempt());
            case ARRAY -> array(line);
            case SUBMIT -> moment(job.submittedNanos(), shown);
            case START -> moment(job.startedNanos(), shown);
            case END -> moment(job.endedNanos(), shown);
            case WAIT -> seconds(waited(job, shown));
            case RUN -> job.startNanos() < 0 ? "" : seconds(ran(job, shown));
            case LIMIT -> {
                long limit = spec.terms().timeLimitNanos();
                yield limit == Nanos.NEVER ? "" : seconds(limit);
            }
            case STRATEGY -> job.strategy();
            case DIRECTORY -> spec.firstProgram().directory();
            case COMMAND -> command(spec);
            case REASON -> reason(line, shown);
        };
    }

    /** By what lines are sorted: a number, or the text. */
    Comparable<?> key(JobLine line, JobTable.Shown shown) {
        JobEntry job = line.job();
        return switch (this) {
            case ID -> job.id();
            case PRIORITY -> job.spec().priority();
            case TASKS -> job.spec().tasks();
            case GPUS, RESOURCES -> job.gpuMilli();
            case CPUS -> job.spec().total(Demand::cpuMilli);
            case MEMORY -> job.spec().total(Demand::memoryBytes);
            case ATTEMPT -> job.attempt();
            case SUBMIT -> job.submittedNanos();
            case START -> job.startedNanos();
            case END -> job.endedNanos();
            case WAIT -> waited(job, shown);
            case RUN -> job.startNanos() < 0 ? -1 : ran(job, shown);
            case LIMIT -> job.spec().terms().timeLimitNanos();
            case STATE -> job.phase().ordinal();
            default -> plain(line, shown);
        };
    }

    private static String or(@Nullable Object value) {
        return value == null ? "" : value.toString();
    }

    private static String reason(JobLine line, JobTable.Shown shown) {
        JobEntry job = line.job();
        String why = JobWhy.phrase(job);
        String text = why != null ? why : shown.reasons().getOrDefault(job.id(), "");
        boolean again = job.attempt() > 1 && !job.phase().ended();
        return again ? text + (text.isEmpty() ? "" : "; ") + "attempt " + job.attempt() : text;
    }

    private static String array(JobLine line) {
        JobArray array = line.job().spec().terms().array();
        if (array.id() == 0) {
            return "";
        }
        return line.count() > 1 ? line.id() : array.id() + "_" + JobLine.value(line.job());
    }

    private static String memory(JobEntry job) {
        long bytes = job.spec().total(Demand::memoryBytes);
        return bytes == 0 ? NOTHING : Bytes.format(bytes);
    }

    /** What each group runs, where several run something. */
    private static String command(JobSpec spec) {
        return spec.groups().stream()
                .map(group -> String.join(" ", group.program().command()))
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** {@code 2 × 1 GPU 4 CPU 16Gi}, of several groups {@code 2 CPU + 2-8 × 1 GPU 4 CPU}: how many tasks, and what each asks for. */
    private static String resources(JobSpec spec) {
        return spec.groups().stream().map(JobColumn::resources).collect(Collectors.joining(" + "));
    }

    private static String resources(TaskGroup group) {
        Demand demand = group.demand();
        List<String> parts = new ArrayList<>();
        if (demand.gpus() > 0) {
            boolean memory = demand.totalGpuMilli() == 0;
            parts.add((memory ? Bytes.format(demand.gpuMemoryBytes()) : thousandths(demand.totalGpuMilli())) + " "
                    + demand.devices().of().kind().toUpperCase(Locale.ROOT));
        }
        parts.add(thousandths(demand.cpuMilli()) + " CPU");
        if (demand.memoryBytes() > 0) {
            parts.add(Bytes.format(demand.memoryBytes()));
        }
        demand.amounts().extended().forEach(resource -> parts.add(resource.amount() + " " + resource.name()));
        String tasks = group.elastic() ? group.min() + "-" + group.max() : Integer.toString(group.max());
        return (group.max() > 1 ? tasks + " × " : "") + String.join(" ", parts);
    }

    private static String thousandths(long milli) {
        return milli % 1000 == 0
                ? Long.toString(milli / 1000)
                : BigDecimal.valueOf(milli, 3).stripTrailingZeros().toPlainString();
    }

    private static String moment(long wallNanos, JobTable.Shown shown) {
        return wallNanos < 0
                ? ""
                : Moments.local(
                        Instant.ofEpochSecond(wallNanos / Nanos.SECOND, wallNanos % Nanos.SECOND), shown.zone());
    }

    private static long waited(JobEntry job, JobTable.Shown shown) {
        long waited = job.waitNanos();
        return Math.max(0, waited >= 0 ? waited : shown.nowNanos() - job.submitNanos());
    }

    private static long ran(JobEntry job, JobTable.Shown shown) {
        return Math.max(0, (job.endNanos() < 0 ? shown.nowNanos() : job.endNanos()) - job.startNanos());
    }

    private static String seconds(long nanos) {
        return BigDecimal.valueOf(nanos / Nanos.MILLISECOND, 3)
                .stripTrailingZeros()
                .toPlainString();
    }
}
