package io.berth.kube.device;

import io.berth.kube.claim.DeviceClaim.Consumer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which claims say that somebody uses them, whether he is there or not. */
public final class ClaimUsers {
    private final Map<String, List<Consumer>> byClaim = new HashMap<>();
    /** Claims by the UIDs of those who use them. */
    private final Map<String, Set<String>> byUser = new HashMap<>();

    /** Claim {@code key} says that {@code now} use it; the UIDs of those of whom it said so before. */
    public List<String> put(String key, List<Consumer> now) {
        List<Consumer> had = now.isEmpty() ? byClaim.remove(key) : byClaim.put(key, now);
        List<String> before =
                had == null ? List.of() : had.stream().map(Consumer::uid).toList();
        for (String uid : before) {
            Set<String> left = byUser.get(uid);
            if (left != null && left.remove(key) && left.isEmpty()) {
                byUser.remove(uid);
            }
        }
        now.forEach(
                user -> byUser.computeIfAbsent(user.uid(), _ -> new HashSet<>()).add(key));
        return before;
    }

    /** The claims that say that {@code uid} uses them. */
    public Set<String> of(String uid) {
        return byUser.getOrDefault(uid, Set.of());
    }
}
