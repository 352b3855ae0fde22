package io.berth.core.pace;

/** How fast a job is on devices of {@code model}, and how that is known. */
public record SpeedOn(String model, Learnt speed) {
    /** In words: {@code 0.30 on T4, of 12 jobs like it (± 8 %)}. */
    public String text() {
        String times = String.valueOf(StrictMath.round(speed.millionths() / 10_000.0) / 100.0);
        String jobs = speed.count() == 1 ? "1 job" : speed.count() + " jobs";
        String spread = speed.count() < 2 ? "" : " (± " + StrictMath.round(100 * speed.spread()) + " %)";
        return times + " on " + model
                + switch (speed.from()) {
                    case TOLD -> ", as it says";
                    case MEASURED -> ", where it told of its progress";
                    case ALIKE -> ", of " + jobs + " like it" + spread;
                    case OTHERS -> ", of what other jobs gain there";
                    case CHIP -> ", by what the makers say of the chips";
                    case NOTHING -> ": nothing is known";
                };
    }
}
