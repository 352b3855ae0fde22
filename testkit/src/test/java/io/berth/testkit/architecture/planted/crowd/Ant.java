package io.berth.testkit.architecture.planted.crowd;

/** One type more than a package may have, with those below. */
final class Ant {}

final class Bee {}

final class Cat {}

final class Dog {}

final class Eel {}

final class Fox {}

final class Gnu {}

final class Hen {}

final class Ibis {}

final class Jay {}

final class Koi {}

final class Lynx {}

final class Mole {}

final class Newt {}

final class Owl {}

final class Pig {}

final class Quail {}

final class Ram {}

final class Swan {}

final class Toad {}

final class Urchin {}

final class Vole {}

final class Wolf {}

final class Xerus {}

final class Yak {}

final class Zebra {}
