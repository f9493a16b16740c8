export interface ChangedFields {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** The fields that differ, with their values before and after; null for none. History records only these. */
export function changedFields<T extends object>(before: T, after: T): ChangedFields | null {
  const was = new Map<string, unknown>(Object.entries(before))
  const changed = Object.entries(after).filter(([field, value]) => was.get(field) !== value)
  if (changed.length === 0) return null
  return {
    before: Object.fromEntries(changed.map(([field]) => [field, was.get(field)])),
    after: Object.fromEntries(changed),
  }
}
