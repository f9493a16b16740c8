import { describe, expect, it } from 'vitest'
import { changeMember, leavesNoAdmin, type Role } from './roles.ts'

const member = (userId: string, role: Role, disabled = false) => ({ userId, role, disabled })
const refused = (code: string) => ({ ok: false, refusal: { code } })

describe('a change of staff', () => {
  const head = member('head', 'admin')
  const clerk = member('clerk', 'write')

  it('keeps at least one admin who can sign in', () => {
    expect(changeMember([head, clerk], 'head', { disabled: true })).toEqual(refused('last-admin'))
    expect(changeMember([head, clerk], 'head', { role: 'readwrite' })).toEqual(refused('last-admin'))
    const away = member('away', 'admin', true)
    expect(changeMember([head, away], 'head', { disabled: true })).toEqual(refused('last-admin'))
    expect(changeMember([head, member('other', 'admin')], 'head', { disabled: true })).toMatchObject({
      ok: true,
    })
    expect(changeMember([head, clerk], 'clerk', { disabled: true })).toMatchObject({ ok: true })
  })

  it('needs an existing user and a real change', () => {
    expect(changeMember([head], 'nobody', { disabled: true })).toEqual(refused('user-unknown'))
    expect(changeMember([head, clerk], 'clerk', { role: 'write' })).toEqual(refused('no-changes'))
    expect(changeMember([head, clerk], 'clerk', { disabled: false })).toEqual(refused('no-changes'))
  })

  it('records the old and new values', () => {
    expect(changeMember([head, clerk], 'clerk', { role: 'admin' })).toEqual({
      ok: true,
      value: { before: clerk, after: { ...clerk, role: 'admin' } },
    })
  })

  it('is unrestricted where there was no admin to lose', () => {
    expect(leavesNoAdmin([clerk], { ...clerk, disabled: true })).toBe(false)
  })
})
