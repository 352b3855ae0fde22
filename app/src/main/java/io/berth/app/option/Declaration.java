package io.berth.app.option;

/**
 * A command as shells and the manual know it.
 *
 * @param name what is typed after {@code berth}
 * @param summary what it does, one line
 * @param options what it takes, without {@code --help}
 */
public record Declaration(String name, String summary, Options options) {}
