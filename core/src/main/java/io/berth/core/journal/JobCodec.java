package io.berth.core.journal;

import io.berth.core.workload.After;
import io.berth.core.workload.Demand;
import io.berth.core.workload.JobArray;
import io.berth.core.workload.JobChange;
import io.berth.core.workload.JobKind;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.Metrics;
import io.berth.core.workload.Program;
import io.berth.core.workload.Terms;
import io.berth.core.workload.When;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The bytes of what a user submits but for its demand, which a journal and a state write each in their own way. */
public final class JobCodec {
    private JobCodec() {}

    /** All of a job but its demand. */
    public static void job(JobSpec spec, ByteSink sink) {
        withoutDeadline(spec, sink);
        sink.time(spec.deadlineNanos());
        sink.flag(spec.program().runs());
        if (spec.program().runs()) {
            program(spec.program(), sink);
        }
        boolean plain = spec.terms().equals(Terms.NONE);
        sink.flag(!plain);
        if (!plain) {
            terms(spec.terms(), sink);
        }
    }

    /** The job that {@link #job(JobSpec, ByteSink)} wrote. */
    public static JobSpec job(Demand demand, ByteSource source) {
        JobSpec spec = withoutDeadline(demand, source).withDeadline(source.time());
        if (source.flag()) {
            spec = spec.withProgram(program(source));
        }
        return source.flag() ? spec.withTerms(terms(source)) : spec;
    }

    /** What becomes otherwise with a job. */
    static void change(JobChange change, ByteSink sink) {
        sink.flag(change.queue() != null);
        if (change.queue() != null) {
            sink.text(change.queue());
        }
        sink.flag(change.priority() != null);
        if (change.priority() != null) {
            sink.number(change.priority());
        }
        sink.flag(change.timeLimitNanos() != null);
        if (change.timeLimitNanos() != null) {
            sink.time(change.timeLimitNanos());
        }
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

    /** What is read of a job's output, which {@link #job(JobSpec, ByteSink)} does not write. */
    public static void metrics(Metrics metrics, ByteSink sink) {
        sink.flag(metrics.read());
        sink.text(metrics.pattern());
        sink.number(metrics.steps());
    }

    /** The same job with what {@link #metrics} wrote. */
    public static JobSpec withMetrics(JobSpec spec, ByteSource source) {
        Metrics metrics = new Metrics(source.flag(), source.text(), source.number());
        return spec.withProgram(spec.program().withMetrics(metrics));
    }

    /** What a job had in the first version of the journal. */
    static void withoutDeadline(JobSpec spec, ByteSink sink) {
        sink.text(spec.name());
        sink.text(spec.queue());
        sink.put(spec.kind().ordinal());
        sink.number(spec.priority());
        sink.number(spec.tasks());
        sink.time(spec.estimateNanos());
        sink.time(spec.workNanos());
        sink.time(spec.patienceNanos());
    }

    static JobSpec withoutDeadline(Demand demand, ByteSource source) {
        return new JobSpec(
                source.text(),
                source.text(),
                kind(source.get()),
                source.integer(),
                source.integer(),
                demand,
                source.time(),
                source.time(),
                source.time());
    }

    static void program(Program program, ByteSink sink) {
        sink.number(program.command().size());
        program.command().forEach(sink::text);
        sink.number(program.environment().size());
        program.environment().forEach((name, value) -> {
            sink.text(name);
            sink.text(value);
        });
        sink.text(program.directory());
        sink.text(program.user());
    }

    static Program program(ByteSource source) {
        List<String> command = EventCodec.texts(source);
        int variables = source.count();
        TreeMap<String, String> environment = new TreeMap<>();
        for (int i = 0; i < variables; i++) {
            String name = source.text();
            environment.put(name, source.text());
        }
        return new Program(command, environment, source.text(), source.text());
    }

    private static void terms(Terms terms, ByteSink sink) {
        sink.time(terms.timeLimitNanos());
        sink.number(terms.retries());
        afters(terms.after(), sink);
        JobArray array = terms.array();
        sink.number(array.count());
        if (array.count() > 0) {
            sink.number(array.id());
            sink.number(array.index());
            sink.number(array.parallel());
        }
    }

    private static Terms terms(ByteSource source) {
        long limit = source.time();
        int retries = source.integer();
        List<After> after = afters(source);
        int count = source.integer();
        JobArray array =
                count == 0 ? JobArray.NONE : new JobArray(source.number(), source.integer(), count, source.integer());
        return new Terms(limit, retries, after, array);
    }

    /** The jobs that one waits for. */
    public static void afters(List<After> after, ByteSink sink) {
        sink.number(after.size());
        for (After other : after) {
            sink.number(other.job());
            sink.put(other.when().ordinal());
        }
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
