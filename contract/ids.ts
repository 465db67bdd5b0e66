/** At most 18 digits: every such number fits into a bigint. */
const ID_FORM = /^[1-9]\d{0,17}$/;

/** Whether a text has the form of an id; what has not is no one's. */
export function isId(text: string): boolean {
  return ID_FORM.test(text);
}
