/**
 * The one wiring of a system that runs: {@code berth up} and {@code berth demo} differ in their world and in what they have beside it,
 * which they say in {@link SystemOptions}; {@link LiveSystem} puts it together.
 *
 * <p><b>Who opens what, in which order, and why.</b>
 *
 * <ol>
 *   <li><i>The edge</i> (the class of the command) checks what it was asked for and looks at its surroundings: folders, disk, devices. What
 *       it opens before the system it closes after it.
 *   <li><i>The journal</i>, and with it its lock: from here on the files beside it are this process's. A journal that is there is
 *       recovered.
 *   <li><i>The file of ended jobs</i>, before the world: what the journal goes through at its recovery and the world reports at once must
 *       find it.
 *   <li><i>The world</i>, which the edge makes. It hears what is under way when the engine resumes; ends that the journal does not know
 *       any more are set aside before that, since numbers are given again.
 *   <li><i>Bounds, the view, the notes of recovery, the strategy.</i> All of this is done before anybody can ask for anything. The view
 *       has the ends that only the journal knew, so who asks finds every job.
 *   <li><i>The console</i>, which says that it is starting. Its options are made here and not before: they know the run.
 *   <li><i>Learning, the strategy file.</i> They change the strategy, so the one that was asked for holds before.
 *   <li><i>The parts of the edge</i>, in its order, each knowing the system ({@link Part}). The last of {@code berth up} is the file by
 *       which commands find it.
 *   <li>The console says that it is ready.
 * </ol>
 *
 * <p><b>Who closes.</b> {@link LiveSystem#close} closes what was opened in the reverse of that order: first nobody finds the system any
 * more, then nobody asks, then the engine lives through what was sent, then world, journal and files are closed. Each is closed whatever
 * became of the others, and what could not be closed is said. The same happens where a start fails half way. Only what the edge opened
 * before the system is the edge's to close.
 *
 * <p>Followers hear of an instant on the engine's thread in this order: the edge's own, the view, the
 * file of ended jobs, learning, notes about the clock. The journal has the instant before any of them, and a snapshot comes after all: what
 * it would hide from the next recovery has been written by then.
 */
package io.berth.app.system;
