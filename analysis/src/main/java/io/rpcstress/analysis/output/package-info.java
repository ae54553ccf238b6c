/**
 * What {@code report} makes after the tables; the commands list all outputs. Outputs read the model
 * and write files; they open no database.
 */
@NullMarked
package io.rpcstress.analysis.output;

import org.jspecify.annotations.NullMarked;
