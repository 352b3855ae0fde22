package io.berth.core.scale;

import io.berth.core.scale.rule.ScaleSpec;

/**
 * The formula of Kubernetes' HorizontalPodAutoscaler: as many times the servers as their mean is the target, rounded up, and nothing where that is within a
 * tolerance. Servers that start count as idle where there should be more, and change nothing where that would turn the answer round. Fewer are wanted only
 * once no larger number was right for a while; more are at most twice as many at once, or four more.
 *
 * <p>Source: kubernetes.io, Horizontal Pod Autoscaling (algorithm details; default behaviour: 100 % or 4 pods in 15 s upwards, 300 s of stabilisation downwards).
 */
final class TargetUtilisation implements Scaler {
    private static final int MORE = 4;
    private static final int TIMES = 2;

    private final double target;
    private final ScaleSpec.Kubernetes spec;
    private final Recent recent;
    private int right;

    TargetUtilisation(double target, ScaleSpec.Kubernetes spec) {
        this.target = target;
        this.spec = spec;
        recent = new Recent(spec.stabilisationNanos());
    }

    @Override
    public int wanted(Sight sight) {
        right = right(sight);
        int wanted = recent.wanted(sight, right);
        int current = sight.current();
        return StrictMath.min(wanted, StrictMath.max(TIMES * current, current + MORE));
    }

    @Override
    public Basis basis() {
        return new Basis(right, Double.NaN);
    }

    private int right(Sight sight) {
        if (sight.ready() == 0) {
            return sight.current();
        }
        double sum = (double) (sight.running() + sight.waiting());
        double ratio = sum / (sight.ready() * target);
        if (ratio <= 1 || sight.starting() == 0) {
            return near(ratio) ? sight.current() : (int) StrictMath.ceil(ratio * sight.ready());
        }
        double damped = sum / (sight.current() * target);
        return near(damped) || damped < 1 ? sight.current() : (int) StrictMath.ceil(damped * sight.current());
    }

    private boolean near(double ratio) {
        return ratio >= 1 - spec.tolerance() && ratio <= 1 + spec.tolerance();
    }
}
