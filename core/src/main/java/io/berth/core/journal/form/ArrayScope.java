package io.berth.core.journal.form;

import io.berth.core.journal.bytes.ByteSink;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.workload.JobSpec;
import io.berth.core.workload.term.JobArray;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The arrays whose jobs one frame or one snapshot holds. The first job of each is written as a whole, the others as what is
 * otherwise with them: an array is one description, however many jobs it has. What is read shares the rest with the first.
 */
public final class ArrayScope {
    private final TreeMap<Long, JobSpec> firsts = new TreeMap<>();

    /** Remembers a job that was written or read as a whole. */
    public void add(JobSpec spec) {
        JobArray array = spec.terms().array();
        if (array.id() > 0) {
            firsts.putIfAbsent(array.id(), spec);
        }
    }

    /** Writes {@code spec} as a job of an array that is known here; false, and nothing written, where it is none. */
    public boolean write(JobSpec spec, ByteSink sink) {
        JobArray array = spec.terms().array();
        JobSpec first = array.id() == 0 ? null : firsts.get(array.id());
        SortedMap<String, String> variables = first == null ? null : difference(spec, first);
        if (first == null || variables == null) {
            return false;
        }
        sink.number(array.id());
        sink.number(array.index());
        int same = samePrefix(first.name(), spec.name());
        sink.number(same);
        sink.text(spec.name().substring(same));
        sink.number(variables.size());
        variables.forEach((name, value) -> {
            sink.text(name);
            sink.text(value);
        });
        return true;
    }

    /**
     * The job that {@link #write} wrote.
     *
     * @throws CorruptRecordException where it refers to an array that is not known here
     */
    public JobSpec read(ByteSource source) {
        long id = source.number();
        JobSpec first = firsts.get(id);
        if (first == null) {
            throw new CorruptRecordException("a job is of array " + id + ", of which no job comes before it");
        }
        int index = source.integer();
        int same = source.integer();
        if (same < 0 || same > first.name().length()) {
            throw new CorruptRecordException("the name of a job of array " + id + " begins with more than there is");
        }
        String name = first.name().substring(0, same) + source.text();
        int count = source.count();
        TreeMap<String, String> variables = new TreeMap<>();
        for (int i = 0; i < count; i++) {
            String variable = source.text();
            variables.put(variable, source.text());
        }
        JobArray array = first.terms().array();
        JobSpec member = first.withName(name)
                .withTerms(first.terms().withArray(new JobArray(id, index, array.count(), array.parallel())));
        return variables.isEmpty()
                ? member
                : member.withFirst(
                        first.groups().getFirst().withProgram(first.program().with(variables)));
    }

    /** The variables that are otherwise in {@code spec}; null where more is otherwise than that, the name and the index. */
    private static @Nullable SortedMap<String, String> difference(JobSpec spec, JobSpec first) {
        boolean same = JobForm.sameButMember(spec, first)
                && same(spec.terms().array(), first.terms().array());
        return same ? spec.program().changesFrom(first.program()) : null;
    }

    private static boolean same(JobArray array, JobArray first) {
        return array.count() == first.count()
                && array.parallel() == first.parallel()
                && array.values().isEmpty()
                && first.values().isEmpty();
    }

    /** How many characters both begin with, no half of a surrogate pair at the end. */
    private static int samePrefix(String one, String other) {
        int most = StrictMath.min(one.length(), other.length());
        int same = 0;
        while (same < most && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        return same > 0 && Character.isHighSurrogate(one.charAt(same - 1)) ? same - 1 : same;
    }
}
