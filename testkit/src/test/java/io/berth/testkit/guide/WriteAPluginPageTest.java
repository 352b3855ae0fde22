package io.berth.testkit.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.architecture.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The page's code is that of the example project, which `.ci/plugin` builds and runs. */
class WriteAPluginPageTest {
    @Test
    void the_shown_class_is_that_of_the_example() throws IOException {
        Path checkout = Code.checkout();
        String page = Files.readString(checkout.resolve("docs/guide/write-a-plugin.md"));
        String shown = page.substring(page.indexOf("```java\n") + "```java\n".length());
        String source = Files.readString(checkout.resolve("examples/plugin/src/example/Tightest.java"));

        assertThat(shown.substring(0, shown.indexOf("```"))).isEqualTo(source.substring(source.indexOf("\n\n") + 2));
    }
}
