/** Problems as people write them: published text files, YAML and JSON documents; and what their numbers and names mean. */
@NullMarked
package io.berth.optimize.file;

import org.jspecify.annotations.NullMarked;
