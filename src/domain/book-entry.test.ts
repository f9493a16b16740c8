import { expect, it } from 'vitest'
import { entryNote, sidesOf, type BookEntry } from './book-entry.ts'
import { nothing, paisa } from './money.ts'

const rs = (rupees: number) => paisa(rupees * 100)
const blank: Omit<BookEntry, 'kind'> = {
  reverses: null,
  before: null,
  after: null,
  discountBefore: null,
  discountAfter: null,
  adjustment: null,
  method: null,
  reference: '',
  other: '',
  reason: '',
}

it.each<[BookEntry, string]>([
  [{ ...blank, kind: 'billed', reason: 'Annual fund' }, 'Annual fund'],
  [
    { ...blank, kind: 'opening', reason: 'Opening balance as of 31 Oct 2026' },
    'Opening balance as of 31 Oct 2026',
  ],
  [{ ...blank, kind: 're-priced', before: rs(4500), after: rs(4800) }, 'From 4,500 to 4,800'],
  [{ ...blank, kind: 'replaced', other: '5Red1-202611-2' }, 'Replaced by 5Red1-202611-2'],
  [{ ...blank, kind: 'voided', reason: 'Left' }, 'Left'],
  [{ ...blank, kind: 'receipt', method: 'cash' }, ''],
  [
    { ...blank, kind: 'receipt', method: 'cheque', reference: '12 HBL', reason: 'Late' },
    'Cheque 12 HBL; Late',
  ],
  [
    { ...blank, kind: 'reversal', reverses: 5, method: 'cash', reason: 'Miscounted' },
    'Reversal of no. 5; Miscounted',
  ],
  [{ ...blank, kind: 'adjusted', adjustment: 'waiver', reason: 'Agreed' }, 'Waived; Agreed'],
  [
    { ...blank, kind: 'adjusted', adjustment: 'refund', method: 'bank', reference: 'TX 9', reverses: 3 },
    'Paid back; takes back no. 3; Bank TX 9',
  ],
  [
    { ...blank, kind: 'moved', adjustment: 'cheque returned', after: rs(500), other: '5Red1-202610' },
    'Cheque returned: 500 from 5Red1-202610',
  ],
  [
    {
      ...blank,
      kind: 'fees changed',
      before: rs(5000),
      after: rs(5000),
      discountBefore: rs(500),
      discountAfter: rs(700),
      reason: '2027-02-01',
    },
    'Monthly fee 5,000, discount from 500 to 700; from 1 Feb 2027',
  ],
  [{ ...blank, kind: 'fees changed' }, 'Fees that are charged once'],
])('the entry %o has the note "%s"', (entry, note) => {
  expect(entryNote(entry)).toBe(note)
})

it('an entry is a debit if it raises the debt, and a credit if it lowers the debt', () => {
  expect([rs(5), rs(-5), nothing].map(sidesOf)).toEqual([
    { debit: rs(5), credit: 0 },
    { debit: 0, credit: rs(5) },
    { debit: 0, credit: 0 },
  ])
})
