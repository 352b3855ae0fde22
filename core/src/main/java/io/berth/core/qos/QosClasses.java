package io.berth.core.qos;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The classes that somebody declared; where none are, what jobs say of theirs is a name alone. */
public final class QosClasses {
    private final TreeMap<String, QosClass> byName = new TreeMap<>();
    private List<QosClass> declared = List.of();
    private long version;

    /**
     * From now on there are {@code classes}, and no others.
     *
     * @throws IllegalArgumentException where two have one name
     */
    public void declare(List<QosClass> classes) {
        check(classes);
        declared = List.copyOf(classes);
        byName.clear();
        declared.forEach(one -> byName.put(one.name(), one));
        version++;
    }

    /** @throws IllegalArgumentException where two have one name, or one has none */
    public static void check(List<QosClass> classes) {
        List<String> names = new ArrayList<>();
        for (QosClass one : classes) {
            if (one.name().isEmpty() || names.contains(one.name())) {
                throw new IllegalArgumentException(
                        "Each class of jobs needs a name of its own; (" + one.name() + ") is none.");
            }
            names.add(one.name());
        }
    }

    /** In the order in which they were declared. */
    public List<QosClass> declared() {
        return declared;
    }

    /** True where there are some. */
    public boolean any() {
        return !declared.isEmpty();
    }

    /** Rises with each declaration. */
    public long version() {
        return version;
    }

    /** That of a job that says {@code name}; {@link QosClass#NONE} where it says nothing, or none are declared; null for one that there is not. */
    public @Nullable QosClass of(String name) {
        return name.isEmpty() || !any() ? QosClass.NONE : byName.get(name);
    }
}
