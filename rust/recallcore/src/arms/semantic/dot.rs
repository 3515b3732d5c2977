//! Dot products: a fast approximate one that decides what to look at, and an exact one that is the score.

use super::matrix::Slot;
use super::vectors::View;
use pulp::{Arch, Simd, WithSimd};

/// Independent sums of [`similarity`], added up in one fixed order.
const LANES: usize = 8;

/// The cosine similarity of two unit vectors, in [-1, 1].
///
/// Products of `f32` are exact in `f64`, and the order of the additions is fixed, so that every machine gives the
/// same bits. Rounding of the stored vectors could carry it past 1 by some 1e-7; that is cut off.
#[expect(clippy::inline_always, reason = "compiled once for each instruction set by `similarities`")]
#[inline(always)]
pub(super) fn similarity(left: &[f32], right: &[f32]) -> f64 {
    let (left_blocks, left_rest) = left.as_chunks::<LANES>();
    let (right_blocks, right_rest) = right.as_chunks::<LANES>();
    let mut sums = [0.0f64; LANES];
    for (x, y) in std::iter::zip(left_blocks, right_blocks) {
        for lane in 0..LANES {
            sums[lane] += f64::from(x[lane]) * f64::from(y[lane]);
        }
    }
    let mut total = ((sums[0] + sums[4]) + (sums[2] + sums[6])) + ((sums[1] + sums[5]) + (sums[3] + sums[7]));
    for (x, y) in std::iter::zip(left_rest, right_rest) {
        total += f64::from(*x) * f64::from(*y);
    }
    total.clamp(-1.0, 1.0)
}

/// The similarity of `query` to each of `vectors`, in their order.
pub(super) fn similarities(query: &[f32], vectors: &[&[f32]]) -> Vec<f64> {
    Arch::new().dispatch(Similarities { query, vectors })
}

struct Similarities<'a> {
    query: &'a [f32],
    vectors: &'a [&'a [f32]],
}

impl WithSimd for Similarities<'_> {
    type Output = Vec<f64>;

    // Wider registers hold more of the lanes at a time; without fused operations they round as narrow ones do.
    #[expect(clippy::inline_always, reason = "the body must be compiled once for each instruction set")]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Vec<f64> {
        self.vectors.iter().map(|vector| similarity(self.query, vector)).collect()
    }
}

/// The vector scaled to length 1 in `f64`, or none if it is all zeros.
pub(super) fn unit(vector: &[f32]) -> Option<Vec<f32>> {
    let norm = vector.iter().map(|component| f64::from(*component).powi(2)).sum::<f64>().sqrt();
    #[expect(clippy::cast_possible_truncation, reason = "rounding to f32 is what is stored")]
    let scaled = |component: &f32| (f64::from(*component) / norm) as f32;
    (norm > 0.0).then(|| vector.iter().map(scaled).collect())
}

/// How far apart the approximate scores of two slots may be while the exact order is the other way round.
///
/// A dot product of `d` terms in floating point, whatever the order of additions, is within `d u / (1 - d u)` of the
/// exact one for unit vectors, where `u` is half the machine epsilon (Higham, *Accuracy and Stability of Numerical
/// Algorithms*, 2002, §3.1). Twice that for two slots, and a millionth for the rounding of the unit vectors.
pub(super) fn approximation_slack(dimension: usize) -> f32 {
    #[expect(clippy::cast_precision_loss, reason = "dimensions are far below 2^24")]
    let terms = dimension as f32 + 8.0;
    terms * f32::EPSILON * 1.1 + 1e-6
}

/// The approximate similarities of `query` to the vectors at `slots`, in their order.
pub(super) fn approximate(query: &[f32], vectors: View<'_>, slots: &[Slot]) -> Vec<f32> {
    Arch::new().dispatch(Dots { query, vectors, slots })
}

struct Dots<'a> {
    query: &'a [f32],
    vectors: View<'a>,
    slots: &'a [Slot],
}

impl WithSimd for Dots<'_> {
    type Output = Vec<f32>;

    #[expect(clippy::inline_always, reason = "the body must be compiled once for each instruction set")]
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> Vec<f32> {
        let mut scores = Vec::with_capacity(self.slots.len());
        for slot in self.slots {
            scores.push(dot(simd, self.query, self.vectors.of(*slot)));
        }
        scores
    }
}

/// Four sums in flight, because one fused multiply-add takes about as long as starting eight.
#[expect(clippy::inline_always, reason = "the body must be compiled once for each instruction set")]
#[inline(always)]
fn dot<S: Simd>(simd: S, left: &[f32], right: &[f32]) -> f32 {
    let (left_vectors, left_rest) = S::as_simd_f32s(left);
    let (right_vectors, right_rest) = S::as_simd_f32s(right);
    let (left_blocks, left_vectors) = left_vectors.as_chunks::<4>();
    let (right_blocks, right_vectors) = right_vectors.as_chunks::<4>();
    let mut sums = [simd.splat_f32s(0.0); 4];
    for (x, y) in std::iter::zip(left_blocks, right_blocks) {
        sums[0] = simd.mul_add_e_f32s(x[0], y[0], sums[0]);
        sums[1] = simd.mul_add_e_f32s(x[1], y[1], sums[1]);
        sums[2] = simd.mul_add_e_f32s(x[2], y[2], sums[2]);
        sums[3] = simd.mul_add_e_f32s(x[3], y[3], sums[3]);
    }
    for (x, y) in std::iter::zip(left_vectors, right_vectors) {
        sums[0] = simd.mul_add_e_f32s(*x, *y, sums[0]);
    }
    let sum = simd.add_f32s(simd.add_f32s(sums[0], sums[2]), simd.add_f32s(sums[1], sums[3]));
    let mut total = simd.reduce_sum_f32s(sum);
    for (x, y) in std::iter::zip(left_rest, right_rest) {
        total += x * y;
    }
    total
}
