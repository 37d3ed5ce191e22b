//! Providers with injected faults.

use clmem::experimental::{faults_of, faulty};
use clmem::{ErrorKind, Pool, Provider, VirtualOptions};

fn memory() -> Provider {
    Provider::virtual_device(VirtualOptions::default()).expect("a virtual provider")
}

#[test]
fn an_allocation_fails_on_order() {
    let provider = faulty(&memory(), "allocate:nth=2").expect("a faulty provider");
    drop(provider.allocate(4096).expect("the first"));
    let error = provider.allocate(4096).expect_err("the second");
    assert_eq!(error.kind(), ErrorKind::OutOfMemory);
    assert!(error.message().contains("an injected fault"), "{error}");
    drop(provider.allocate(4096).expect("the third"));
    let counts = faults_of(&provider).expect("its counts");
    assert_eq!((counts.calls(), counts.failures(), counts.delays()), (5, 1, 0));
}

#[test]
fn a_pool_sees_a_small_device() {
    let provider = faulty(&memory(), "memory:beyond=4MiB").expect("a faulty provider");
    let pool = Pool::new(&provider).expect("a pool");
    assert_eq!(pool.allocate(8 << 20).expect_err("too much").kind(), ErrorKind::OutOfMemory);
    drop(pool.allocate(1 << 20).expect("what fits"));
}

#[test]
fn wrong_specs_are_refused() {
    for spec in ["allocate:nth=0", "clFinish", "", "a\0b"] {
        let error = faulty(&memory(), spec).expect_err("a wrong spec");
        assert_eq!(error.kind(), ErrorKind::InvalidArgument, "{spec:?}");
    }
    assert_eq!(faults_of(&memory()).expect_err("no faults").kind(), ErrorKind::Unsupported);
}
