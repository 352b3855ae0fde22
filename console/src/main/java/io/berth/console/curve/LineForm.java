package io.berth.console.curve;

/** How the values of a line are found. */
interface LineForm {
    /** What {@code line} says; {@link Sample#NONE} where it says nothing. */
    Sample read(String line);
}
