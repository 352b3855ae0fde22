package io.berth.kube.claim;

/** Why a device is not for everybody. One of an effect that this program does not know has none. */
public record DeviceTaint(String key, String value, Effect effect) {
    /** What becomes of claims that do not tolerate it. */
    public enum Effect {
        NONE,
        NO_SCHEDULE,
        NO_EXECUTE
    }
}
