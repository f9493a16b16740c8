import { feeHeads } from '#domain/fee-heads.ts'
import { jsonList, jsonText, jsonWord, orJsonNull } from './json-text.ts'

const flags = `case when v.fee_paid then 1 else 0 end + case when v.posted then 2 else 0 end
  + case when s.state <> 'active' then 4 else 0 end`

/**
 * A voucher `v` with its student `s` as a list of values (contract/voucher-rows.ts), as SQL that makes its JSON text on
 * one line; amounts in paisa.
 */
export const voucherLine = jsonList([
  jsonText('v.voucher_no'),
  'v.chain_no',
  'v.roll_no',
  jsonText('s.student_name'),
  jsonText('s.father_name'),
  jsonWord('v.student_class'),
  jsonWord('v.section'),
  jsonWord('v.period_from'),
  jsonWord('v.period_to'),
  jsonWord('v.issue_date'),
  jsonWord('v.due_date'),
  ...feeHeads.map(({ column }) => `v.${column}`),
  'v.arrears',
  'v.received',
  flags,
  orJsonNull(jsonText('v.carried_to')),
])
