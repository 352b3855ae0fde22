package io.berth.app.command;

import io.berth.app.option.Arguments;
import io.berth.app.option.Option;
import io.berth.sim.report.TextTable;

/** How wide the tables of a command may be: as wide as the terminal, {@link TextTable#USUAL_WIDTH} columns elsewhere. */
public final class WidthOption {
    public static final Option OPTION = Option.flag(
            "--wide",
            "Show all columns of the tables, however wide; otherwise those that fit the terminal, or 100 columns.");

    private WidthOption() {}

    /** Columns of text; {@link TextTable#WIDE} for any. */
    public static int columns(Arguments typed, Output output) {
        if (typed.flag(OPTION.name())) {
            return TextTable.WIDE;
        }
        int window = Window.of(output).width();
        return window == 0 ? TextTable.USUAL_WIDTH : window;
    }
}
