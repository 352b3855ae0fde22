package io.berth.app;

/** The {@code berth} command. */
public final class Main {

    private Main() {}

    public static void main(String[] args) {
        System.out.println("usage: berth COMMAND [OPTION...]");
    }
}
