package io.berth.core.journal.form;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.time.BootTime;

/** How time goes with the clocks of one run of the machine. */
public final class BootForm {
    public static final Codec<BootTime> CODEC = codec();

    private BootForm() {}

    private static Codec<BootTime> codec() {
        Form<BootTime> form = new Form<>("run of a machine");
        var boot = form.text(1, "name", BootTime::boot);
        var monotonic = form.number(2, "zero of its clock", 0, BootTime::monotonicZeroNanos);
        var uptime = form.number(3, "zero of its uptime", 0, BootTime::uptimeZeroNanos);
        return form.made(values -> new BootTime(boot.of(values), monotonic.of(values), uptime.of(values)));
    }
}
