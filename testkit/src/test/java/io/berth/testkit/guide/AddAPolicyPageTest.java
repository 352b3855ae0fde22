package io.berth.testkit.guide;

import static org.assertj.core.api.Assertions.assertThat;

import io.berth.testkit.architecture.Code;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page's code is the code that is compiled and run. */
class AddAPolicyPageTest {
    private static final Pattern SHOWN =
            Pattern.compile("<!-- (file|line of): (\\S+) -->\n```java\n(.*?)```", Pattern.DOTALL);
    private static final int MAX_POLICY_LINES = 40;

    private record Block(boolean whole, Path file, String code) {}

    @Test
    void every_shown_file_is_the_file_but_for_its_package() throws IOException {
        List<Block> blocks = blocks();
        assertThat(blocks).hasSize(3);
        for (Block block : blocks) {
            String text = Files.readString(block.file);
            String shown = text.substring(text.indexOf("\n\n") + 2);
            if (block.whole) {
                assertThat(block.code).as("%s", block.file).isEqualTo(shown);
            } else {
                assertThat(shown).as("%s", block.file).contains(block.code.strip());
            }
        }
    }

    @Test
    void the_policy_has_at_most_forty_lines() throws IOException {
        Path policy = blocks().getFirst().file;
        assertThat(Files.readAllLines(policy)).hasSizeLessThanOrEqualTo(MAX_POLICY_LINES);
    }

    private static List<Block> blocks() throws IOException {
        Path checkout = Code.checkout();
        Matcher matcher = SHOWN.matcher(Files.readString(checkout.resolve("docs/guide/add-a-policy.md")));
        List<Block> blocks = new ArrayList<>();
        while (matcher.find()) {
            Path file = checkout.resolve(matcher.group(2));
            blocks.add(new Block(matcher.group(1).equals("file"), file, matcher.group(3)));
        }
        return blocks;
    }
}
