package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Unreadable;
import java.util.List;

/**
 * What an import did.
 *
 * @param rowsAdded rows written to {@code original}
 * @param filesRead result and failure files that were new or had changed
 * @param filesUnchanged files that were imported before and have not changed
 * @param filesGone files that an earlier import saw and the folder no longer has; their rows left
 * @param unreadable all that is wrong with the sweep's files, found now or before
 */
public record ImportOutcome(
    long rowsAdded, int filesRead, int filesUnchanged, int filesGone, List<Unreadable> unreadable) {

  /** Copies the list. */
  public ImportOutcome {
    unreadable = List.copyOf(unreadable);
  }
}
