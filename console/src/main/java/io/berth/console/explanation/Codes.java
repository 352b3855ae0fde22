package io.berth.console.explanation;

import io.berth.core.explain.ForeignCodes;
import org.jspecify.annotations.Nullable;

/**
 * What others call a reason, for programs that know their words; null where they have none for it.
 *
 * @param kueue the reason of a condition {@code QuotaReserved} that is False (Kueue, KEP-10852), such as {@code WaitingForQuota}
 * @param kubeScheduler what kube-scheduler says of nodes, such as {@code Insufficient nvidia.com/gpu}
 * @param device HAMi's code, such as {@code CardInsufficientMemory}
 */
public record Codes(
        @Nullable String kueue,
        @Nullable String kubeScheduler,
        @Nullable String device) {
    static Codes of(ForeignCodes codes) {
        return new Codes(given(codes.kueue()), given(codes.kubeScheduler()), given(codes.device()));
    }

    private static @Nullable String given(String code) {
        return code.isEmpty() ? null : code;
    }
}
