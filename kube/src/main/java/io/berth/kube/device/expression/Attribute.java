package io.berth.kube.device.expression;

/** A value that a device says of itself. */
public sealed interface Attribute {
    /** A whole number. */
    record Whole(long value) implements Attribute {}

    /** Whether something is so. */
    record Flag(boolean value) implements Attribute {}

    /** Any text. */
    record Text(String value) implements Attribute {}

    /** A version by the rules of semver.org, such as {@code 550.54.15}. */
    record Version(String value) implements Attribute {}
}
