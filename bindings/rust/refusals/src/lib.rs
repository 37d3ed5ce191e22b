//! Programs that the types of clmem must refuse are in `tests`. They are a crate of their own, so that to check them takes
//! neither the library nor what other tests need.
