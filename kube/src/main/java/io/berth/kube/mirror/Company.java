package io.berth.kube.mirror;

import io.berth.kube.object.Pod;
import java.util.Collection;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * With whom a pod starts: who starts together may share a claim that has no devices yet.
 *
 * @param gang true where it starts with others of its gang
 * @param uids of those who start with it, itself among them; empty where that is not known yet
 */
public record Company(boolean gang, Set<String> uids) {
    /** By itself. */
    public static final Company NONE = new Company(false, Set.of());

    /** With others of its gang, whoever they will be. */
    public static final Company GANG = new Company(true, Set.of());

    /** With {@code pods}, which are of one gang. */
    public static Company of(Collection<Pod> pods) {
        return ofUids(pods.stream().map(pod -> pod.meta().uid()).toList());
    }

    /** With the pods of {@code uids}. */
    public static Company ofUids(Collection<String> uids) {
        return uids.size() < 2 ? NONE : new Company(true, uids.stream().collect(Collectors.toUnmodifiableSet()));
    }
}
