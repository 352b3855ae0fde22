package io.berth.gateway.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import io.berth.gateway.setting.TenantSettings.Price;
import io.berth.gateway.setting.TenantSpec.Allowance;
import io.berth.spec.input.InputException;
import io.berth.spec.input.Source;
import io.berth.spec.json.Json;
import io.berth.spec.json.JsonReader;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SharesTest {
    private static final long BILLION = 1_000_000_000;

    private final ManualTime time = ManualTime.at("2026-11-28T10:00:00Z");

    /** A gateway. */
    private record Place(Accounts accounts, Account account, Shares shares, long life) {}

    private Place place(long life, Allowance allowance) {
        Accounts accounts = new Accounts(time);
        Account account = accounts.of("a");
        account.allow(allowance);
        return new Place(accounts, account, new Shares(accounts, life), life);
    }

    private static void tell(Place from, Place to) {
        tell(from, to, "p" + from.life);
    }

    private static void tell(Place from, Place to, String name) {
        String text = Json.line(from.shares.told());
        to.shares.heard(name, from.life, JsonReader.read(Source.inline(name, text)));
    }

    private static Grant admit(Place at, long tokens) {
        return at.account.admit(new Ask("m", tokens, 0, 0, true), new Price(BILLION / 1000, 0));
    }

    @Test
    void whatOneTookTheOtherHasNot() {
        Place one = place(1, new Allowance(10, 1000, 0, 0, 0, 0));
        Place two = place(2, new Allowance(10, 1000, 0, 0, 0, 0));
        tell(one, two);
        Grant grant = admit(one, 400);
        tell(one, two);
        assertThat(two.account.standing().requests().remaining()).isEqualTo(9);
        assertThat(two.account.standing().tokens().remaining()).isEqualTo(600);
        grant.took(100, 0);
        tell(one, two);
        tell(one, two);
        assertThat(two.account.standing().tokens().remaining()).isEqualTo(900);
    }

    @Test
    void whoBeginsHasNoMoreThanTheOthersHaveLeft() {
        Place old = place(1, new Allowance(10, 0, 0, 0, 0, 0));
        for (int i = 0; i < 8; i++) {
            admit(old, 1);
        }
        Place begun = place(2, new Allowance(10, 0, 0, 0, 0, 0));
        tell(old, begun);
        assertThat(begun.account.standing().requests().remaining()).isEqualTo(2);
    }

    @Test
    void whatARestartedOneTookSinceIsCounted() {
        Place one = place(1, new Allowance(100, 0, 0, 0, 0, 0));
        Place before = place(2, new Allowance(100, 0, 0, 0, 0, 0));
        Place after = place(3, new Allowance(100, 0, 0, 0, 0, 0));
        for (int i = 0; i < 10; i++) {
            admit(before, 1);
        }
        tell(before, one, "peer");
        assertThat(one.account.standing().requests().remaining()).isEqualTo(90);
        for (int i = 0; i < 5; i++) {
            admit(after, 1);
        }
        tell(after, one, "peer");
        assertThat(one.account.standing().requests().remaining()).isEqualTo(85);
    }

    @Test
    void daysAndBudgetsAreOfAllTogether() {
        Place one = place(1, new Allowance(0, 0, 5, 0, BILLION, 0));
        Place two = place(2, new Allowance(0, 0, 5, 0, BILLION, 0));
        admit(one, 700).took(700, 0);
        admit(one, 1);
        tell(one, two);
        assertThat(two.account.standing().requests().remaining()).isEqualTo(3);
        assertThat(admit(two, 300).denial().reason()).isEqualTo(Denial.Reason.BUDGET_PER_DAY);
        assertThat(admit(two, 299).denial()).isNull();
        time.seconds(24 * 3600);
        assertThat(admit(two, 700).denial()).isNull();
    }

    /** Both are asked for more than there is; they hear of one another each second. */
    @Test
    void togetherTheyLetInWhatOneMay() {
        int perMinute = 600;
        Place one = place(1, new Allowance(perMinute, 0, 0, 0, 0, 0));
        Place two = place(2, new Allowance(perMinute, 0, 0, 0, 0, 0));
        Random random = new Random(5);
        int let = 0;
        for (int tick = 0; tick < 600 * 10; tick++) {
            Place place = random.nextInt(3) == 0 ? one : two;
            let += admit(place, 1).denial() == null ? 1 : 0;
            time.pass(Nanos.SECOND / 20);
            if (tick % 20 == 19) {
                tell(one, two);
                tell(two, one);
            }
        }
        System.out.printf("two gateways let in %d of %d and a first bucket of %d%n", let, 5 * perMinute, perMinute);
        assertThat(let).isBetween((int) (6 * perMinute * 0.97), (int) (6 * perMinute * 1.03));
    }

    /**
     * For a minute in the middle neither hears the other, as what carries their words is gone: each has its half. Before it is seen that
     * nobody is heard, two seconds pass.
     */
    @Test
    void whereNobodyIsHeardEachHasItsPart() {
        int perMinute = 600;
        Place one = place(1, new Allowance(perMinute, 0, 0, 0, 0, 0));
        Place two = place(2, new Allowance(perMinute, 0, 0, 0, 0, 0));
        Random random = new Random(5);
        int let = 0;
        for (int tick = 0; tick < 600 * 10; tick++) {
            int second = tick / 20;
            boolean lost = second >= 100 && second < 160;
            Place place = random.nextInt(3) == 0 ? one : two;
            let += admit(place, 1).denial() == null ? 1 : 0;
            time.pass(Nanos.SECOND / 20);
            if (tick == 102 * 20 || tick == 160 * 20) {
                one.shares.alone(lost ? 2 : 1);
                two.shares.alone(lost ? 2 : 1);
            }
            if (tick % 20 == 19 && !lost) {
                tell(one, two);
                tell(two, one);
            }
        }
        System.out.printf("with a minute apart they let in %d of %d%n", let, 6 * perMinute);
        assertThat(let).isBetween((int) (6 * perMinute * 0.93), (int) (6 * perMinute * 1.03));
    }

    @Test
    void daysAreCountedAcrossTheTimeThatNobodyWasHeard() {
        Place one = place(1, new Allowance(0, 0, 5, 0, 0, 0));
        Place two = place(2, new Allowance(0, 0, 5, 0, 0, 0));
        admit(one, 1).took(1, 0);
        tell(one, two);
        two.shares.alone(2);
        assertThat(two.account.standing().requests().remaining()).isEqualTo(4);
        two.shares.alone(1);
        tell(one, two);
        assertThat(two.account.standing().requests().remaining()).isEqualTo(4);
    }

    @Test
    void noiseIsNoShare() {
        Place one = place(1, Allowance.ALL);
        assertThatThrownBy(() -> one.shares.heard("p", 1, JsonReader.read(Source.inline("p", "{}"))))
                .isInstanceOf(InputException.class);
        one.shares.heard("p", 1, JsonReader.read(Source.inline("p", "{\"tenants\":[{\"name\":\"unknown\"}]}")));
        assertThat(one.accounts.all()).hasSize(1);
    }
}
