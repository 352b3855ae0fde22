package io.berth.core.journal.earlier;

import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.Program;
import io.berth.core.workload.TaskGroup;
import io.berth.core.workload.Timing;
import io.berth.core.workload.term.After;
import io.berth.core.workload.term.Interruption;
import io.berth.core.workload.term.JobArray;
import io.berth.core.workload.term.Terms;
import io.berth.core.workload.term.When;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Jobs of format versions 1 and 2. */
public final class EarlierJobs {
    private EarlierJobs() {}

    /** A job but for its demand and what is read of its output. */
    public static JobSpec job(Demand demand, ByteSource source) {
        JobSpec spec = withoutDeadline(demand, source).withDeadline(source.time());
        if (source.flag()) {
            spec = spec.withProgram(program(source));
        }
        return source.flag() ? spec.withTerms(terms(source)) : spec;
    }

    /** @throws CorruptRecordException where a time limit is none */
    static JobChange change(ByteSource source) {
        String queue = source.flag() ? source.text() : null;
        Integer priority = source.flag() ? Integer.valueOf(source.integer()) : null;
        Long timeLimit = source.flag() ? Long.valueOf(source.time()) : null;
        try {
            return new JobChange(queue, priority, timeLimit);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }

    /** The same job with what is read of its output. */
    public static JobSpec withMetrics(JobSpec spec, ByteSource source) {
        Metrics metrics = new Metrics(source.flag(), source.text(), source.number());
        return spec.withProgram(spec.program().withMetrics(metrics));
    }

    static JobSpec withoutDeadline(Demand demand, ByteSource source) {
        return new JobSpec(
                source.text(),
                source.text(),
                kind(source.get()),
                source.integer(),
                TaskGroup.of(source.integer(), demand),
                new Timing(source.time(), source.time(), source.time()));
    }

    static Program program(ByteSource source) {
        List<String> command = EarlierNodes.texts(source);
        int variables = source.count();
        TreeMap<String, String> environment = new TreeMap<>();
        for (int i = 0; i < variables; i++) {
            String name = source.text();
            environment.put(name, source.text());
        }
        return new Program(command, environment, source.text(), source.text());
    }

    private static Terms terms(ByteSource source) {
        long limit = source.time();
        int retries = source.integer();
        List<After> after = afters(source);
        int count = source.integer();
        JobArray array =
                count == 0 ? JobArray.NONE : new JobArray(source.number(), source.integer(), count, source.integer());
        return new Terms(limit, retries, after, array, Interruption.HARMLESS);
    }

    public static List<After> afters(ByteSource source) {
        int count = source.count();
        List<After> after = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            after.add(new After(source.number(), when(source.get())));
        }
        return after;
    }

    private static When when(int ordinal) {
        return switch (ordinal) {
            case 0 -> When.OK;
            case 1 -> When.ANY;
            case 2 -> When.FAILED;
            default -> throw new CorruptRecordException("unknown kind of dependency " + ordinal);
        };
    }

    private static JobKind kind(int ordinal) {
        return switch (ordinal) {
            case 0 -> JobKind.BATCH;
            case 1 -> JobKind.SERVICE;
            case 2 -> JobKind.INTERACTIVE;
            default -> throw new CorruptRecordException("unknown kind of job " + ordinal);
        };
    }
}
