package io.berth.learn.environment;

/** Another environment in everything that a test does not change. */
public abstract class EnvironmentAround implements Environment {
    protected final Environment inner;

    protected EnvironmentAround(Environment inner) {
        this.inner = inner;
    }

    @Override
    public Mdp mdp() {
        return inner.mdp();
    }

    @Override
    public void reset(long seed) {
        inner.reset(seed);
    }

    @Override
    public void observe(float[] into, int offset) {
        inner.observe(into, offset);
    }

    @Override
    public void mask(boolean[] into, int offset) {
        inner.mask(into, offset);
    }

    @Override
    public double step(int action) {
        return inner.step(action);
    }

    @Override
    public boolean over() {
        return inner.over();
    }

    @Override
    public boolean truncated() {
        return inner.truncated();
    }

    @Override
    public Figures figures() {
        return inner.figures();
    }
}
