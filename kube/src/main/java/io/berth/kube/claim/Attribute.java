package io.berth.kube.claim;

/** A value that a device says of itself. */
public sealed interface Attribute {
    record Whole(long value) implements Attribute {}

    record Flag(boolean value) implements Attribute {}

    record Text(String value) implements Attribute {}

    /** A semantic version (semver.org 2.0.0). */
    record Version(String value) implements Attribute {}
}
