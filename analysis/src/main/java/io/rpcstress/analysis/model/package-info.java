/**
 * What a sweep found, as plain records: what tables, figures and the report are made from. No SQL,
 * no file and no picture enters here.
 */
@NullMarked
package io.rpcstress.analysis.model;

import org.jspecify.annotations.NullMarked;
