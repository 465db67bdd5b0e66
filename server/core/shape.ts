/** A plain object type of an answer that is no entity; field types as GraphQL text. */
export interface Shape {
  kind: 'shape';
  name: string;
  description: string;
  fields: Record<string, { type: string; description: string }>;
  /** further shapes that the field types name */
  uses: Shape[];
}

/** Declares the type of a report's answer. */
export function shape(
  name: string,
  description: string,
  fields: Record<string, { type: string; description: string }>,
  uses: Shape[] = [],
): Shape {
  return { kind: 'shape', name, description, fields, uses };
}
