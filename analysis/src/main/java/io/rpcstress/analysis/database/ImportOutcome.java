package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Unreadable;
import java.util.List;

/**
 * What an import did.
 *
 * @param filesRead result and failure files that were new or had changed
 * @param filesUnchanged files that were imported before and have not changed
 * @param filesGone files that an earlier import saw and the folder no longer has; their rows left
 * @param unreadable all that is wrong with the sweep's files, found now or before
 * @param notes what a person should know that is nothing wrong, one line each
 */
public record ImportOutcome(
    long rowsAdded,
    int filesRead,
    int filesUnchanged,
    int filesGone,
    List<Unreadable> unreadable,
    List<String> notes) {

  public ImportOutcome {
    notes = List.copyOf(notes);
    unreadable = List.copyOf(unreadable);
  }
}
