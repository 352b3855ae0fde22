package io.berth.app.kube;

import java.util.Map;

/** What would turn a "no" into a "yes", in words for owners of pods. */
final class CureText {
    /** By the words of the API, which are those of {@link io.berth.core.decision.Cure}. */
    private static final Map<String, String> WORDS = Map.of(
            "never", "another node, or a pod that asks for less: no node of this cluster could ever hold it",
            "on_release", "pods that end: what they hold is enough",
            "on_preemption", "a strategy that preempts: pods that it goes before hold the room",
            "at_time", "time: it is tried again then",
            "by_operator", "somebody who releases it");

    private CureText() {}

    static String of(String cure) {
        return WORDS.getOrDefault(cure, cure);
    }
}
