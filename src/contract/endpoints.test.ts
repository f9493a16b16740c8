import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'

describe('what may come from a standby', () => {
  const named = endpoints.filter(({ fromStandby }) => fromStandby)

  it('only reads, for any staff: the standby knows neither changes nor the roles of admins', () => {
    expect(named.map(({ effect, access }) => `${effect} ${access}`)).toEqual(named.map(() => 'reads staff'))
  })

  it('is every file and its report, and nothing of the counter', () => {
    const calls = new Set(named.map(({ path }) => path.split('/')[2]))
    expect(calls).toEqual(
      new Set([
        'exportAdmissionReport',
        'exportReceipts',
        'exportStudentList',
        'exportVouchers',
        'getAdmissionReport',
        'getAllVouchers',
        'getReceipts',
        'getStudentList',
      ]),
    )
  })
})
