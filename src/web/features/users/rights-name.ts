import type { UserReply } from '#contract/users.ts'
import { rightPresets, rights } from '#domain/rights.ts'
import { rightsOf } from '#domain/roles.ts'

export function rightsName({ role, rights: given }: UserReply): string {
  const chosen = rightsOf(role, given)
  if (chosen.length === rights.length) return 'All'
  const preset = Object.entries(rightPresets).find(
    ([, itsRights]) =>
      itsRights.length === chosen.length && itsRights.every((right) => chosen.includes(right)),
  )
  return preset?.[0] ?? (chosen.length === 0 ? 'None' : 'Some')
}
