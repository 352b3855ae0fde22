package io.berth.core.workload;

/**
 * An amount of a resource that Berth knows by its name alone, such as {@code example.com/licence: 2}: whole units, of which a node
 * has some and a task takes some.
 *
 * @param name as Kubernetes names extended resources: a domain, a slash, a name
 * @param amount from 0
 */
public record ExtendedResource(String name, long amount) implements Comparable<ExtendedResource> {
    public ExtendedResource {
        int slash = name.indexOf('/');
        if (slash < 1 || slash == name.length() - 1 || !name.chars().allMatch(ExtendedResource::isPlain)) {
            throw new IllegalArgumentException("The resource (" + name
                    + ") needs a name such as example.com/licence: a domain, a slash and a name, without spaces.");
        }
        if (amount < 0) {
            throw new IllegalArgumentException("The amount (" + amount + ") of " + name + " must not be negative.");
        }
    }

    @Override
    public int compareTo(ExtendedResource other) {
        return name.compareTo(other.name);
    }

    private static boolean isPlain(int character) {
        return character > ' ' && character < 127 && character != '"' && character != ',';
    }
}
