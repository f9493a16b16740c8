export interface ChangedFields {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** Returns the fields that differ, with both values; null if none differ. The history records only these fields. */
export function changedFields<T extends object>(before: T, after: T): ChangedFields | null {
  const oldValues = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(([field, value]) => oldValues.get(field) !== value)
  if (changed.length === 0) return null
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, oldValues.get(field)])),
    after: Object.fromEntries(changed),
  }
}
