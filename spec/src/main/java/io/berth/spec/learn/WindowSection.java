package io.berth.spec.learn;

import io.berth.spec.schema.Key;
import io.berth.spec.schema.Section;
import io.berth.spec.schema.Shape;

/** The keys of the environment whose windows of the queue are put in order. */
final class WindowSection {
    private static final int MOST = 1_000_000;

    static final Section WINDOWS = Section.of(
            "windows",
            "In which order the jobs of a window get their places, imitated from windows that were solved exactly; they are those"
                    + " that the scenario's first strategy would plan in runs of their own seeds.",
            Key.of("jobs", Shape.whole(2, 64), "Of a window: others are not looked at.")
                    .fallback("16"),
            Key.of("lessons", Shape.whole(1, MOST), "Windows that are learnt from.")
                    .fallback("1000"),
            Key.of(
                            "validation",
                            Shape.whole(1, MOST),
                            "Windows by which the best pass is chosen; none of those learnt from.")
                    .fallback("200"),
            Key.of("tests", Shape.whole(2, MOST), "Windows that the result is tested on; none of the others.")
                    .fallback("200"),
            Key.of("work", Shape.whole(1, Integer.MAX_VALUE), "Units of work of the exact solver for a window.")
                    .fallback("5000000"),
            Key.of("width", Shape.whole(1, 256), "Numbers by which the network represents a job.")
                    .fallback("32"),
            Key.of("hidden", Shape.whole(1, 1024), "Size of its hidden layers.").fallback("64"),
            Key.of("blocks", Shape.whole(1, 4), "Of its encoder, and of its decoder.")
                    .fallback("1"),
            Key.of(
                            "rounds",
                            Shape.whole(1, MOST),
                            "In the first it imitates optimal orders, in the others it is corrected in its own as well; it is"
                                    + " validated after each.")
                    .fallback("4"),
            Key.of("passes", Shape.whole(1, MOST), "Of a round over all lessons.")
                    .fallback("5"),
            Key.of("batch", Shape.whole(1, MOST), "Windows of a gradient.").fallback("32"),
            Key.of("rate", Shape.number(0, 1), "Learning rate; it falls to 0 in a line.")
                    .fallback("0.002"),
            Key.of(
                            "alternatives",
                            Shape.whole(0, 256),
                            "Orders that are tried beside the first that the network emits, where it is validated and tested.")
                    .fallback("0"));

    private WindowSection() {}
}
