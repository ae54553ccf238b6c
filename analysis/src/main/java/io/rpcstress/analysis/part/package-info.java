/**
 * What {@code report} makes after the tables: a part registers in {@link
 * io.rpcstress.analysis.part.Parts}. Parts read the model and write files; they open no database.
 */
@NullMarked
package io.rpcstress.analysis.part;

import org.jspecify.annotations.NullMarked;
