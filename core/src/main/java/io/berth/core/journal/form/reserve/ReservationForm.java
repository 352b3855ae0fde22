package io.berth.core.journal.form.reserve;

import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.journal.form.label.LabelForm;
import io.berth.core.reserve.NodeReservation;
import io.berth.core.reserve.ReservedNodes;
import io.berth.core.reserve.ReservedTime;
import io.berth.core.workload.Label;
import java.util.List;

/** Reservations. */
public final class ReservationForm {
    private static final Form<NodeReservation> FORM = new Form<>("reservation");
    private static final ValueField<NodeReservation, String> NAME = FORM.text(1, "name", NodeReservation::name);
    private static final ValueField<NodeReservation, List<String>> NODES =
            FORM.list(2, "nodes", one -> one.nodes().names(), Codec.TEXT);
    private static final ValueField<NodeReservation, List<Label>> LABELS =
            FORM.list(3, "labels", one -> one.nodes().labels(), LabelForm.CODEC);
    private static final NumberField<NodeReservation> COUNT =
            FORM.number(4, "count", 0, one -> one.nodes().count());
    private static final NumberField<NodeReservation> START =
            FORM.number(5, "start", 0, one -> one.time().startNanos());
    private static final NumberField<NodeReservation> DURATION =
            FORM.number(6, "duration", 0, one -> one.time().durationNanos());
    private static final NumberField<NodeReservation> EVERY =
            FORM.number(7, "interval", 0, one -> one.time().everyNanos());
    private static final NumberField<NodeReservation> TIMES =
            FORM.number(8, "times", 0, one -> one.time().times());
    private static final ValueField<NodeReservation, List<String>> QUEUES =
            FORM.list(9, "queues", NodeReservation::queues, Codec.TEXT);
    private static final NumberField<NodeReservation> STOPS = FORM.flag(10, "stopping", NodeReservation::stops);
    private static final ValueField<NodeReservation, String> WHY = FORM.text(11, "reason", NodeReservation::why);

    public static final Codec<NodeReservation> CODEC = FORM.made(ReservationForm::read);

    private ReservationForm() {}

    private static NodeReservation read(Values values) {
        try {
            return new NodeReservation(
                    NAME.of(values),
                    new ReservedNodes(NODES.of(values), LABELS.of(values), COUNT.whole(values)),
                    new ReservedTime(START.of(values), DURATION.of(values), EVERY.of(values), TIMES.of(values)),
                    QUEUES.of(values),
                    STOPS.is(values),
                    WHY.of(values));
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }
}
