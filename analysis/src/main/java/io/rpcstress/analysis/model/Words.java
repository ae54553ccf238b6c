package io.rpcstress.analysis.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is written around numbers, such as the title and the notes of a table, by its id in {@code
 * words.md} of the package that shows them. There {@code {name}} is a place for a value, {@code
 * [name]} begins a note, and {@code {name? part}} is a part of one, that stands only where it
 * applies, and {@code @id} stands for the note of that id. Immutable.
 *
 * @param title empty where there is none
 */
public record Words(String id, String title, List<String> notes) {

  private static final Map<Class<?>, Map<String, Words>> KNOWN = new ConcurrentHashMap<>();

  private static final Pattern SECTION = Pattern.compile("(?m)^## ");
  private static final Pattern NOTE = Pattern.compile("(?m)^- ");
  private static final Pattern REFERENCE = Pattern.compile("(?:(?<=^)|(?<=] ))@([a-z-]+)$");

  /**
   * Those of an id.
   *
   * @param beside a class of the package
   */
  public static Words of(Class<?> beside, String id) {
    return of(id, KNOWN.computeIfAbsent(beside, Words::read));
  }

  private static Words of(String id, Map<String, Words> all) {
    return Objects.requireNonNull(all.get(id), () -> "words.md has nothing of " + id);
  }

  private static Map<String, Words> read(Class<?> beside) {
    Map<String, Words> all = new HashMap<>();
    SECTION
        .splitAsStream(Resources.text(beside, "words.md"))
        .skip(1)
        .map(Words::parse)
        .forEach(words -> all.put(words.id, words));
    all.replaceAll((id, words) -> words.changed(note -> referred(note, all)));
    return Map.copyOf(all);
  }

  private static Words parse(String section) {
    String[] parts = NOTE.split(section);
    String[] head = parts[0].split("\n", 2);
    return new Words(head[0], line(head[1]), Stream.of(parts).skip(1).map(Words::line).toList());
  }

  private static String line(String text) {
    return text.strip().replaceAll("\\s+", " ");
  }

  private static String referred(String note, Map<String, Words> all) {
    Matcher found = REFERENCE.matcher(note);
    return found.find()
        ? note.substring(0, found.start()) + of(found.group(1), all).notes.get(0)
        : note;
  }

  public Words as(String other) {
    return new Words(other, title, notes);
  }

  public Words titled(UnaryOperator<String> change) {
    return new Words(id, change.apply(title), notes);
  }

  public Words with(String name, Object value) {
    UnaryOperator<String> filled = text -> text.replace("{" + name + "}", value.toString());
    return titled(filled).changed(filled);
  }

  /** With the notes, and the parts of notes, of that name where they apply, and else without. */
  public Words when(String name, boolean applies) {
    String mark = "[" + name + "] ";
    Pattern part = Pattern.compile("\\{" + name + "\\? ([^}]*)\\}");
    Words those =
        new Words(id, title, notes.stream().filter(n -> applies || !n.startsWith(mark)).toList());
    return those.changed(
        note -> {
          String rest = note.startsWith(mark) ? note.substring(mark.length()) : note;
          return part.matcher(rest).replaceAll(applies ? "$1" : "").strip();
        });
  }

  public String sentence() {
    return String.join(" ", notes);
  }

  public Words behind(List<String> others) {
    return new Words(id, title, Stream.concat(others.stream(), notes.stream()).toList());
  }

  private Words changed(UnaryOperator<String> change) {
    return new Words(id, title, notes.stream().map(change).toList());
  }
}
