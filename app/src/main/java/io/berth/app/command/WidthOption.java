package io.berth.app.command;

import io.berth.sim.report.TextTable;
import picocli.CommandLine.Option;

/** How wide the tables of a command may be: as wide as the terminal, {@link TextTable#USUAL_WIDTH} columns elsewhere. */
public final class WidthOption {
    @Option(
            names = "--wide",
            description = "Show all columns of the tables, however wide; otherwise those that fit the terminal, or 100"
                    + " columns.")
    private boolean wide;

    /** Columns of text; {@link TextTable#WIDE} for any. */
    public int columns(Output output) {
        int window = Window.of(output).width();
        return wide ? TextTable.WIDE : window == 0 ? TextTable.USUAL_WIDTH : window;
    }
}
