/**
 * Does something to each of several records, one after the other; what fails stops no other.
 * @param onStep told which of them is under way, from 1
 */
export async function inTurn<Item>(
  items: readonly Item[],
  send: (item: Item) => Promise<unknown>,
  onStep: (step: number) => void = () => {},
): Promise<{ done: Item[]; failures: unknown[] }> {
  const done: Item[] = [];
  const failures: unknown[] = [];
  for (const [index, item] of items.entries()) {
    onStep(index + 1);
    await send(item).then(
      () => done.push(item),
      (error: unknown) => failures.push(error),
    );
  }
  return { done, failures };
}
