package dev.lintel.controller.contract;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Target;

/// The sentences of the specification without which a test would fail, by their ids in `sentences.csv`. The table in
/// `docs/contract.md` is made of it.
@Documented
@Target(ElementType.METHOD)
public @interface Spec {
    /// Such as `{"2.1-3", "4.2-5"}`.
    String[] value();
}
