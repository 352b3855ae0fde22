package io.berth.kube.volume;

import io.berth.kube.object.Quantity;
import io.berth.kube.wire.Message;
import java.math.BigDecimal;
import java.util.Map;

/** Sizes of volumes: quantities of bytes under the name {@code storage}. */
final class Sizes {
    private static final String STORAGE = "storage";

    private Sizes() {}

    /** {@code v1 VolumeResourceRequirements}. */
    static String requested(Message message) {
        Map<String, String> requests = Message.texts();
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == 2) {
                Quantity.entry(message, requests);
            } else {
                message.skip();
            }
        }
        return of(requests);
    }

    static String of(Map<String, String> amounts) {
        return amounts.getOrDefault(STORAGE, "0");
    }

    /** Below 0 where {@code one} is less than {@code other}; what is no quantity is less than all. */
    static int compare(String one, String other) {
        return exact(one).compareTo(exact(other));
    }

    private static BigDecimal exact(String quantity) {
        try {
            return Quantity.exact(quantity);
        } catch (IllegalArgumentException e) {
            return BigDecimal.valueOf(Long.MIN_VALUE);
        }
    }
}
