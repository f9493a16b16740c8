/** Builds a record with one value for each item, in the order of the items. */
export function recordOf<Item, Name extends string, Value>(
  items: readonly Item[],
  nameOf: (item: Item) => Name,
  valueOf: (item: Item) => Value,
): Record<Name, Value> {
  const values: Partial<Record<Name, Value>> = {}
  for (const item of items) values[nameOf(item)] = valueOf(item)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the items have every name of the type
  return values as Record<Name, Value>
}

/** Lists the field names of an object that has only the fields of its type. */
export function keysOf<T extends object>(fields: T): readonly Extract<keyof T, string>[] {
  const names: Extract<keyof T, string>[] = []
  for (const name in fields) names.push(name)
  return names
}
