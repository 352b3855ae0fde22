package io.berth.spec.queue;

import io.berth.core.queue.QueueAmount;
import io.berth.core.queue.QueueTree;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import io.berth.spec.quantity.Bytes;
import io.berth.spec.quantity.Cpus;
import io.berth.spec.quantity.GpuShare;
import io.berth.spec.quantity.Percents;
import io.berth.spec.quantity.QuantityException;
import java.math.BigDecimal;
import java.util.List;

/** One amount of a queue: in the unit of its resource, or per cent of the cluster. */
final class QueueQuantity {
    /** The resources that are no names of their own. */
    static final List<String> NAMES = List.of(QueueTree.GPU, QueueTree.CPU, QueueTree.MEMORY);

    private static final double MILLION = 1_000_000;

    private QueueQuantity() {}

    static QueueAmount read(String resource, Tree value) {
        String text = value.text().strip();
        try {
            if (text.endsWith("%")) {
                return QueueAmount.part(Math.round(Percents.parseFraction(text) * MILLION));
            }
            return QueueAmount.of(
                    switch (resource) {
                        case QueueTree.GPU -> GpuShare.parseMilli(text);
                        case QueueTree.CPU -> Cpus.parseMilli(text);
                        case QueueTree.MEMORY -> Bytes.parse(text);
                        default -> units(value);
                    });
        } catch (QuantityException e) {
            throw InputException.at(value, e.problem() + ", or per cent of the cluster like 25%");
        }
    }

    private static long units(Tree value) {
        long units = value.whole();
        if (units < 0) {
            throw InputException.at(value, "must be a whole number from 0, but is " + value.describe());
        }
        return units;
    }

    /** What {@link #read} reads. */
    static String format(String resource, QueueAmount amount) {
        if (amount.isPart()) {
            return BigDecimal.valueOf(amount.millionths(), 4)
                            .stripTrailingZeros()
                            .toPlainString() + "%";
        }
        return switch (resource) {
            case QueueTree.GPU -> GpuShare.format(amount.amount());
            case QueueTree.CPU -> Cpus.format(amount.amount());
            case QueueTree.MEMORY -> Bytes.format(amount.amount());
            default -> Long.toString(amount.amount());
        };
    }
}
