//! Tags for a part of the program.

use clmem::experimental::TagScope;
use clmem::*;

/// The tag that a new block has.
fn tag_of_next(pool: &Pool) -> Result<String> {
    let block = pool.allocate(1000)?;
    let tag = block.info()?.tag();
    let all = pool.tag_statistics()?;
    Ok(all.iter().find(|each| each.tag() == tag).expect("it has figures").name())
}

#[test]
fn tags_nest_and_end() -> Result<()> {
    let pool = Pool::new(&Provider::virtual_device(VirtualOptions::default())?)?;
    {
        let _weights = TagScope::begin("weights €")?;
        assert_eq!(tag_of_next(&pool)?, "weights €");
        {
            let _scratch = TagScope::begin("scratch")?;
            assert_eq!(tag_of_next(&pool)?, "scratch");
        }
        assert_eq!(tag_of_next(&pool)?, "weights €");
        let elsewhere = std::thread::scope(|scope| scope.spawn(|| tag_of_next(&pool)).join().expect("no panic"));
        assert_eq!(elsewhere?, "");
    }
    assert_eq!(tag_of_next(&pool)?, "");
    Ok(())
}

#[test]
fn a_tag_ends_when_the_program_panics() -> Result<()> {
    let pool = Pool::new(&Provider::virtual_device(VirtualOptions::default())?)?;
    let unwound = std::panic::catch_unwind(|| {
        let _weights = TagScope::begin("weights");
        panic!("expected by the test");
    });
    assert!(unwound.is_err());
    assert_eq!(tag_of_next(&pool)?, "");
    Ok(())
}

#[test]
fn wrong_names_are_refused() {
    for name in ["", "a\0b", &"x".repeat(64)] {
        let refused = TagScope::begin(name).expect_err("the name is wrong");
        assert_eq!(refused.kind(), ErrorKind::InvalidArgument);
    }
}
