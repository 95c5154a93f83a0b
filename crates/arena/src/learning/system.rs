//! Systems of linear equations.
//!
//! The packages for this (`nalgebra`, `faer`) are large and solve a few equations no better; this is some forty lines, used only while learning.

/// A square system: the matrix and the right-hand side.
#[derive(Clone)]
pub(crate) struct System<const SIZE: usize> {
    pub(crate) products: Vec<[f64; SIZE]>,
    pub(crate) right: [f64; SIZE],
}

impl<const SIZE: usize> Default for System<SIZE> {
    fn default() -> Self {
        System { products: vec![[0.0; SIZE]; SIZE], right: [0.0; SIZE] }
    }
}

impl<const SIZE: usize> System<SIZE> {
    /// Adds a row of features times itself, with a weight.
    pub(crate) fn add_square(&mut self, features: &[f64; SIZE], times: f64) {
        for (row, feature) in self.products.iter_mut().zip(features) {
            row.iter_mut().zip(features).for_each(|(sum, other)| *sum += times * feature * other);
        }
    }

    /// Adds a row of features to the right-hand side, with a weight.
    pub(crate) fn add_right(&mut self, features: &[f64; SIZE], times: f64) {
        self.right.iter_mut().zip(features).for_each(|(sum, feature)| *sum += times * feature);
    }

    pub(crate) fn together(mut self, other: Self) -> Self {
        for (row, more) in self.products.iter_mut().zip(&other.products) {
            row.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        }
        self.right.iter_mut().zip(other.right).for_each(|(sum, more)| *sum += more);
        self
    }

    /// The unknowns, by elimination; a little `decay` keeps those that make no difference at zero.
    pub(crate) fn solve(mut self, decay: f64) -> [f64; SIZE] {
        for (place, row) in self.products.iter_mut().enumerate() {
            row[place] += decay;
        }
        for pivot in 0..SIZE {
            let best =
                (pivot..SIZE).max_by(|&a, &b| self.products[a][pivot].abs().total_cmp(&self.products[b][pivot].abs()));
            let best = best.unwrap_or(pivot);
            self.products.swap(pivot, best);
            self.right.swap(pivot, best);
            let (row, right) = (self.products[pivot], self.right[pivot]);
            for other in 0..SIZE {
                let factor = self.products[other][pivot] / row[pivot];
                if other != pivot && factor != 0.0 {
                    self.products[other].iter_mut().zip(row).for_each(|(cell, pivot)| *cell -= factor * pivot);
                    self.right[other] -= factor * right;
                }
            }
        }
        std::array::from_fn(|place| self.right[place] / self.products[place][place])
    }
}

#[cfg(test)]
mod tests {
    use super::System;

    #[test]
    fn a_line_is_found_from_points_on_it() {
        let mut system = System::<3>::default();
        for x in 0..10 {
            let features = [1.0, f64::from(x), 0.0];
            system.add_square(&features, 1.0);
            system.add_right(&features, 3.0 - 2.0 * f64::from(x));
        }
        let [constant, slope, nothing] = system.solve(1e-9);
        assert!((constant - 3.0).abs() < 1e-6 && (slope + 2.0).abs() < 1e-6 && nothing == 0.0);
    }
}
