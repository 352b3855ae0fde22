package io.berth.core.workload.term;

/**
 * How fast a job is on devices of one model.
 *
 * @param model the model's name
 * @param millionths of the speed that its timing is told for; above 0
 */
public record ModelSpeed(String model, long millionths) {
    public ModelSpeed {
        if (millionths <= 0 || millionths > RunProfile.MOST) {
            throw new IllegalArgumentException("The speed of a job on (" + model + "), " + millionths
                    + " millionths, must be above 0 and at most " + RunProfile.MOST + ".");
        }
    }
}
