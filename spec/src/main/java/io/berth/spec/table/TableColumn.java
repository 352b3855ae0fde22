package io.berth.spec.table;

/**
 * A column of a table.
 *
 * @param head what stands above it
 * @param least to how many columns of the terminal it may be cut where the window is narrow
 * @param spare whether, and how soon, it is left out where even that is too wide: 0 for never, else the greatest goes first
 */
public record TableColumn(String head, int least, int spare) {
    /** One that is cut where there is no room, and never left out. */
    public static TableColumn text(String head) {
        return new TableColumn(head, 4, 0);
    }
}
