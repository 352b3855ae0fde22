package io.berth.testkit.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SizeTest {
    private static final Path EXCEPTIONS = Path.of("testkit/src/test/resources/size-exceptions.txt");

    @Test
    void everySourceKeepsTheLimits() throws IOException {
        List<Size> sizes = SourceScan.folder(Code.checkout());
        report(sizes);
        var exceptions = SizeExceptions.parse(Files.readAllLines(Code.checkout().resolve(EXCEPTIONS)));
        assertThat(exceptions.complaints(sizes)).isEmpty();
    }

    private static void report(List<Size> sizes) {
        sizes.stream()
                .filter(Size::isOverSoftLimit)
                .map(size -> "size: %s line %d: %s %d, wanted %d"
                        .formatted(size.place(), size.line(), size.measure().title, size.value(), size.measure().soft))
                .forEach(System.out::println);
    }

    @ParameterizedTest
    @EnumSource(Measure.class)
    void aSizeOverTheLimitIsFoundAndSaysTheWayOut(Measure measure) throws IOException {
        var complaints = SizeExceptions.parse(List.of()).complaints(SourceScan.text("a/A.java", tooLarge(measure)));

        assertThat(complaints).singleElement().asString().startsWith("a/A.java").contains(measure.title, "Way out: ");
    }

    @ParameterizedTest
    @EnumSource(Measure.class)
    void anExceptionAllowsTheValueItNames(Measure measure) throws IOException {
        List<Size> sizes = SourceScan.text("a/A.java", tooLarge(measure));
        Size large = sizes.stream().filter(Size::isOverHardLimit).findFirst().orElseThrow();
        String entry = measure + " " + large.place() + " ";

        assertThat(SizeExceptions.parse(List.of(entry + large.value() + " why")).complaints(sizes))
                .isEmpty();
        assertThat(SizeExceptions.parse(List.of(entry + (large.value() + 1) + " why"))
                        .complaints(sizes))
                .singleElement()
                .asString()
                .contains("write that");
    }

    @Test
    void anExceptionThatIsNotNeededMustGo() throws IOException {
        var exceptions = SizeExceptions.parse(List.of("PARAMETERS a/A.java#m 9 it was once so"));

        assertThat(exceptions.complaints(SourceScan.text("a/A.java", "class A { void m() {} }")))
                .singleElement()
                .asString()
                .contains("remove the entry of a/A.java#m");
    }

    @Test
    void whatOnlyLooksLikeCodeIsNotCounted() throws IOException {
        String code = """
                class A {
                    // void m() { if (a) { if (b) { if (c) { if (d) {} } } } }
                    String text = "{{{{{ void x(int a, int b, int c, int d, int e, int f) {";
                    void m() { for (;;) { if (true) {} else if (false) {} else if (true) {} else { while (true) {} } } }
                    record R(int a, int b, int c, int d, int e, int f) { R { if (a > 0) {} } }
                }
                """;

        assertThat(SourceScan.text("a/A.java", code)).noneMatch(Size::isOverHardLimit);
    }

    @Test
    void nestingOfAnInnerClassIsItsOwn() throws IOException {
        String code = """
                class A {
                    void m() { for (;;) { if (true) { new Object() { void n() { for (;;) { if (true) {} } } }; } } }
                }
                """;

        assertThat(SourceScan.text("a/A.java", code))
                .filteredOn(size -> size.measure() == Measure.NESTING)
                .extracting(Size::place, Size::value)
                .containsExactlyInAnyOrder(tuple("a/A.java#m", 2L), tuple("a/A.java#n", 2L));
    }

    private static String tooLarge(Measure measure) {
        return switch (measure) {
            case FILE_LINES -> "class A {" + "\n".repeat(800) + "}";
            case METHOD_LINES -> "class A { void m() {" + "\n".repeat(70) + "} }";
            case PARAMETERS -> "class A { void m(int a, int b, int c, int d, int e, int f) {} }";
            case NESTING -> "class A { void m() { for (;;) { try { while (true) { if (true) {} } } finally {} } } }";
        };
    }
}
