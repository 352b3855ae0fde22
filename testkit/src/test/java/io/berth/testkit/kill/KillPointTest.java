package io.berth.testkit.kill;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class KillPointTest {
    @ParameterizedTest
    @EnumSource(KillPoint.class)
    void aStepIsAMethodThatThereIs(KillPoint point) throws ClassNotFoundException {
        // Without running its initialisers: nothing of it is to happen here.
        Class<?> type = Class.forName(point.type, false, KillPointTest.class.getClassLoader());

        assertThat(Arrays.stream(type.getDeclaredMethods()).map(Method::getName))
                .as("methods of %s, at one of which a campaign kills", point.type)
                .contains(point.method);
    }
}
