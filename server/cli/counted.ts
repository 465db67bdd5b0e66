/** A number with its word: "1 author", "2,000 authors". @param many when it is not the one with an s */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
