import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { day, rs } from '#test/builders.ts'
import { covers } from '#test/covers.ts'
import { agedDebt, ages } from './ageing.ts'
import { addDays, addMonths, firstOfMonth } from './calendar.ts'
import { studentDebt, type ChargedVoucher } from './debt.ts'
import { less, nothing, paisa, sum, type Money } from './money.ts'

const today = day('2026-11-26')
const monthNo = (month: number) => ({ year: 2026, month })

/** Makes vouchers of these months and rupees in order of generation, posted unless `draft`, after these receipts. */
function chain(
  charges: readonly (readonly [month: number, rupees: number, draft?: 'draft'])[],
  received = 0,
): ChargedVoucher[] {
  let balance = rs(-received)
  return charges.map(([month, rupees, draft], index) => {
    balance = sum(balance, rs(rupees))
    const dueDate = day(`2026-${String(month).padStart(2, '0')}-11`)
    return {
      month: monthNo(month),
      chainNo: index + 1,
      dueDate,
      posted: !draft,
      amount: rs(rupees),
      netBalance: balance,
    }
  })
}

/** Returns month and unpaid rupees of each part. */
const parts = (vouchers: readonly ChargedVoucher[], on = today) =>
  studentDebt(vouchers, on).unpaid.map(({ month, unpaid }) => [month.month, unpaid / 100])

describe('a draft', () => {
  it('is not owed, and its charges are a separate figure', () => {
    covers('decisions 7.draft.balance')

    const vouchers = chain([
      [11, 6800],
      [12, 6800, 'draft'],
    ])
    expect(studentDebt(vouchers, today)).toMatchObject({ balance: rs(6800), notPosted: rs(6800) })
    expect(parts(vouchers)).toEqual([[11, 6800]])
  })

  it('is owed if a later voucher of its chain is posted', () => {
    const vouchers = chain([
      [10, 4500],
      [11, 4500, 'draft'],
      [12, 4500],
    ])
    expect(studentDebt(vouchers, today)).toMatchObject({ balance: rs(13_500), notPosted: 0 })
    expect(parts(vouchers)).toEqual([
      [10, 4500],
      [11, 4500],
      [12, 4500],
    ])
  })

  it('does not use an advance, which stays the family’s', () => {
    const vouchers = chain(
      [
        [11, 4500],
        [12, 4500, 'draft'],
      ],
      7000,
    )
    expect(studentDebt(vouchers, today)).toMatchObject({
      balance: rs(-2500),
      advance: rs(2500),
      owed: 0,
      notPosted: rs(4500),
      unpaid: [],
      dueSince: null,
    })
  })

  it('is the only figure of a child without a posted voucher', () => {
    expect(studentDebt(chain([[12, 4500, 'draft']]), today)).toMatchObject({
      balance: 0,
      notPosted: rs(4500),
    })
    expect(studentDebt([], today)).toMatchObject({ balance: 0, notPosted: 0, unpaid: [] })
  })
})

describe('a debt', () => {
  it('is overdue from the day after the due date, whatever newer voucher carries it', () => {
    covers('decisions 7.owed.split')

    const vouchers = chain(
      [
        [9, 8000],
        [10, 4200],
        [12, 4900],
      ],
      0,
    )
    expect(studentDebt(vouchers, today)).toMatchObject({
      owed: rs(17_100),
      overdue: rs(12_200),
      notDue: rs(4900),
      dueSince: '2026-09-11',
    })
    expect(studentDebt(vouchers, day('2026-09-11')).overdue).toBe(0)
    expect(studentDebt(vouchers, day('2026-09-12')).overdue).toBe(rs(8000))
  })

  it('belongs to the newest months, by month and then by generation, because money pays the oldest', () => {
    covers('decisions 7.owed.order')

    const outOfOrder = chain(
      [
        [12, 4500],
        [10, 4500],
        [11, 4500],
      ],
      4500,
    )
    expect(parts(outOfOrder)).toEqual([
      [11, 4500],
      [12, 4500],
    ])
    expect(
      parts(
        chain(
          [
            [9, 4500],
            [10, 4500],
            [11, 6000],
          ],
          6750.5,
        ),
      ),
    ).toEqual([
      [10, 2249.5],
      [11, 6000],
    ])
  })

  it('belongs to the oldest month if it was brought in, and an advance that was brought in pays like money', () => {
    const brought = (rupees: number, received = 0) =>
      parts(
        chain(
          [
            [8, rupees],
            [9, 4500],
            [10, 4500],
          ],
          received,
        ),
      )
    expect(brought(7500, 2500)[0]).toEqual([8, 5000])
    expect(brought(-3000, 2000)).toEqual([[10, 4000]])
  })

  it('belongs to the oldest month if it exceeds all charges', () => {
    const [voucher] = chain([[10, 4500]])
    if (!voucher) throw new Error('No voucher')
    expect(parts([{ ...voucher, netBalance: rs(5000) }])).toEqual([[10, 5000]])
  })
})

