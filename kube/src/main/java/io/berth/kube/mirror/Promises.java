package io.berth.kube.mirror;

import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.DeviceClaim;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The devices that claims without any were promised for pods which start, until the claims have them. Of one thread at a time. */
final class Promises {
    private final Map<String, Promise> byClaim = new HashMap<>();

    /**
     * What one claim gets.
     *
     * @param pods the UIDs of those who start together and use it
     * @param written completed when the claim has it: empty, or why it does not get it
     */
    record Promise(Set<String> pods, Allocation allocation, CompletableFuture<String> written) {}

    /** That of {@code claim}; null for none. */
    @Nullable
    Promise of(DeviceClaim claim) {
        return byClaim.get(claim.meta().uid());
    }

    Promise put(DeviceClaim claim, Collection<String> pods, Allocation allocation) {
        Promise made = new Promise(new HashSet<>(pods), allocation, new CompletableFuture<>());
        byClaim.put(claim.meta().uid(), made);
        return made;
    }

    /** {@code claim} has its devices, or is gone. */
    void drop(DeviceClaim claim) {
        byClaim.remove(claim.meta().uid());
    }

    /** The pod of {@code uid} does not start; true where nobody is left to whom {@code claim} was promised. */
    boolean release(DeviceClaim claim, String uid) {
        Promise promise = of(claim);
        boolean last = promise != null && promise.pods.remove(uid) && promise.pods.isEmpty();
        if (last) {
            drop(claim);
        }
        return last;
    }

    /** One start of pods: a claim that several of them use is written for all of them, by the first. */
    static final class Start {
        private final Company company;
        private final Map<String, CompletableFuture<String>> written = new HashMap<>();
        private final Set<String> claims = new HashSet<>();

        /** @param uids of the pods that start */
        Start(List<String> uids) {
            this.company = new Company(true, Set.copyOf(uids));
        }

        Company company() {
            return company;
        }

        /** True where nobody writes {@code claim} yet. */
        boolean first(DeviceClaim claim) {
            return claims.add(claim.meta().uid());
        }

        /** Completed when {@code claim}, which has its devices already, says who uses it. */
        CompletableFuture<String> written(DeviceClaim claim) {
            return written.computeIfAbsent(claim.meta().uid(), _ -> new CompletableFuture<>());
        }
    }
}
