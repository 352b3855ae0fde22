package io.berth.kube.claim;

import java.util.List;
import java.util.Set;

/** A value that a device says of itself. */
public sealed interface Attribute {
    record Whole(long value) implements Attribute {}

    record Flag(boolean value) implements Attribute {}

    record Text(String value) implements Attribute {}

    /** A semantic version (semver.org 2.0.0). */
    record Version(String value) implements Attribute {}

    /**
     * Several of one kind, where the server serves lists ({@code DRAListTypeAttributes}, alpha in 1.36 and 1.37).
     *
     * @param values not empty; none of them is a list
     */
    record Many(List<Attribute> values) implements Attribute {}

    /** What it is, or holds: of devices that must agree, something must be in all of these sets; of those that must differ, nothing in two. */
    default Set<Attribute> each() {
        return this instanceof Many(List<Attribute> values) ? Set.copyOf(values) : Set.of(this);
    }
}
