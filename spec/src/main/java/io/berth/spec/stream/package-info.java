/** Documents that other programs wrote, JSON or YAML of any size, read piece by piece into the trees that small ones are read into. */
package io.berth.spec.stream;
