package io.rpcstress.measure;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** How a record's component is named in a file, where that does not follow from its own name. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
@interface Cell {

  /** The column; of a component that is a record, what stands before the names of its columns. */
  String value() default "";

  /** Whether a record is null where its first column is empty. */
  boolean optional() default false;
}
