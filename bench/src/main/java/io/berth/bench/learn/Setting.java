package io.berth.bench.learn;

/**
 * What is learnt in one measurement.
 *
 * @param batch samples of a step; 0 for all
 * @param passes over all samples, for actor and critic each
 */
record Setting(int batch, int passes) {
    /** One update of the published protocol. */
    static final Setting EPOCH = new Setting(0, 80);

    /** Of {@code BATCH:PASSES}, or {@code epoch}. */
    static Setting parse(String text) {
        if (text.equals("epoch")) {
            return EPOCH;
        }
        String[] parts = text.split(":");
        return new Setting(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
    }

    @Override
    public String toString() {
        return equals(EPOCH) ? "epoch (80 + 80)" : (batch == 0 ? "all" : "batch " + batch) + " x " + passes;
    }
}
