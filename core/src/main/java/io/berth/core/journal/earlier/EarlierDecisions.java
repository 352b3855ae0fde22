package io.berth.core.journal.earlier;

import io.berth.core.decision.Decision;
import io.berth.core.decision.Reason;
import io.berth.core.journal.bytes.ByteSource;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.form.PlacementForm;
import java.util.ArrayList;
import java.util.List;

/** Decisions of format versions 1 and 2. */
public final class EarlierDecisions {
    private static final int START = 1;
    private static final int STOP = 2;
    private static final int REJECT = 3;
    private static final int REMEMBER = 4;
    private static final int PROMISE = 5;
    private static final int PLAN_WINDOW = 6;

    private EarlierDecisions() {}

    /** What was written behind {@code kind}, which was read already. */
    public static Decision read(int kind, ByteSource source) {
        long id = source.number();
        long job = source.number();
        return switch (kind) {
            case START -> new Decision.Start(id, job, PlacementForm.LIST.read(source));
            case PROMISE -> new Decision.Promise(id, job, source.time(), PlacementForm.LIST.read(source));
            case STOP -> new Decision.Stop(id, job, Reason.ofCode(source.get()));
            case REJECT -> new Decision.Reject(id, job, Reason.ofCode(source.get()));
            case PLAN_WINDOW -> new Decision.PlanWindow(id, numbers(narrow(job), source), source.time());
            case REMEMBER -> {
                String slot = source.text();
                yield new Decision.Remember(id, slot, narrow(job), numbers(source.count(), source));
            }
            default -> throw new CorruptRecordException("unknown kind of decision " + kind);
        };
    }

    private static int narrow(long number) {
        if (number < 0 || number > Integer.MAX_VALUE) {
            throw new CorruptRecordException("the number " + number + " does not fit its field");
        }
        return (int) number;
    }

    private static List<Long> numbers(int count, ByteSource source) {
        List<Long> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(source.number());
        }
        return values;
    }
}
