package io.berth.core.workload.term;

/**
 * What a job is worth on devices of one model.
 *
 * @param model the model's name
 * @param millionths of what it is worth where nothing is told; above 0
 */
public record ModelUtility(String model, long millionths) {
    public ModelUtility {
        if (millionths <= 0 || millionths > RunProfile.MOST) {
            throw new IllegalArgumentException("The utility of a job on (" + model + "), " + millionths
                    + " millionths, must be above 0 and at most " + RunProfile.MOST + ".");
        }
    }
}
