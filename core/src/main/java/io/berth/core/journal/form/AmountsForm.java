package io.berth.core.journal.form;

import io.berth.core.journal.field.Codec;
import io.berth.core.journal.field.Form;
import io.berth.core.journal.field.NumberField;
import io.berth.core.journal.field.ValueField;
import io.berth.core.journal.field.Values;
import io.berth.core.workload.Amounts;
import io.berth.core.workload.ExtendedResource;
import java.util.List;
import java.util.function.Function;

/**
 * The amounts among the fields of a record that has some.
 *
 * @param <T> the records
 */
final class AmountsForm<T> {
    private static final Codec<ExtendedResource> EXTENDED = Codec.of(
            (resource, sink) -> {
                sink.text(resource.name());
                sink.number(resource.amount());
            },
            source -> new ExtendedResource(source.text(), source.number()));

    private final NumberField<T> cpu;
    private final NumberField<T> memory;
    private final NumberField<T> disk;
    private final NumberField<T> diskIo;
    private final NumberField<T> network;
    private final Form<T> form;
    private final Function<T, Amounts> amounts;

    /** Declares five fields, from number {@code first} on. */
    AmountsForm(Form<T> form, int first, Function<T, Amounts> amounts) {
        this.form = form;
        this.amounts = amounts;
        cpu = form.number(first, "cpuMilli", 0, of -> amounts.apply(of).cpuMilli());
        memory =
                form.number(first + 1, "memoryBytes", 0, of -> amounts.apply(of).memoryBytes());
        disk = form.number(first + 2, "diskBytes", 0, of -> amounts.apply(of).diskBytes());
        diskIo = form.number(first + 3, "diskIo", 0, of -> amounts.apply(of).diskIoBytesPerSecond());
        network = form.number(first + 4, "network", 0, of -> amounts.apply(of).networkBytesPerSecond());
    }

    /** Declares the field of the resources that are known by name. */
    ValueField<T, List<ExtendedResource>> extended(int number) {
        return form.list(number, "extended", of -> amounts.apply(of).extended(), EXTENDED);
    }

    Amounts of(Values values, ValueField<T, List<ExtendedResource>> extended) {
        return new Amounts(
                cpu.of(values),
                memory.of(values),
                disk.of(values),
                diskIo.of(values),
                network.of(values),
                extended.of(values));
    }
}
