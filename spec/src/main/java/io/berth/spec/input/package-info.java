/**
 * Text that users wrote, and errors in it. YAML and JSON become one {@link io.berth.spec.input.Tree} whose values know their
 * line, column and key path; everything wrong with a text is an {@link io.berth.spec.input.InputException} of one line.
 */
package io.berth.spec.input;
