/** JSON: output documents written with a streaming library, and JSON lines read into the same trees as YAML. */
package io.berth.spec.json;
