import { describe, expect, it } from 'vitest'
import { changeMember, countApprovers, leavesNoAdmin, rightsOf, type Role } from './roles.ts'

const member = (userId: string, role: Role, disabled = false) => ({
  userId,
  role,
  disabled,
  rights: null,
})
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

  it('is unrestricted if there was no admin to lose', () => {
    expect(leavesNoAdmin([clerk], { ...clerk, disabled: true })).toBe(false)
  })
})

describe('the rights of a user', () => {
  it('are all those of the role if none were chosen, and none for the read role', () => {
    expect(rightsOf('write', null)).toEqual(['receive', 'price', 'generate', 'approve'])
    expect(rightsOf('write', ['approve', 'receive'])).toEqual(['receive', 'approve'])
    expect(rightsOf('admin', [])).toEqual([])
    expect(rightsOf('read', ['approve'])).toEqual([])
  })

  it('are compared in any order, so that only a difference is a change', () => {
    const clerk = { ...member('clerk', 'write'), rights: ['receive', 'price'] as const }
    expect(changeMember([clerk], 'clerk', { rights: ['price', 'receive'] })).toEqual(refused('no-changes'))
    expect(changeMember([clerk], 'clerk', { rights: null })).toMatchObject({ ok: true })
    expect(changeMember([clerk], 'clerk', { rights: [] })).toMatchObject({ ok: true })
  })

  it('decide how many other users could approve: enabled users with the right to approve', () => {
    const cashier = { ...member('cashier', 'write'), rights: ['receive'] as const }
    const members = [member('clerk', 'write'), member('away', 'admin', true), member('head', 'read'), cashier]
    expect(countApprovers(members, 'cashier')).toBe(1)
    expect(countApprovers(members, 'clerk')).toBe(0)
  })
})
