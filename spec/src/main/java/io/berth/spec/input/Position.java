package io.berth.spec.input;

/**
 * Where a piece of text stands.
 *
 * @param source the name of the text, usually a file as the user named it
 * @param line from 1; 0 where lines mean nothing, as in an override on the command line
 * @param column from 1; 0 likewise
 */
public record Position(String source, int line, int column) {
    /** A position that is only the text's name. */
    public static Position of(String source) {
        return new Position(source, 0, 0);
    }

    @Override
    public String toString() {
        return line == 0 ? source : source + ":" + line + ":" + column;
    }
}
