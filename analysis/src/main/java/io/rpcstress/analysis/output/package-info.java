/**
 * What {@code report} makes after the tables: an output registers in {@link
 * io.rpcstress.analysis.output.ReportOutputs}. Outputs read the model and write files; they open no
 * database.
 */
@NullMarked
package io.rpcstress.analysis.output;

import org.jspecify.annotations.NullMarked;
