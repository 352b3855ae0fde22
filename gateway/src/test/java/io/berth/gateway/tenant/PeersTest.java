package io.berth.gateway.tenant;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.core.time.Nanos;
import io.berth.gateway.setting.TenantSettings.Peering;
import io.berth.gateway.setting.TenantSettings.Price;
import io.berth.gateway.setting.TenantSpec.Allowance;
import io.berth.spec.input.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PeersTest {
    private static final long BILLION = 1_000_000_000;

    private final ManualTime time = ManualTime.at("2026-11-28T10:00:00Z");
    private final List<Place> places = new ArrayList<>();

    /** A gateway. */
    private record Place(Accounts accounts, Account account, Peers peers) {}

    private Place place(long life, Allowance allowance) {
        Accounts accounts = new Accounts(time);
        Account account = accounts.of("a");
        account.allow(allowance);
        Place place = new Place(
                accounts, account, new Peers(new Peering(List.of(), "s".repeat(16)), accounts, life, _ -> {}));
        places.add(place);
        return place;
    }

    @AfterEach
    void close() {
        places.forEach(place -> place.peers.close());
    }

    private static void tell(Place from, Place to) {
        to.peers.heard("p" + from.hashCode(), from.peers.told());
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
        one.peers.heard("peer", before.peers.told());
        assertThat(one.account.standing().requests().remaining()).isEqualTo(90);
        for (int i = 0; i < 5; i++) {
            admit(after, 1);
        }
        one.peers.heard("peer", after.peers.told());
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

    @Test
    void theSecretIsAskedForAndNoiseIsNoShare() {
        Place one = place(1, Allowance.ALL);
        assertThat(one.peers.knows("s".repeat(16))).isTrue();
        assertThat(one.peers.knows("s".repeat(15))).isFalse();
        assertThat(one.peers.knows(null)).isFalse();
        assertThatThrownBy(() -> one.peers.heard("p", "{\"life\":1}")).isInstanceOf(InputException.class);
        one.peers.heard("p", "{\"life\":1,\"tenants\":[{\"name\":\"unknown\"}]}");
        assertThat(one.accounts.all()).hasSize(1);
    }
}
