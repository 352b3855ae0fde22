package io.berth.kube.claim;

import io.berth.kube.wire.Message;

/** Why a device is not for everybody. One of an effect that this program does not know has none. */
public record DeviceTaint(String key, String value, Effect effect) {
    /** What becomes of claims that do not tolerate it. */
    public enum Effect {
        NONE,
        NO_SCHEDULE,
        NO_EXECUTE
    }

    /** {@code DeviceTaint}, of whatever version. */
    public static DeviceTaint read(Message message) {
        String key = "";
        String value = "";
        String effect = "";
        for (int field = message.next(); field != 0; field = message.next()) {
            switch (field) {
                case 1 -> key = message.text();
                case 2 -> value = message.text();
                case 3 -> effect = message.text();
                default -> message.skip();
            }
        }
        return new DeviceTaint(
                key,
                value,
                switch (effect) {
                    case "NoSchedule" -> Effect.NO_SCHEDULE;
                    case "NoExecute" -> Effect.NO_EXECUTE;
                    default -> Effect.NONE;
                });
    }
}
