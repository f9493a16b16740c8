import { feeHeads } from '#domain/fee-heads.ts'
import { nothing, opposite, paisa } from '#domain/money.ts'
import {
  receiptsByHead as spreadByRule,
  receivedHeads,
  type MoneyEntry,
  type VoucherState,
} from '#domain/received-heads.ts'
import { playMoney, someActions } from '#test/random-money.ts'
import { openSchool } from '#test/school.ts'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { headColumn, receiptsByHead } from './receipts-by-head.ts'

const school = await openSchool()
afterAll(() => school[Symbol.asyncDispose]())

/** The states of the student's vouchers, from the present one backwards through the re-pricings. */
async function statesOfVouchers(): Promise<VoucherState[]> {
  const vouchers = await school.db.selectFrom('vouchers').selectAll().execute()
  const changes = await school.db.selectFrom('changes').selectAll().orderBy('change_no').execute()
  return vouchers.flatMap((voucher) => {
    const own = changes.filter(({ voucher_no }) => voucher_no === voucher.voucher_no)
    const replacement = vouchers.find(({ voucher_no }) => voucher_no === voucher.replaced_by)
    const voiding = own.find(({ what }) => what === 'voucher voided')
    let charges = Object.fromEntries(feeHeads.map(({ key, column }) => [key, paisa(voucher[column])]))
    let until: Date | null = replacement?.generated_at ?? voiding?.changed_at ?? null
    const states: VoucherState[] = []
    const state = (since: Date) =>
      ({
        ...charges,
        broughtIn: voucher.kind === 'opening' ? paisa(Math.max(0, voucher.arrears)) : nothing,
        month: { year: voucher.year, month: voucher.month },
        chainNo: voucher.chain_no,
        since,
        until,
      }) as VoucherState // with every head, as above
    for (const { what, before, changed_at } of own.toReversed()) {
      if (what !== 'voucher re-priced') continue
      states.push(state(changed_at))
      charges = { ...charges, ...(before as Record<string, never>) }
      until = changed_at
    }
    return [...states, state(voucher.generated_at)]
  })
}

async function moneyEntries(): Promise<MoneyEntry[]> {
  const receipts = await school.db.selectFrom('receipts').selectAll().orderBy('receipt_no').execute()
  const adjustments = await school.db.selectFrom('adjustments').selectAll().orderBy('adjustment_no').execute()
  const advances = await school.db
    .selectFrom('vouchers')
    .selectAll()
    .where('kind', '=', 'opening')
    .where('arrears', '<', 0)
    .execute()
  const entries = [
    ...advances.map(({ arrears, generated_at }) => ({
      receiptNo: null,
      reverses: null,
      amount: opposite(paisa(arrears)),
      enteredAt: generated_at,
    })),
    ...receipts.map(({ receipt_no, reverses, amount, entered_at }) => ({
      receiptNo: receipt_no,
      reverses,
      amount: paisa(amount),
      enteredAt: entered_at,
    })),
    ...adjustments
      .filter(({ from_voucher_no }) => from_voucher_no === null)
      .map(({ amount, entered_at }) => ({
        receiptNo: null,
        reverses: null,
        amount: opposite(paisa(amount)),
        enteredAt: entered_at,
      })),
  ]
  return entries.toSorted((one, other) => one.enteredAt.getTime() - other.enteredAt.getTime())
}

const selected = receivedHeads.map(({ key }) => `h.${headColumn(key)} as "${key}"`).join(', ')

async function spreadBySql(): Promise<Record<string, object>> {
  const { rows } = await sql<{ receiptNo: number }>`
    select h.receipt_no as "receiptNo", ${sql.raw(selected)} from ${receiptsByHead({ campus: 'Main Campus' }, {})} h`.execute(
    school.db,
  )
  return Object.fromEntries(rows.map(({ receiptNo, ...heads }) => [receiptNo, heads]))
}

it('spreads each receipt as the rule does, after random months, payments, corrections, re-pricings and voids', async () => {
  let [receipts, inAdvance] = [0, 0]
  await fc.assert(
    fc.asyncProperty(someActions, async (actions) => {
      await playMoney(school, actions)
      const bySql = await spreadBySql()
      const byRule = Object.fromEntries(spreadByRule(await statesOfVouchers(), await moneyEntries()))
      expect(bySql).toEqual(byRule)
      receipts += Object.keys(byRule).length
      inAdvance += Object.values(byRule).filter(({ advance }) => advance !== 0).length
    }),
    { numRuns: 28, seed: 43 },
  )
  expect(receipts).toBeGreaterThan(80)
  expect(inAdvance).toBeGreaterThan(8)
}, 120_000)
