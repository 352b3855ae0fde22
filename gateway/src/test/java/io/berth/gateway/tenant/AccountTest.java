package io.berth.gateway.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.core.time.Nanos;
import io.berth.gateway.setting.TenantSettings.Price;
import io.berth.gateway.setting.TenantSpec.Allowance;
import io.berth.gateway.tenant.Denial.Reason;
import org.junit.jupiter.api.Test;

class AccountTest {
    private static final long BILLION = 1_000_000_000;
    /** A thousandth of the currency for a token of a prompt, two for one of an answer. */
    private static final Price PRICE = new Price(BILLION / 1000, BILLION / 500);

    private final ManualTime time = ManualTime.at("2026-11-29T23:59:00Z");
    private final Account account = new Account("a", 0, time);

    private Grant admit(long prompt, long output) {
        return account.admit(new Ask("m", prompt, output, 0, true), PRICE);
    }

    private static Reason reason(Grant grant) {
        Denial denial = grant.denial();
        return denial == null ? null : denial.reason();
    }

    @Test
    void withoutLimitsAllIsCountedAndNothingSaid() {
        admit(10, 20).took(11, 5);
        admit(10, 20).back();
        Grant underWay = admit(10, 20);

        Account.Figures figures = account.figures();
        assertThat(figures.total()).isEqualTo(new Counts(1, 11, 5, 0, 21 * BILLION / 1000));
        assertThat(figures.underWay()).isOne();
        assertThat(account.standing()).isEqualTo(new Standing(null, null));
        underWay.took(0, 0);
        underWay.took(7, 7);
        underWay.back();
        assertThat(account.figures().total().inputTokens()).isEqualTo(11);
        assertThat(account.figures().underWay()).isZero();
    }

    @Test
    void whatIsExpectedIsTakenAndWhatItWasIsSettled() {
        account.allow(new Allowance(10, 1000, 0, 0, 0, 0));
        Grant grant = admit(100, 400);
        assertThat(account.standing())
                .isEqualTo(new Standing(
                        new Standing.Left(10, 9, 6 * Nanos.SECOND), new Standing.Left(1000, 500, 30 * Nanos.SECOND)));
        grant.took(100, 50);
        assertThat(account.standing().tokens().remaining()).isEqualTo(850);
        admit(100, 400).back();
        assertThat(account.standing().tokens().remaining()).isEqualTo(850);
        assertThat(account.standing().requests().remaining()).isEqualTo(9);
    }

    @Test
    void aDayEndsAtMidnightAndSoDoesItsQuota() {
        account.allow(new Allowance(0, 0, 2, 1000, 0, 0));
        admit(400, 0).took(400, 0);
        Grant second = admit(500, 0);
        Grant third = admit(1, 0);
        assertThat(third.denial()).isEqualTo(new Denial(Reason.REQUESTS_PER_DAY, 2, 60 * Nanos.SECOND));
        second.back();
        assertThat(reason(admit(601, 0))).isEqualTo(Reason.TOKENS_PER_DAY);
        assertThat(account.standing().tokens()).isEqualTo(new Standing.Left(1000, 600, 60 * Nanos.SECOND));
        time.seconds(60);
        assertThat(reason(admit(5000, 0)))
                .as("larger than the limit, and nothing taken")
                .isNull();
        assertThat(reason(admit(1, 0))).isEqualTo(Reason.TOKENS_PER_DAY);
    }

    @Test
    void budgetsOfTheDayAndOfTheMonth() {
        account.allow(new Allowance(0, 0, 0, 0, BILLION, 3 * BILLION / 2));
        admit(800, 0).took(800, 0);
        assertThat(reason(admit(0, 101))).isEqualTo(Reason.BUDGET_PER_DAY);
        admit(0, 100).took(0, 100);
        assertThat(account.figures().dayCost()).isEqualTo(BILLION);
        time.seconds(60);
        admit(500, 0).took(500, 0);
        Denial denial = admit(1, 0).denial();
        assertThat(denial.reason()).isEqualTo(Reason.BUDGET_PER_MONTH);
        assertThat(denial.retryNanos()).isEqualTo(24 * 3600 * Nanos.SECOND);
        time.seconds(24 * 3600);
        assertThat(reason(admit(1, 0))).isNull();
        assertThat(account.figures().monthCost()).isZero();
        assertThat(account.figures().refused().get(Reason.BUDGET_PER_MONTH.ordinal()))
                .isOne();
    }

    @Test
    void whatIsUnderWayCountsForTheBudget() {
        account.allow(new Allowance(0, 0, 0, 0, BILLION, 0));
        Grant grant = admit(600, 0);
        assertThat(reason(admit(600, 0))).isEqualTo(Reason.BUDGET_PER_DAY);
        grant.took(100, 0);
        assertThat(reason(admit(600, 0))).isNull();
    }

    @Test
    void ofMinuteAndDayTheOneWithLessLeftIsSaid() {
        account.allow(new Allowance(5, 0, 100, 0, 0, 0));
        assertThat(account.standing().requests().limit()).isEqualTo(5);
        account.allow(new Allowance(5, 0, 3, 0, 0, 0));
        assertThat(account.standing().requests()).isEqualTo(new Standing.Left(3, 3, 60 * Nanos.SECOND));
    }

    @Test
    void aRequestThatEndsAfterMidnightIsOfTheNewDay() {
        account.allow(new Allowance(0, 0, 10, 0, 0, 0));
        Grant grant = admit(10, 10);
        time.seconds(61);
        grant.took(10, 10);
        assertThat(account.lines())
                .containsExactly(new UsageLine(20_787, "a", "m", new Counts(1, 10, 10, 0, 30 * BILLION / 1000)));
        assertThat(account.standing().requests().remaining()).isEqualTo(9);
    }
}
