package io.berth.optimize.file.unit;

import io.berth.spec.input.InputException;
import io.berth.spec.input.Tree;
import java.math.BigDecimal;

/** A number that somebody wrote, or that follows from some, and where it stands. */
public record Cell(Tree origin, Ratio number) {
    /** Characters of a number that somebody counts with. */
    private static final int LONGEST = 40;

    private static final int LARGEST_SCALE = 99;

    public static Cell of(Tree tree) {
        String text = tree.text();
        if (text.length() > LONGEST) {
            throw InputException.at(
                    tree, "must be a number of at most " + LONGEST + " characters, but is " + tree.describe());
        }
        BigDecimal decimal = new BigDecimal(text);
        if (Math.abs((long) decimal.scale()) > LARGEST_SCALE) {
            throw InputException.at(tree, "is out of range: " + tree.describe());
        }
        return new Cell(tree, Ratio.of(decimal));
    }
}
