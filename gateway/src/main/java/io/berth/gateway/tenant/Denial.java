package io.berth.gateway.tenant;

/**
 * Why a request may not go on.
 *
 * @param limit what there is at most of what it wants
 * @param retryNanos after which it may; 0 for never
 */
public record Denial(Reason reason, long limit, long retryNanos) {
    /** What its tenant has not, or has no more of. */
    public enum Reason {
        MODEL("model"),
        REQUESTS_PER_MINUTE("requests per minute"),
        TOKENS_PER_MINUTE("tokens per minute"),
        REQUESTS_PER_DAY("requests per day"),
        TOKENS_PER_DAY("tokens per day"),
        BUDGET_PER_DAY("cost per day"),
        BUDGET_PER_MONTH("cost per month");

        private final String words;

        Reason(String words) {
            this.words = words;
        }

        /** For people. */
        public String words() {
            return words;
        }

        /** For figures. */
        public String label() {
            return words.replace(' ', '_');
        }

        /** Whether it is money that there is none of. */
        public boolean budget() {
            return this == BUDGET_PER_DAY || this == BUDGET_PER_MONTH;
        }
    }
}
