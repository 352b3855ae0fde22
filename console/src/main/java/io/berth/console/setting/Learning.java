package io.berth.console.setting;

/** What learns beside the system that is served; whoever put the system together fills it. */
public interface Learning {
    /** Of a system beside which nothing learns. */
    Learning NONE = new Learning() {
        @Override
        public Object status() {
            throw new NotLearningException(
                    "learn: this Berth does not learn; learn: {active: true} in its --config file does it");
        }

        @Override
        public Object begin() {
            return status();
        }

        @Override
        public Object stop() {
            return status();
        }
    };

    /**
     * How it stands, as a document.
     *
     * @throws NotLearningException where nothing learns, or what does cannot be asked
     */
    Object status();

    /** Learns again; how it stands then. */
    Object begin();

    /** The strategy without anything learnt holds when this returns; how it stands then. */
    Object stop();
}
