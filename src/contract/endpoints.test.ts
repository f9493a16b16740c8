import { describe, expect, it } from 'vitest'
import { endpoints } from './endpoints.ts'

describe('the endpoints that a standby may serve', () => {
  const named = endpoints.filter(({ fromStandby }) => fromStandby)

  it('only read, and are open to all staff: a standby knows neither changes nor admin roles', () => {
    expect(named.map(({ effect, access }) => `${effect} ${access}`)).toEqual(named.map(() => 'reads staff'))
  })

  it('are all exports and their reports, and nothing of the counter', () => {
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
