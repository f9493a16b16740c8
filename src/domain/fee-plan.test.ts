import { expect, test } from 'vitest'
import {
  classesInPlan,
  classesThatDiffer,
  feePlanChanges,
  feePlanOf,
  noClassFees,
  planFormHeads,
  usualAmounts,
} from './fee-plan.ts'
import { fieldLabel } from './field-label.ts'
import { historyFields } from './history-fields.ts'
import { paisa } from './money.ts'

const plan = (studentClass: '5' | 'Play Group', fees: object) =>
  feePlanOf([{ studentClass, ...noClassFees, ...fees }])
const none = feePlanOf([])

test('a plan has the fees of a student except the discount, with the monthly fee first', () => {
  expect(planFormHeads.map(({ key }) => key)).toEqual([
    'monthlyFee',
    'registrationFee',
    'admissionFee',
    'examinationFee',
  ])
})

test('a class is in the plan once it has an amount, even an amount of 0', () => {
  expect(classesInPlan(none)).toEqual([])
  expect(classesInPlan(plan('5', { admissionFee: paisa(0) }))).toEqual(['5'])
})

test('only classes whose amounts differ are changed; a missing amount is not an amount of 0', () => {
  const [one, other] = [plan('5', { monthlyFee: paisa(0) }), plan('5', {})]
  expect(classesThatDiffer(one, one)).toEqual([])
  expect(feePlanChanges(one, one)).toBeNull()
  expect(classesThatDiffer(one, other)).toEqual(['5'])
})

test('the history shows each changed amount with its class', () => {
  const before = plan('Play Group', { monthlyFee: paisa(300_000) })
  const after = plan('Play Group', { monthlyFee: paisa(350_050), admissionFee: paisa(0) })
  const changed = feePlanChanges(before, after)
  expect(changed).toEqual({
    before: { 'Play Group monthlyFee': 300_000, 'Play Group admissionFee': null },
    after: { 'Play Group monthlyFee': 350_050, 'Play Group admissionFee': 0 },
  })
  const fields = historyFields(changed?.before ?? null, changed?.after ?? null)
  expect(fields.map(({ field, ...values }) => [fieldLabel(field), values.before, values.after])).toEqual([
    ['Class Play Group, Monthly Tuition Fee', '3,000', '3,500.50'],
    ['Class Play Group, Admission Fee', null, '0'],
  ])
})

test('an admission starts with the amounts of the plan, else the most frequent fees, else without amounts', () => {
  const usual = {
    monthlyFee: paisa(500_000),
    registrationFee: paisa(70_000),
    admissionFee: paisa(200_000),
    examinationFee: paisa(0),
  }
  const set = { ...noClassFees, monthlyFee: paisa(475_000), admissionFee: paisa(0) }
  expect(usualAmounts(set, usual)).toEqual({ ...usual, monthlyFee: 475_000, admissionFee: 0 })
  expect(usualAmounts(set, null)).toEqual(set)
  expect(usualAmounts(noClassFees, usual)).toEqual(usual)
  expect(usualAmounts(noClassFees, null)).toBeNull()
})
