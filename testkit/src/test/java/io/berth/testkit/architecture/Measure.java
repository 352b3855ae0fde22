package io.berth.testkit.architecture;

/** What is counted in a source file; soft limits are reported, hard limits fail. */
enum Measure {
    FILE_LINES("lines of a file", 400, 800, "split by responsibility: a file is one type that one sentence describes"),
    METHOD_LINES("lines of a method", 40, 70, "extract the steps into methods named after what they achieve"),
    PARAMETERS("parameters", 5, 5, "pass a record that names the group, or move the method to the type that has them"),
    NESTING("nested control flow", 3, 3, "return early, or extract the inner loop into a method");

    final String title;
    final int soft;
    final int hard;
    final String wayOut;

    Measure(String title, int soft, int hard, String wayOut) {
        this.title = title;
        this.soft = soft;
        this.hard = hard;
        this.wayOut = wayOut;
    }
}
