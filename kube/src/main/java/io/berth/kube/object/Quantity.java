package io.berth.kube.object;

import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;

/** Amounts as Kubernetes writes them: {@code 100m}, {@code 1.5}, {@code 2Gi}, {@code 1e3} (k8s.io/apimachinery, pkg/api/resource). */
public final class Quantity {
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);
    /** More are taken for no number, as reading them takes time. */
    private static final int MOST_DIGITS = 64;
    /** A number takes as much memory as its power says; of so few digits, one of this power is beyond all amounts already. */
    private static final int MOST_POWER = 100;

    private static final int HELD_DIGITS = 9;

    private static final String DECIMAL = "kMGTPE";
    private static final String BINARY = "KMGTPE";

    private Quantity() {}

    /** Whole units, rounded up, away from zero. */
    public static long whole(String quantity) {
        return amount(quantity, 0);
    }

    /** Thousandths, rounded up, away from zero. */
    public static long milli(String quantity) {
        return amount(quantity, 3);
    }

    /** The larger of both; one that is no quantity is larger than all that are. */
    static String larger(String one, String other) {
        if (one.equals(other)) {
            return one;
        }
        try {
            return exact(one).compareTo(exact(other)) >= 0 ? one : other;
        } catch (IllegalArgumentException e) {
            return readable(one) ? other : one;
        }
    }

    private static boolean readable(String quantity) {
        try {
            exact(quantity);
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** {@code resource Quantity}, as the value of an entry. */
    public static void entry(Message message, Map<String, String> into) {
        String resource = message.entry(into, "0", value -> value.message(Quantity::text));
        if (!named(resource)) {
            throw new MalformedException("\"" + resource + "\" is no name of a resource");
        }
    }

    /** An amount in {@code field} of a message that names its resource before all else; empty where there is none of it. */
    static Map<String, String> named(Message message, int field) {
        String resource = "";
        String quantity = "";
        for (int next = message.next(); next != 0; next = message.next()) {
            if (next == 1) {
                resource = message.text();
            } else if (next == field) {
                quantity = message.message(Quantity::text);
            } else {
                message.skip();
            }
        }
        return resource.isEmpty() || quantity.isEmpty() || !named(resource) ? Map.of() : Map.of(resource, quantity);
    }

    private static String text(Message quantity) {
        String text = quantity.only(1);
        return text.isEmpty() ? "0" : text;
    }

    private static boolean named(String resource) {
        for (int i = 0; i < resource.length(); i++) {
            char at = resource.charAt(i);
            boolean plain = at >= 'a' && at <= 'z' || at >= 'A' && at <= 'Z' || at >= '0' && at <= '9';
            boolean inside = "-_./".indexOf(at) >= 0 && i > 0 && i < resource.length() - 1;
            if (!plain && !inside) {
                return false;
            }
        }
        return true;
    }

    /** @throws IllegalArgumentException where it is no quantity; what is more than 63 bits hold is as much as they do */
    private static long amount(String quantity, int digits) {
        if (digits == 0 && !quantity.isEmpty() && quantity.length() < 18 && plain(quantity)) {
            return Long.parseLong(quantity);
        }
        BigDecimal exact = exact(quantity).movePointRight(digits).setScale(0, RoundingMode.UP);
        return exact.min(MOST).max(MOST.negate()).longValue();
    }

    private static boolean plain(String quantity) {
        for (int i = 0; i < quantity.length(); i++) {
            if (quantity.charAt(i) < '0' || quantity.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /**
     * As much as Kubernetes holds of it: what is less than a billionth is rounded up, away from zero, and one of a binary suffix is at most what 63
     * bits hold.
     *
     * @throws IllegalArgumentException where it is no quantity
     */
    public static BigDecimal held(String quantity) {
        BigDecimal exact = exact(quantity);
        if (exact.scale() > HELD_DIGITS) {
            exact = exact.setScale(HELD_DIGITS, RoundingMode.UP);
        }
        return quantity.endsWith("i") ? exact.min(MOST).max(MOST.negate()) : exact;
    }

    /**
     * As much as it says.
     *
     * @throws IllegalArgumentException where it is no quantity
     */
    public static BigDecimal exact(String quantity) {
        int end = 0;
        boolean digits = false;
        while (end < quantity.length() && "+-.0123456789".indexOf(quantity.charAt(end)) >= 0) {
            digits |= quantity.charAt(end) >= '0';
            end++;
        }
        try {
            if (quantity.isEmpty() || end > MOST_DIGITS) {
                throw new NumberFormatException("of " + end + " digits");
            }
            // Kubernetes takes a suffix alone for nothing of it.
            String number = quantity.substring(0, end) + (digits ? "" : "0");
            return scaled(new BigDecimal(number), quantity.substring(end));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "\"" + shown(quantity) + "\" is no quantity, such as 100m, 1.5 or 2Gi", e);
        }
    }

    private static String shown(String quantity) {
        return quantity.length() > MOST_DIGITS ? quantity.substring(0, MOST_DIGITS) + "…" : quantity;
    }

    private static BigDecimal scaled(BigDecimal number, String suffix) {
        if (suffix.isEmpty()) {
            return number;
        }
        if (suffix.length() == 2 && suffix.charAt(1) == 'i' && BINARY.indexOf(suffix.charAt(0)) >= 0) {
            int power = BINARY.indexOf(suffix.charAt(0)) + 1;
            return number.multiply(new BigDecimal(BigInteger.ONE.shiftLeft(10 * power)));
        }
        if (suffix.length() > 1 && (suffix.charAt(0) == 'e' || suffix.charAt(0) == 'E')) {
            return number.scaleByPowerOfTen(
                    Math.clamp(Integer.parseInt(suffix, 1, suffix.length(), 10), -MOST_POWER, MOST_POWER));
        }
        return switch (suffix) {
            case "n" -> number.movePointLeft(9);
            case "u" -> number.movePointLeft(6);
            case "m" -> number.movePointLeft(3);
            default -> {
                if (suffix.length() != 1 || DECIMAL.indexOf(suffix.charAt(0)) < 0) {
                    throw new NumberFormatException(suffix);
                }
                yield number.movePointRight(3 * (DECIMAL.indexOf(suffix.charAt(0)) + 1));
            }
        };
    }
}
