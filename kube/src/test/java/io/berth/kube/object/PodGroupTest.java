package io.berth.kube.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.kube.wire.Envelope;
import io.berth.kube.wire.Fields;
import io.berth.kube.wire.MalformedException;
import io.berth.kube.wire.Message;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class PodGroupTest {
    private static final Fields META = new Fields().text(1, "g").text(3, "team").text(5, "uid");
    private static final Fields GANG = new Fields().message(2, new Fields().number(1, 8));
    private static final Fields RACK = new Fields().message(1, new Fields().text(1, "rack"));

    @Test
    void eachVersionSaysTheSameByOtherNumbers() {
        PodGroup old = read(
                PodGroupVersion.V1ALPHA2::read,
                new Fields()
                        .message(2, GANG)
                        .text(5, "PodGroup")
                        .text(6, "high")
                        .number(7, 10));
        PodGroup now = read(
                PodGroupVersion.V1BETA1::read,
                new Fields()
                        .message(2, new Fields().text(1, "workload"))
                        .message(3, GANG)
                        .message(6, new Fields().message(2, new Fields()))
                        .text(7, "high")
                        .number(8, 10));

        assertThat(old.asksAs(now)).isTrue();
        assertThat(old.disruption()).isEqualTo(new PodGroup.Disruption(true, 10, true));
        assertThat(old.least()).isEqualTo(8);
        assertThat(old.meta().key().text()).isEqualTo("team/g");
        assertThat(old.unknown()).isEmpty();
    }

    @Test
    void oneOfPodsThatStartOneByOneLacksNone() {
        Fields basic = new Fields().message(1, new Fields());
        assertThat(read(PodGroupVersion.V1ALPHA2::read, new Fields().message(2, basic))
                        .least())
                .isZero();
    }

    @Test
    void allItsPodsBelongInOneDomainOfALabel() {
        assertThat(read(
                                PodGroupVersion.V1ALPHA2::read,
                                new Fields().message(2, GANG).message(3, RACK))
                        .topology())
                .isEqualTo("rack");
        assertThat(read(
                                PodGroupVersion.V1BETA1::read,
                                new Fields().message(3, GANG).message(4, RACK))
                        .topology())
                .isEqualTo("rack");
    }

    @Test
    void whatIsNotWeighedIsNamed() {
        assertThat(read(
                                PodGroupVersion.V1ALPHA2::read,
                                new Fields()
                                        .message(2, GANG)
                                        .message(
                                                3,
                                                new Fields()
                                                        .message(1, new Fields().text(1, "rack"))
                                                        .message(1, new Fields().text(1, "zone"))))
                        .unknown())
                .containsExactly("schedulingConstraints.topology[1]");
        assertThat(read(
                                PodGroupVersion.V1BETA1::read,
                                new Fields().text(1, "parent").message(3, GANG).message(4, RACK))
                        .unknown())
                .containsExactly("parentCompositePodGroupName parent");
        assertThat(read(
                                PodGroupVersion.V1BETA1::read,
                                new Fields().message(3, GANG).message(4, new Fields()))
                        .unknown())
                .isEmpty();
    }

    @Test
    void itsClaimsAreReadAsThoseOfItsPods() {
        Fields there = new Fields().text(1, "a").text(2, "shared");
        Fields made = new Fields().text(1, "b").text(3, "template");
        PodGroup group = read(
                PodGroupVersion.V1BETA1::read,
                new Fields().message(3, GANG).message(5, there).message(5, made));
        assertThat(group.together().claims())
                .containsExactly(
                        new Pod.DevicesClaimed("a", "shared", ""), new Pod.DevicesClaimed("b", "", "template"));
        assertThat(read(
                                PodGroupVersion.V1ALPHA2::read,
                                new Fields().message(2, GANG).message(4, there).message(4, made))
                        .asksAs(group))
                .isTrue();
        assertThat(read(
                                PodGroupVersion.V1ALPHA2::read,
                                new Fields().message(2, GANG).message(4, there))
                        .asksAs(group))
                .isFalse();
    }

    @Test
    void whatItSaysOfMakingRoomIsRead() {
        Fields each = new Fields().message(1, new Fields());
        assertThat(read(
                                PodGroupVersion.V1BETA1::read,
                                new Fields().message(3, GANG).message(6, each))
                        .disruption())
                .isEqualTo(PodGroup.Disruption.USUAL);
        assertThat(read(
                                PodGroupVersion.V1ALPHA2::read,
                                new Fields().message(2, GANG).text(5, "Pod"))
                        .disruption())
                .isEqualTo(PodGroup.Disruption.USUAL);
        assertThat(read(
                                PodGroupVersion.V1BETA1::read,
                                new Fields().message(3, GANG).text(9, "Never"))
                        .disruption())
                .isEqualTo(new PodGroup.Disruption(false, null, false));
        assertThat(read(
                                PodGroupVersion.V1ALPHA3::read,
                                new Fields().message(3, GANG).number(8, -5))
                        .disruption()
                        .priority())
                .isEqualTo(-5);
    }

    @Test
    void itsStatusSaysUnderAnotherNameInEachVersionThatItStarted() {
        Fields spec = new Fields().message(2, GANG).message(3, GANG);
        assertThat(started(PodGroupVersion.V1ALPHA2, spec, "PodGroupScheduled", "True"))
                .isTrue();
        assertThat(started(PodGroupVersion.V1BETA1, spec, "PodGroupScheduled", "True"))
                .isFalse();
        assertThat(started(PodGroupVersion.V1BETA1, spec, "PodGroupInitiallyScheduled", "True"))
                .isTrue();
        assertThat(started(PodGroupVersion.V1BETA1, spec, "PodGroupInitiallyScheduled", "False"))
                .isFalse();
    }

    private static boolean started(PodGroupVersion version, Fields spec, String type, String status) {
        Fields condition = new Fields().text(1, type).text(2, status);
        byte[] bytes = Envelope.seal(
                "v1",
                "PodGroup",
                new Fields().message(1, META).message(2, spec).message(3, new Fields().message(1, condition)));
        return Envelope.open(bytes, version::read).started();
    }

    @Test
    void oneWithoutASpecIsNone() {
        byte[] bytes = Envelope.seal("v1", "PodGroup", new Fields().message(1, META));
        assertThatThrownBy(() -> Envelope.open(bytes, PodGroupVersion.V1BETA1::read))
                .isInstanceOf(MalformedException.class);
    }

    private static PodGroup read(Function<Message, PodGroup> reading, Fields spec) {
        byte[] bytes =
                Envelope.seal("v1", "PodGroup", new Fields().message(1, META).message(2, spec));
        return Envelope.open(bytes, reading);
    }
}
