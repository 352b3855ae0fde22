package io.berth.learn.gradient;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.berth.spec.input.InputException;
import org.junit.jupiter.api.Test;

class TrainingLibraryTest {
    @Test
    void anInstallationWithoutTheNativeLibrarySaysWhatIsMissing() {
        assertThatThrownBy(() -> TrainingLibrary.require(ClassLoader.getPlatformClassLoader()))
                .isInstanceOf(InputException.class)
                .hasMessageContaining("native library of PyTorch")
                .hasMessageContaining("beside berth.jar");
    }

    @Test
    void aWholeInstallationTrains() {
        assertThatCode(() -> TrainingLibrary.require(TrainingLibrary.class.getClassLoader()))
                .doesNotThrowAnyException();
    }
}
