/**
 * Options of commands that must start at once. picocli is compiled for Java 5, classes of that age have no place in a start-up
 * cache, and so it takes a third of a second; commands that work for seconds anyway are declared by its annotations.
 */
package io.berth.app.option;
