package io.berth.kube.claim.taint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.kube.Hostile;
import io.berth.kube.claim.Allocation;
import io.berth.kube.claim.DeviceTaint;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rules by the numbers of their fields in resource/v1/generated.proto, which v1beta2 and v1alpha3 share. */
class TaintRuleTest {
    private static final Fields TAINT = new Fields()
            .text(1, "sick")
            .text(2, "xid")
            .text(3, "NoExecute")
            .message(4, new Fields().number(1, 1_764_000_000));

    private static Fields rule(Fields spec) {
        return new Fields()
                .message(1, new Fields().text(1, "r").text(5, "u").text(6, "7"))
                .message(2, spec);
    }

    private static TaintRule read(Fields fields) {
        return TaintRule.read(Message.of(fields.bytes()));
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', '', true",
        "d, '', '', true",
        "e, '', '', false",
        "d, p, '', true",
        "'', q, '', false",
        "'', '', x, true",
        "d, p, y, false",
        "d, p, x, true"
    })
    void aDeviceIsSelectedByAllThatIsSaid(String driver, String pool, String device, boolean selected) {
        Fields selector = new Fields().text(2, driver).text(3, pool).text(4, device);
        TaintRule rule = read(rule(new Fields().message(1, selector).message(2, TAINT)));
        Allocation.Id id = new Allocation.Id("d", "p", "x");

        assertThat(rule.taint()).isEqualTo(new DeviceTaint("sick", "xid", DeviceTaint.Effect.NO_EXECUTE));
        assertThat(rule.selects(id)).isEqualTo(selected);
        assertThat(rule.reaches(id.inPool())).isEqualTo(selected || device.equals("y"));
    }

    @Test
    void withoutASelectorNoDeviceIs() {
        TaintRule rule = read(rule(new Fields().message(2, TAINT)));

        assertThat(rule.selects(new Allocation.Id("d", "p", "x"))).isFalse();
    }

    @Test
    void whatIsNoRuleIsRefused() {
        assertThatThrownBy(() -> read(new Fields().message(2, new Fields().message(2, TAINT))))
                .isInstanceOf(MalformedException.class)
                .hasMessage("a rule that taints devices without name, UID or taint");
        Fields selector =
                new Fields().text(2, "gpu.example.com").text(3, "pool-of-n1").text(4, "gpu-0");
        Hostile.each(
                rule(new Fields().message(1, selector).message(2, TAINT)).bytes(),
                TaintRule::read,
                rule -> assertThat(rule.taint().effect()).isNotNull());
    }
}
