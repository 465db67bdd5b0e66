import type { ProductError } from './errors.ts';

/**
 * Turns the database's refusal of a second equal value into a sentence. The unique index is asked
 * and not the rows, so that two writers at once cannot both find the value free.
 *
 * @param index name of the unique index
 * @throws what `refusal` makes
 */
export async function rejectDuplicate<T>(
  index: string,
  refusal: () => ProductError,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    throw code === '23505' && constraint === index ? refusal() : error;
  }
}
