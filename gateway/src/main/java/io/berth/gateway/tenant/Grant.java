package io.berth.gateway.tenant;

import io.berth.gateway.setting.TenantSettings.Price;
import org.jspecify.annotations.Nullable;

/** That a request may go on, or why not. Whoever has one that may says once how it ended; what is said later counts for nothing. */
public final class Grant {
    private final Account account;
    private final Ask ask;
    private final Price price;
    private final @Nullable Denial denial;
    private final double reserved;
    private boolean ended;

    /** @param reserved tokens that were taken of the minute */
    Grant(Account account, Ask ask, Price price, @Nullable Denial denial, double reserved) {
        this.account = account;
        this.ask = ask;
        this.price = price;
        this.denial = denial;
        this.reserved = reserved;
        ended = denial != null;
    }

    /** Why it may not; null where it may. */
    public @Nullable Denial denial() {
        return denial;
    }

    /** What it was expected to take. */
    public Ask ask() {
        return ask;
    }

    /** It took that many tokens. */
    public void took(long input, long output) {
        if (!ended) {
            ended = true;
            account.took(this, input, output);
        }
    }

    /** It came to nothing, for which its tenant is not to blame. */
    public void back() {
        if (!ended) {
            ended = true;
            account.back(this);
        }
    }

    Price price() {
        return price;
    }

    double reserved() {
        return reserved;
    }
}
