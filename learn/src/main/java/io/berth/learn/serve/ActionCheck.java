package io.berth.learn.serve;

/** Whether an action may be taken. */
final class ActionCheck {
    private ActionCheck() {}

    /**
     * @param environment whose action it is
     * @param count how many actions there are, whose flags stand in {@code allowed} from {@code offset}
     * @throws RefusedException where {@code action} is none of them or is not allowed
     */
    static void require(int environment, int action, int count, boolean[] allowed, int offset) {
        if (action < 0 || action >= count) {
            throw new RefusedException(
                    Refusal.NO_SUCH_ACTION,
                    environment,
                    "Action " + action + " of environment " + environment + " is none; there are 0 to " + (count - 1)
                            + ".");
        }
        if (!allowed[offset + action]) {
            throw new RefusedException(
                    Refusal.ACTION_NOT_ALLOWED,
                    environment,
                    "Action " + action + " of environment " + environment + " is not allowed now; its mask allows "
                            + allowed(count, allowed, offset) + ".");
        }
    }

    /** The allowed actions, the first few of them where they are many. */
    private static String allowed(int count, boolean[] allowed, int offset) {
        StringBuilder text = new StringBuilder();
        int named = 0;
        for (int action = 0; action < count; action++) {
            if (!allowed[offset + action]) {
                continue;
            }
            if (named == 8) {
                return text.append(" and more").toString();
            }
            text.append(named++ == 0 ? "" : ", ").append(action);
        }
        return named == 0 ? "none" : text.toString();
    }
}
