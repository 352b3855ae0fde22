package io.berth.core.journal.form;

import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.workload.term.Traffic;
import io.berth.core.workload.term.Traffic.Pattern;

/** What the ranks of a job exchange. */
final class TrafficForm {
    static final Codec<Traffic> CODEC = codec();

    private TrafficForm() {}

    private static Codec<Traffic> codec() {
        Form<Traffic> form = new Form<>("traffic of a job");
        var bytes = form.number(1, "bytes", 0, Traffic::bytes);
        var compute = form.number(2, "compute", 0, Traffic::computeNanos);
        var pattern = form.value(
                3, "pattern", Pattern.RING, Traffic::pattern, Codec.oneOf("pattern of an exchange", Pattern.class));
        return form.made(values -> traffic(bytes.of(values), compute.of(values), pattern.of(values)));
    }

    private static Traffic traffic(long bytes, long computeNanos, Pattern pattern) {
        try {
            return new Traffic(bytes, computeNanos, pattern);
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException("the traffic of a job: " + e.getMessage());
        }
    }
}
