package io.berth.sim.trace.request;

import io.berth.sim.trace.BadRow;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.input.Tree;
import io.berth.spec.json.JsonReader;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A line of what {@code berth gateway --record} writes, as all who read such files take it. */
public final class RecordLine {
    private static final String ALLOWED = "a line of berth gateway --record";

    private RecordLine() {}

    /**
     * Hands the request of {@code line} to {@code requests}, where it is one of a server: heads and what was no request ({@code invalid})
     * are none.
     *
     * @param requests may throw what is wrong with a row
     * @return what is wrong with the line; null for nothing
     */
    public static @Nullable BadRow read(String line, Consumer<Tree> requests) {
        try {
            Tree row = JsonReader.read(Source.text("line", line));
            if (row.get("berth_gateway_record") == null
                    && !"invalid".equals(row.require("outcome").text())) {
                requests.accept(row);
            }
            return null;
        } catch (BadRow bad) {
            return bad;
        } catch (InputException e) {
            return new BadRow("", "", e.problem(), ALLOWED);
        }
    }

    /**
     * What {@code row} has as {@code key}, a number from 0 to {@code most}.
     *
     * @throws BadRow where it is none
     */
    public static double number(Tree row, String key, double most) {
        return number(row.require(key), most, key);
    }

    /** The same of a value that stands under {@code key}. */
    static double number(Tree value, double most, String key) {
        String text = value.text();
        try {
            double number = Double.parseDouble(text);
            if (number >= 0 && number <= most) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The same words as for one that is too large.
        }
        throw new BadRow(key, text, "is no such number", "a number from 0 on");
    }
}
