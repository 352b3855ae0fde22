package io.berth.kube.claim;

import io.berth.kube.object.Quantity;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What several of the messages have in them. */
final class Parts {
    private Parts() {}

    /** {@code name} with the domain that it is in where it says none. */
    static String qualified(String name, String domain) {
        return name.indexOf('/') < 0 ? domain + "/" + name : name;
    }

    /** {@code resource Quantity}. */
    static BigDecimal amount(Message message) {
        String text = message.only(1);
        try {
            return Quantity.held(text.isEmpty() ? "0" : text);
        } catch (IllegalArgumentException e) {
            throw new MalformedException(String.valueOf(e.getMessage()), e);
        }
    }

    /** An entry of a map of quantities. */
    static void amount(Message message, Map<String, BigDecimal> into) {
        message.entry(into, BigDecimal.ZERO, value -> value.message(Parts::amount));
    }

    /** {@code v1 DeviceSelector}; one that is no expression is an empty one, which no device passes. */
    static String selector(Message message) {
        return message.each(1, cel -> cel.only(1)).stream().findFirst().orElse("");
    }

    /** {@code v1 DeviceToleration}. */
    static DeviceToleration toleration(Message message) {
        String key = "";
        String operator = "";
        String value = "";
        String effect = "";
        Long seconds = null;
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> key = message.text();
                case 2 -> operator = message.text();
                case 3 -> value = message.text();
                case 4 -> effect = message.text();
                case 5 -> seconds = message.number();
                default -> message.skip();
            }
        }
        return new DeviceToleration(key, operator, value, effect, seconds);
    }

    /**
     * {@code v1 DeviceAllocationConfiguration}, {@code DeviceClaimConfiguration} or {@code DeviceClassConfiguration}.
     *
     * @param source the field of its source, 0 for none
     * @param requests the field of the names of requests, 0 for none
     * @param device the field of what is configured
     * @param ofClass where it has no source
     */
    static Configuration configuration(Message message, int source, int requests, int device, boolean ofClass) {
        boolean fromClass = ofClass;
        List<String> names = new ArrayList<>();
        Opaque opaque = new Opaque("", "{}");
        for (int field = message.next(); field != 0; field = message.next()) {
            if (field == source) {
                fromClass = message.text().equals(Configuration.FROM_CLASS);
            } else if (field == requests) {
                names.add(message.text());
            } else if (field == device) {
                opaque = message.message(inner -> inner.each(1, Opaque::read)).stream()
                        .findFirst()
                        .orElse(opaque);
            } else {
                message.skip();
            }
        }
        return new Configuration(fromClass, List.copyOf(names), opaque.driver, opaque.parameters);
    }

    /** {@code v1 OpaqueDeviceConfiguration}. */
    private record Opaque(String driver, String parameters) {
        static Opaque read(Message message) {
            String driver = "";
            String parameters = "{}";
            for (int field = message.next(); field != 0; field = message.next()) {
                switch (field) {
                    case 1 -> driver = message.text();
                    case 2 -> parameters = message.message(Opaque::raw);
                    default -> message.skip();
                }
            }
            return new Opaque(driver, parameters);
        }

        /** {@code runtime RawExtension}. */
        private static String raw(Message message) {
            String json = "{}";
            for (int field = message.next(); field != 0; field = message.next()) {
                if (field == 1) {
                    json = new String(message.bytes(), StandardCharsets.UTF_8);
                } else {
                    message.skip();
                }
            }
            return json;
        }
    }
}
