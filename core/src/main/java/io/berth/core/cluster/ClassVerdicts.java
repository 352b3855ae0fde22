package io.berth.core.cluster;

import io.berth.core.decision.Reason;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What the rules said of shapes and classes of nodes, each pair asked once. */
final class ClassVerdicts {
    private static final byte UNKNOWN = 0;
    private static final byte YES = 1;
    /** Above it stands the place of the reason among all. */
    private static final int FIRST_REASON = 2;

    private static final Reason[] REASONS = Reason.values();

    private final NodeClasses classes;
    private @Nullable Shape[] shapes = new @Nullable Shape[16];
    private byte[][] byShape = new byte[16][];

    ClassVerdicts(NodeClasses classes) {
        this.classes = classes;
    }

    /** Why nodes of class {@code id} never do for {@code shape}; null where they do. */
    @Nullable
    Reason whyNot(Shape shape, int id) {
        int number = shape.id();
        if (number >= shapes.length || shapes[number] != shape || byShape[number].length <= id) {
            begin(shape, id);
        }
        byte verdict = byShape[number][id];
        if (verdict == YES) {
            return null;
        }
        return verdict == UNKNOWN ? ask(shape, id) : REASONS[verdict - FIRST_REASON];
    }

    /** Class {@code id} is another from now on. */
    void forget(int id) {
        for (byte[] verdicts : byShape) {
            if (verdicts != null && id < verdicts.length) {
                verdicts[id] = UNKNOWN;
            }
        }
    }

    private void begin(Shape shape, int id) {
        int number = shape.id();
        if (number >= shapes.length) {
            int size = StrictMath.max(number + 1, shapes.length * 2);
            shapes = Arrays.copyOf(shapes, size);
            byShape = Arrays.copyOf(byShape, size);
        }
        int room = StrictMath.max(id + 1, Integer.highestOneBit(classes.size()) << 1);
        byShape[number] = shapes[number] == shape ? Arrays.copyOf(byShape[number], room) : new byte[room];
        shapes[number] = shape;
    }

    private @Nullable Reason ask(Shape shape, int id) {
        Reason reason = ClassRule.refuses(shape.demand(), classes.get(id));
        byShape[shape.id()][id] = reason == null ? YES : (byte) (FIRST_REASON + reason.ordinal());
        return reason;
    }
}