const anAmount = fc.integer({ min: 0, max: 900_000 }).map(paisa)
const someVouchers = fc
  .record({
    received: fc.integer({ min: 0, max: 6_000_000 }).map(paisa),
    charges: fc.array(
      fc.record({
        amount: anAmount,
        month: fc.integer({ min: -8, max: 3 }).map((months) => addMonths(monthNo(11), months)),
        posted: fc.boolean(),
        days: fc.integer({ min: 0, max: 20 }),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ received, charges }) => {
    let balance = less(nothing, received)
    return charges.map(({ amount, month, posted, days }, index): ChargedVoucher => {
      balance = sum(balance, amount)
      const dueDate = addDays(firstOfMonth(month), days)
      return { month, chainNo: index + 1, dueDate, posted, amount, netBalance: balance }
    })
  })

const owedLessAdvance = (vouchers: readonly ChargedVoucher[]): Money => {
  const { owed, advance } = studentDebt(vouchers, today)
  return less(owed, advance)
}

it('the parts, the ages, and overdue plus not due each add up to the debt; only the oldest part is incomplete', () => {
  fc.assert(
    fc.property(someVouchers, (vouchers) => {
      const { owed, overdue, notDue, unpaid, dueSince } = studentDebt(vouchers, today)
      expect(sum(nothing, ...unpaid.map((part) => part.unpaid))).toBe(owed)
      const aged = agedDebt(unpaid, today)
      expect(sum(...ages.map(({ key }) => aged[key]))).toBe(owed)
      expect(aged.notDue).toBe(notDue)
      expect(sum(overdue, notDue)).toBe(owed)
      expect(dueSince !== null && dueSince < today).toBe(overdue > 0)
      for (const part of unpaid.slice(1)) expect(part.unpaid).toBe(part.amount)
    }),
  )
})

it('a draft does not change the debt; posting changes debt less advances by the charges that begin to count', () => {
  covers('decisions 7.draft.moves')

  fc.assert(
    fc.property(someVouchers, fc.nat(11), anAmount, (vouchers, at, amount) => {
      const { notPosted, ...debt } = studentDebt(vouchers, today)
      const last = vouchers.at(-1)
      const chainNo = vouchers.length + 1
      const draft: ChargedVoucher = {
        month: monthNo(12),
        chainNo,
        dueDate: day('2026-12-11'),
        posted: false,
        amount,
        netBalance: sum(last?.netBalance ?? nothing, amount),
      }
      const generated = studentDebt([...vouchers, draft], today)
      expect(generated).toEqual({ ...debt, notPosted: sum(notPosted, amount) })

      const posted = vouchers.map((voucher, index) => (index === at ? { ...voucher, posted: true } : voucher))
      const lastPosted = vouchers.findLastIndex((voucher) => voucher.posted)
      const begins = at <= lastPosted ? [] : vouchers.slice(lastPosted + 1, at + 1)
      const counts = at < vouchers.length ? begins : []
      // Without a posted voucher, received money counts from the first voucher that is posted.
      const received = lastPosted < 0 && counts[0] ? less(counts[0].netBalance, counts[0].amount) : nothing
      expect(less(owedLessAdvance(posted), owedLessAdvance(vouchers))).toBe(
        sum(received, ...counts.map((voucher) => voucher.amount)),
      )
    }),
  )
})
