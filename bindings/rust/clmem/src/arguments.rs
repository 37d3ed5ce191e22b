//! The types that may be arguments of a kernel, and setting all of them at once.

use crate::{Kernel, Memory, Result, Sampler};
use bytemuck::NoUninit;

mod sealed {
    pub trait Sealed {}
}

/// An argument of a kernel: a reference to memory or to a sampler, a number, an array for a vector, [`Local`] or
/// [`Value`].
pub trait Argument: sealed::Sealed {
    /// Sets the argument with this index.
    ///
    /// # Errors
    ///
    /// Those of [`Kernel::set_memory`] and the other setters.
    fn set(self, kernel: &mut Kernel, index: u32) -> Result<()>;
}

/// All arguments of a kernel: a tuple of up to 16.
pub trait Arguments: sealed::Sealed {
    /// Sets the arguments in order, starting at index 0.
    ///
    /// # Errors
    ///
    /// Those of [`Argument::set`].
    fn set_all(self, kernel: &mut Kernel) -> Result<()>;
}

/// An argument in local memory, with its size in bytes.
#[derive(Debug, Clone, Copy)]
pub struct Local(pub usize);

/// An argument of any plain-data type: a struct, or a number whose size differs inside a kernel.
#[derive(Debug, Clone, Copy)]
pub struct Value<T>(pub T);

impl<M: Memory> sealed::Sealed for &M {}
impl<M: Memory> Argument for &M {
    fn set(self, kernel: &mut Kernel, index: u32) -> Result<()> {
        kernel.set_memory(index, self)
    }
}

impl sealed::Sealed for &Sampler {}
impl Argument for &Sampler {
    fn set(self, kernel: &mut Kernel, index: u32) -> Result<()> {
        kernel.set_sampler(index, self)
    }
}

impl sealed::Sealed for Local {}
impl Argument for Local {
    fn set(self, kernel: &mut Kernel, index: u32) -> Result<()> {
        kernel.set_local(index, self.0)
    }
}

impl<T: NoUninit> sealed::Sealed for Value<T> {}
impl<T: NoUninit> Argument for Value<T> {
    fn set(self, kernel: &mut Kernel, index: u32) -> Result<()> {
        kernel.set_value(index, self.0)
    }
}

impl<T: NoUninit, const N: usize> sealed::Sealed for [T; N] where [T; N]: NoUninit {}
impl<T: NoUninit, const N: usize> Argument for [T; N]
where
    [T; N]: NoUninit,
{
    fn set(self, kernel: &mut Kernel, index: u32) -> Result<()> {
        kernel.set_value(index, self)
    }
}

/// Implements [`Argument`] for numbers that have the same size in kernels.
macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl sealed::Sealed for $number {}
        impl Argument for $number {
            fn set(self, kernel: &mut Kernel, index: u32) -> Result<()> {
                kernel.set_value(index, self)
            }
        }
    )*};
}
numbers!(i8 u8 i16 u16 i32 u32 i64 u64 f32 f64);

/// Implements [`Arguments`] for tuples of this length and all shorter ones.
macro_rules! tuples {
    () => {};
    ($first:ident $($more:ident)*) => {
        impl<$first: Argument, $($more: Argument),*> sealed::Sealed for ($first, $($more,)*) {}
        impl<$first: Argument, $($more: Argument),*> Arguments for ($first, $($more,)*) {
            #[allow(non_snake_case, reason = "each argument is named after its type parameter")]
            fn set_all(self, kernel: &mut Kernel) -> Result<()> {
                let ($first, $($more,)*) = self;
                let mut indices = 0_u32..;
                let mut next = || indices.next().unwrap_or(u32::MAX);
                $first.set(kernel, next())?;
                $($more.set(kernel, next())?;)*
                Ok(())
            }
        }
        tuples! { $($more)* }
    };
}
tuples! { A B C D E F G H I J K L M N O P }
