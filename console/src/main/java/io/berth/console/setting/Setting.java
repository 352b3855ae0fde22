package io.berth.console.setting;

/**
 * One setting that holds.
 *
 * @param key as the file of settings names it
 * @param value as that file would write it; empty where nothing is set
 * @param source where it comes from: a file with its line, an option, a variable, {@code default}
 * @param reloadable true where it can change while the system runs
 */
public record Setting(String key, String value, String source, boolean reloadable) {}
