package io.berth.core.journal.form.qos;

import io.berth.core.event.Event;
import io.berth.core.journal.bytes.CorruptRecordException;
import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.qos.QosClass;
import io.berth.core.qos.QosClasses;
import io.berth.core.time.Nanos;
import java.util.List;

/** Declared classes of jobs. */
public final class QosForm {
    private static final Form<QosClass> FORM = new Form<>("class of jobs");
    private static final ValueField<QosClass, String> NAME = FORM.text(1, "name", QosClass::name);
    private static final NumberField<QosClass> WAIT = FORM.number(2, "wait", Nanos.NEVER, QosClass::waitNanos);
    private static final NumberField<QosClass> PRIORITY = FORM.number(3, "priority", 0, QosClass::priority);

    public static final Codec<QosClass> CODEC = FORM.made(QosForm::read);

    private QosForm() {}

    private static QosClass read(Values values) {
        try {
            return new QosClass(NAME.of(values), WAIT.of(values), PRIORITY.whole(values));
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }

    /** {@code classes}, each of which has a name of its own. */
    public static List<QosClass> checked(List<QosClass> classes) {
        try {
            QosClasses.check(classes);
            return classes;
        } catch (IllegalArgumentException e) {
            throw new CorruptRecordException(String.valueOf(e.getMessage()));
        }
    }

    /** The event of {@code classes}. */
    public static Event.QosDeclared declared(List<QosClass> classes) {
        return new Event.QosDeclared(checked(classes));
    }
}
