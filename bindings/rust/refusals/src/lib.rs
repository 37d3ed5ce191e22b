//! The programs in `tests` must be refused by clmem's types. They are a separate crate, so checking them needs neither
//! the library nor the dependencies of other tests.
