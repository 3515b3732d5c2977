//! How the graph keeps its own copy of the vectors: rounded, since what it finds is scored again from the full ones.

/// The number type of a graph's vectors.
///
/// Whichever it is, arm scores are those of the full vectors: it decides only what a search walks past. With half as
/// many again asked of the graph as are returned, usearch's own walk through 100,000 vectors of multilingual-e5-small
/// found .973 of the best 300 by `I8` and by `Bf16`, in .61 and .94 ms; by `F32` it took longer still. `F16` would be
/// no better than `Bf16` and slower to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Quantisation {
    /// 8-bit integers: the components in 127 steps up to the largest there is.
    #[default]
    I8,
    /// The upper half of an `f32`.
    Bf16,
    /// As they are: no copy is kept.
    F32,
}

/// The upper half of an `f32`, by its bits.
pub(super) type Bf16 = u16;

/// A component of a rounded vector.
pub(super) trait Component: bytemuck::Pod + Send + Sync {
    /// The nearest number there is; `steps` is that of [`steps`] and used by integers only.
    fn of(component: f32, steps: f32) -> Self;

    /// Ascends with the dot product.
    fn nearness(left: &[Self], right: &[Self]) -> u32;
}

/// How many integers one is worth, for vectors without a component above `largest`.
///
/// The stored vectors are all scaled alike, so that their dot products with one query keep their order; the query
/// has a scale of its own. usearch's own rounding would leave a component of a unit vector of 384 some six steps.
pub(super) fn steps(largest: f32) -> f32 {
    if largest > 0.0 { 127.0 / largest } else { 0.0 }
}

/// The largest component of a vector, signs aside.
pub(super) fn largest(vector: &[f32]) -> f32 {
    vector.iter().fold(0.0, |largest, component| largest.max(component.abs()))
}

#[expect(clippy::inline_always, reason = "compiled once for each instruction set, in the walk")]
impl Component for i8 {
    fn of(component: f32, steps: f32) -> Self {
        #[expect(clippy::cast_possible_truncation, reason = "within 127, and a cast that saturates")]
        let nearest = (component * steps + 0.5f32.copysign(component)) as Self;
        nearest
    }

    #[inline(always)]
    fn nearness(left: &[Self], right: &[Self]) -> u32 {
        let products = std::iter::zip(left, right).map(|(x, y)| i32::from(*x) * i32::from(*y));
        products.fold(0i32, i32::wrapping_add).cast_unsigned() ^ (1 << 31)
    }
}

#[expect(clippy::inline_always, reason = "compiled once for each instruction set, in the walk")]
impl Component for Bf16 {
    fn of(component: f32, _: f32) -> Self {
        // Half of what is cut off; a component is at most 1, so that nothing overflows.
        ((component.to_bits() + 0x8000) >> 16) as Self
    }

    #[inline(always)]
    fn nearness(left: &[Self], right: &[Self]) -> u32 {
        ordered(dot(left, right, |component| f32::from_bits(u32::from(component) << 16)))
    }
}

#[expect(clippy::inline_always, reason = "compiled once for each instruction set, in the walk")]
impl Component for f32 {
    fn of(component: f32, _: f32) -> Self {
        component
    }

    #[inline(always)]
    fn nearness(left: &[Self], right: &[Self]) -> u32 {
        ordered(dot(left, right, |component| component))
    }
}

#[inline(always)]
fn dot<T: Copy>(left: &[T], right: &[T], float: impl Fn(T) -> f32) -> f32 {
    const LANES: usize = 32;
    let (left_blocks, left_rest) = left.as_chunks::<LANES>();
    let (right_blocks, right_rest) = right.as_chunks::<LANES>();
    let mut sums = [0.0f32; LANES];
    for (x, y) in std::iter::zip(left_blocks, right_blocks) {
        for lane in 0..LANES {
            sums[lane] += float(x[lane]) * float(y[lane]);
        }
    }
    let rest = std::iter::zip(left_rest, right_rest).map(|(x, y)| float(*x) * float(*y));
    sums.iter().sum::<f32>() + rest.sum::<f32>()
}

/// A number that ascends with a float.
#[expect(clippy::inline_always, reason = "compiled once for each instruction set, in the walk")]
#[inline(always)]
fn ordered(value: f32) -> u32 {
    let bits = value.to_bits();
    if bits >> 31 == 1 { !bits } else { bits | 1 << 31 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all<T: Component>(vector: &[f32]) -> Vec<T> {
        vector.iter().map(|component| T::of(*component, steps(largest(vector)))).collect()
    }

    #[test]
    fn components_go_to_the_nearest_step() {
        assert_eq!(all::<i8>(&[0.5, -0.5, 0.25, -0.001, 0.002, 0.0]), [127, -127, 64, 0, 1, 0]);
        assert_eq!(all::<i8>(&[0.0, -0.0]), [0, 0]);
        assert_eq!(all::<Bf16>(&[1.0, -0.5, 1.0 / 3.0]), [0x3F80, 0xBF00, 0x3EAB]);
    }

    #[test]
    fn nearness_ascends_with_the_dot_product() {
        fn ascends<T: Component>() {
            let query: Vec<f32> = (0..70u8).map(|place| f32::from(place) / 70.0 - 0.4).collect();
            let share = |share: f32| query.iter().map(|component| component * share).collect::<Vec<f32>>();
            let rounded = |vector: Vec<f32>| -> Vec<T> {
                vector.iter().map(|component| T::of(*component, steps(1.0))).collect()
            };
            let nearness = [-1.0, -0.3, 0.0, 0.2, 0.9]
                .map(|part| T::nearness(&rounded(share(1.0)), &rounded(share(part))));
            assert!(nearness.is_sorted_by(|left, right| left < right), "{nearness:?}");
        }
        ascends::<i8>();
        ascends::<Bf16>();
        ascends::<f32>();
    }
}
