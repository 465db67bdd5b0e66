import { normalOf, type Random } from './random.ts';

/** Rows of equal length one behind the other. */
export type Rows = { readonly count: number; readonly width: number; readonly values: Float32Array };

/** A matrix of which few entries are not 0: those of row i are at `starts[i] … starts[i + 1] - 1`. */
export type SparseMatrix = {
  readonly count: number;
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float32Array;
};

export function rowsOf(count: number, width: number): Rows {
  return { count, width, values: new Float32Array(count * width) };
}

/** matrix x rows */
function times({ count, starts, columns, values }: SparseMatrix, rows: Rows): Rows {
  const { width } = rows;
  const from = rows.values;
  const result = rowsOf(count, width);
  const to = result.values;
  for (let i = 0; i < count; i++) {
    const at = i * width;
    for (let entry = starts[i]!; entry < starts[i + 1]!; entry++) {
      const value = values[entry]!;
      const other = columns[entry]! * width;
      for (let k = 0; k < width; k++) to[at + k]! += value * from[other + k]!;
    }
  }
  return result;
}

/** matrix transposed x rows; the matrix is square */
function transposedTimes({ count, starts, columns, values }: SparseMatrix, rows: Rows): Rows {
  const { width } = rows;
  const from = rows.values;
  const result = rowsOf(count, width);
  const to = result.values;
  for (let i = 0; i < count; i++) {
    const at = i * width;
    for (let entry = starts[i]!; entry < starts[i + 1]!; entry++) {
      const value = values[entry]!;
      const other = columns[entry]! * width;
      for (let k = 0; k < width; k++) to[other + k]! += value * from[at + k]!;
    }
  }
  return result;
}

/** rows transposed x rows, a square of their width */
function gramOf({ count, width, values }: Rows): Float64Array {
  const gram = new Float64Array(width * width);
  for (let i = 0; i < count; i++) {
    const at = i * width;
    for (let a = 0; a < width; a++) {
      const value = values[at + a]!;
      if (value === 0) continue;
      for (let b = a; b < width; b++) gram[a * width + b]! += value * values[at + b]!;
    }
  }
  for (let a = 0; a < width; a++) for (let b = 0; b < a; b++) gram[a * width + b] = gram[b * width + a]!;
  return gram;
}

/** rows x square, in place of the rows; the first `keep` columns of it */
function turned({ count, width, values }: Rows, square: Float64Array, keep: number): Rows {
  const result = rowsOf(count, keep);
  const line = new Float64Array(keep);
  for (let i = 0; i < count; i++) {
    line.fill(0);
    for (let a = 0; a < width; a++) {
      const value = values[i * width + a]!;
      for (let b = 0; b < keep; b++) line[b]! += value * square[a * width + b]!;
    }
    result.values.set(line, i * keep);
  }
  return result;
}

/**
 * Eigenvalues and vectors of a symmetric square, the largest first (Jacobi's rotations).
 * @returns vectors: as columns
 */
function eigenOf(square: Float64Array, width: number): { values: Float64Array; vectors: Float64Array } {
  const a = Float64Array.from(square);
  const vectors = new Float64Array(width * width);
  for (let i = 0; i < width; i++) vectors[i * width + i] = 1;
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    let whole = 0;
    for (let p = 0; p < width; p++) {
      whole += a[p * width + p]! ** 2;
      for (let q = p + 1; q < width; q++) off += a[p * width + q]! ** 2;
    }
    if (off <= 1e-18 * whole) break;
    for (let p = 0; p < width; p++) {
      for (let q = p + 1; q < width; q++) {
        const between = a[p * width + q]!;
        if (between === 0) continue;
        const theta = (a[q * width + q]! - a[p * width + p]!) / (2 * between);
        const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < width; k++) {
          const x = a[k * width + p]!;
          const y = a[k * width + q]!;
          a[k * width + p] = c * x - s * y;
          a[k * width + q] = s * x + c * y;
        }
        for (let k = 0; k < width; k++) {
          const x = a[p * width + k]!;
          const y = a[q * width + k]!;
          a[p * width + k] = c * x - s * y;
          a[q * width + k] = s * x + c * y;
          const v = vectors[k * width + p]!;
          const w = vectors[k * width + q]!;
          vectors[k * width + p] = c * v - s * w;
          vectors[k * width + q] = s * v + c * w;
        }
      }
    }
  }
  const order = Array.from({ length: width }, (_, i) => i).toSorted(
    (i, j) => a[j * width + j]! - a[i * width + i]!,
  );
  const sorted = new Float64Array(width * width);
  for (let k = 0; k < width; k++)
    for (const [to, from] of order.entries()) sorted[k * width + to] = vectors[k * width + from]!;
  return { values: Float64Array.from(order, (i) => Math.max(0, a[i * width + i]!)), vectors: sorted };
}

/** The same space on axes of length 1 at right angles. */
function orthonormal(rows: Rows): Rows {
  const { width } = rows;
  const { values, vectors } = eigenOf(gramOf(rows), width);
  const largest = values[0] ?? 0;
  for (let b = 0; b < width; b++) {
    const scale = values[b]! > 1e-10 * largest && largest > 0 ? 1 / Math.sqrt(values[b]!) : 0;
    for (let a = 0; a < width; a++) vectors[a * width + b]! *= scale;
  }
  return turned(rows, vectors, width);
}

/**
 * The strongest left singular vectors of a square matrix, each times the square root of its singular value
 * (Halko, Martinsson and Tropp: a random start, sharpened by repeated multiplication).
 * @returns a row of `rank` numbers for each row of the matrix
 */
export function strongestDirections(matrix: SparseMatrix, rank: number, random: Random): Rows {
  const { count } = matrix;
  const kept = Math.min(rank, count);
  const width = Math.min(kept + 10, count);
  let base = rowsOf(count, width);
  for (let i = 0; i < base.values.length; i++) base.values[i] = normalOf(random);
  base = orthonormal(times(matrix, base));
  for (let round = 0; round < 1; round++) {
    base = orthonormal(transposedTimes(matrix, base));
    base = orthonormal(times(matrix, base));
  }
  const { values, vectors } = eigenOf(gramOf(transposedTimes(matrix, base)), width);
  for (let b = 0; b < width; b++)
    for (let a = 0; a < width; a++) vectors[a * width + b]! *= values[b]! ** 0.25;
  return turned(base, vectors, kept);
}

/** Gives each row the length 1; a row of zeros stays one. */
export function normaliseRows({ count, width, values }: Rows): void {
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let at = i * width; at < (i + 1) * width; at++) sum += values[at]! * values[at]!;
    if (sum === 0) continue;
    const scale = 1 / Math.sqrt(sum);
    for (let at = i * width; at < (i + 1) * width; at++) values[at]! *= scale;
  }
}

/** Takes the mean of all rows away from each. */
export function centreRows({ count, width, values }: Rows): void {
  const mean = new Float64Array(width);
  for (let i = 0; i < count; i++) for (let k = 0; k < width; k++) mean[k]! += values[i * width + k]! / count;
  for (let i = 0; i < count; i++) for (let k = 0; k < width; k++) values[i * width + k]! -= mean[k]!;
}

/** Some of the rows, in the order given. */
export function someRows({ width, values }: Rows, which: ArrayLike<number>): Rows {
  const rows = rowsOf(which.length, width);
  for (let i = 0; i < which.length; i++)
    rows.values.set(values.subarray(which[i]! * width, (which[i]! + 1) * width), i * width);
  return rows;
}
