package io.berth.sim.trace;

/**
 * One row that cannot be read; the table turns it into the input exception, or counts it where rows may be skipped.
 * Never leaves this package.
 */
public final class BadRow extends RuntimeException {
    private final String column;
    private final int entry;
    private final String value;
    private final String fault;
    private final String allowed;

    /**
     * @param column where; empty for the row as a whole
     * @param value what stands there
     * @param fault what is wrong with it, without the value: rows are counted by column and fault
     * @param allowed what may stand there
     */
    public BadRow(String column, String value, String fault, String allowed) {
        this(column, 0, value, fault, allowed);
    }

    /** The same in entry {@code entry} of a row that is a list, from 1. */
    public BadRow(String column, int entry, String value, String fault, String allowed) {
        super(fault, null, false, false);
        this.column = column;
        this.entry = entry;
        this.value = value;
        this.fault = fault;
        this.allowed = allowed;
    }

    /** The column, with the entry where there is one. */
    String where() {
        return entry == 0 ? column : column + " entry " + entry;
    }

    String value() {
        return value;
    }

    String fault() {
        return fault;
    }

    String allowed() {
        return allowed;
    }

    /** What rows are counted by. */
    String reason() {
        return column.isEmpty() ? fault : column + " " + fault;
    }
}
