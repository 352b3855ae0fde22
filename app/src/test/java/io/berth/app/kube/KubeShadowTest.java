package io.berth.app.kube;

import static io.berth.app.Cli.berth;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeShadowTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"0s", "10ms", "daily"})
    void howOftenItReportsIsASecondOrLonger(String every) throws Exception {
        Path config = Files.writeString(folder.resolve("config"), KubeCommandTest.CONFIG);
        berth("kube", "shadow", folder.resolve("days"), "--kubeconfig", config, "--every", every)
                .refused("--every", "a second or longer", every);
    }

    @Test
    void aStrategyOrAFolderThatIsNotThereIsNamed() {
        berth("kube", "report", folder.resolve("days"), "--strategy", "fgd-gredy")
                .refused("--strategy", "did you mean \"fgd-greedy\"?");
        berth("kube", "report", folder.resolve("days")).refused("days");
        berth("kube", "report").refused("name the folder of the journal");
    }
}
